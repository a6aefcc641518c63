/** Fields: constructs the description of a field, which validation, BigQuery, the console and the documentation share. */
import { Type, type TNumberOptions, type TProperties, type TSchema, type TStringOptions } from 'typebox'

/** A BigQuery column type. https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types */
export type FieldColumnType =
  'STRING' | 'INT64' | 'FLOAT64' | 'NUMERIC' | 'BOOL' | 'TIMESTAMP' | 'DATE' | 'JSON'

/** Additional keywords in the JSON Schema of a field. */
export interface Annotation {
  /** One sentence. */
  description: string
  /** Realistic values, valid against the schema. */
  examples: readonly unknown[]
  /** Type of the BigQuery column. */
  column: FieldColumnType
  /** True if the field helps to identify a person. Such values are masked on screen and erased on request. */
  personal: boolean
}

/** Marks a field as personal data: `text('…', 'Ada', personal)`. */
export const personal = { personal: true } as const

type Options<Keywords> = Keywords & { personal?: boolean }

function annotation(
  description: string,
  example: unknown,
  column: FieldColumnType,
  personal = false,
): Annotation {
  return {
    description,
    examples: [example],
    column,
    personal,
  }
}

/** A string. Default length: 1 to 1024 characters. */
export function text(description: string, example: string, options: Options<TStringOptions> = {}) {
  return Object.assign(
    Type.String({ minLength: 1, maxLength: 1024, ...options }),
    annotation(description, example, 'STRING', options.personal),
  )
}

/** An absolute URL with any scheme. Unescaped characters are accepted, because real pages have them. */
export function url(description: string, example: string, options: Options<TStringOptions> = {}) {
  return text(description, example, {
    maxLength: 8192,
    pattern: '^[A-Za-z][A-Za-z0-9+.-]*:',
    ...options,
  })
}

/** The IP address of a person, version 4 or 6. */
export function ip(description: string, example: string) {
  return Object.assign(
    Type.Union([Type.String({ format: 'ipv4' }), Type.String({ format: 'ipv6' })]),
    annotation(description, example, 'STRING', true),
  )
}

/** One of a closed set of strings. */
export function choice<const Values extends string[]>(
  description: string,
  values: readonly [...Values],
  options: { personal?: boolean } = {},
) {
  return Object.assign(Type.Enum(values), annotation(description, values[0], 'STRING', options.personal))
}

export function bool(description: string, example: boolean) {
  return Object.assign(Type.Boolean(), annotation(description, example, 'BOOL'))
}

/** An integer within double precision. A larger number would already have been rounded by a JSON parser. */
export function integer(description: string, example: number, options: TNumberOptions = {}) {
  return Object.assign(
    Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...options }),
    annotation(description, example, 'INT64'),
  )
}

/** An exact decimal, such as an amount of money in the currency's major unit. */
export function decimal(description: string, example: number, options: TNumberOptions = {}) {
  return Object.assign(Type.Number(options), annotation(description, example, 'NUMERIC'))
}

/** A timestamp: RFC 3339 with an offset, or Unix time in seconds, milliseconds or microseconds, distinguished by magnitude. */
export function timestamp(description: string, example: string | number) {
  return Object.assign(
    Type.Union([Type.String({ format: 'date-time' }), Type.Number({ minimum: 0 })]),
    annotation(description, example, 'TIMESTAMP'),
  )
}

/** A calendar day, YYYY-MM-DD. */
export function date(description: string, example: string, options: { personal?: boolean } = {}) {
  return Object.assign(
    Type.String({ format: 'date' }),
    annotation(description, example, 'DATE', options.personal),
  )
}

/** An object whose members are optional. Unlisted members are stored unchanged. */
export function object<Members extends TProperties>(description: string, members: Members, example: object) {
  return Object.assign(Type.Partial(Type.Object(members)), annotation(description, example, 'JSON'))
}

/** A list of at most 200 elements, the limit of GA4 for items. */
export function list<Element extends TSchema>(
  description: string,
  element: Element,
  example: readonly unknown[],
) {
  return Object.assign(Type.Array(element, { maxItems: 200 }), annotation(description, example, 'JSON'))
}
