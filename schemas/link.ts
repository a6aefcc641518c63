/** Linkage layer: defines links, the JSON language that maps the fields of an event to the fields of a target. */
import { Type, type TSchema } from 'typebox'

export type Constant = string | number | boolean

/** A table of lookups/: key → value. A number or boolean is looked up by its JSON text. */
export type LookupTable = Readonly<Record<string, Constant>>

/** Output format of a value: a JSON type, a letter case, or a time format. `money` is a decimal string with two places; `negative` the number
 * with a minus sign; `flat` an object, or a list of objects, without nesting. */
export const casts = [
  'string',
  'number',
  'integer',
  'negative',
  'boolean',
  'json',
  'upper',
  'lower',
  'money',
  'flat',
  'seconds',
  'milliseconds',
  'microseconds',
  'iso',
  'date',
] as const
export type Cast = (typeof casts)[number]

/** Signals of the context field `consent`. */
export const consentSignals = [
  'ad_storage',
  'ad_user_data',
  'ad_personalization',
  'analytics_storage',
] as const
export type ConsentSignal = (typeof consentSignals)[number]

/** A test of one field of the event or, inside `each`, of the element. Exactly one member besides `path` is set. An absent field passes
 * only `ne` and `exists: false`. */
export interface FieldTest {
  path: string
  eq?: Constant
  ne?: Constant
  in?: readonly Constant[]
  exists?: boolean
  /** Greater than a number, or later than a time. The field may be text, as for the casts `number` and `microseconds`. */
  gt?: number | string
  gte?: number | string
  lt?: number | string
  lte?: number | string
  /** Pattern in RE2's syntax (pattern.ts). A text of more than 2,048 characters does not match. */
  matches?: string
}

/** A test, or a combination of conditions. */
export type LinkCondition =
  FieldTest | { and: readonly LinkCondition[] } | { or: readonly LinkCondition[] } | { not: LinkCondition }

/** The forms of arithmetic. */
export const calculations = ['add', 'subtract', 'multiply', 'divide'] as const
export type Calculation = (typeof calculations)[number]

/** An operand of arithmetic: a number, or the source of one. */
export type Operand = number | Source

/** Options of every form of source except the plain path. */
interface SourceOptions {
  /** Value if the source has none. */
  default?: Constant
  as?: Cast
  /** Source value → target value. A value that is not listed counts as absent. */
  values?: Readonly<Record<string, Constant>>
  /** Consent signal without which the field is omitted. */
  consent?: ConsentSignal
}

/** What a target field is read from. If the value is absent, null or empty (`''`, `[]`, `{}`), the field is omitted.
 *
 * A path is dotted. Its first name is a context field or else an event field; inside `each`, a field of the element.
 * `target_event` is the name of the event at the target.
 *
 * To add a form, add it here and to `definitions` below, and add a branch to source_walk.ts, to each evaluator
 * (functions/linkage/closures.ts and functions/linkage/generated/generator.ts) and to functions/console/link_text.ts. */
export type Source =
  | string
  | ({ const: Constant } & SourceOptions)
  | ({ from: string } & SourceOptions)
  /** The first source with a value. */
  | ({ first: readonly Source[] } & SourceOptions)
  /** Text with paths in braces, each with an optional cast: `fb.1.{event_time|milliseconds}.{fbclid}`. Absent if one of them is. */
  | ({ template: string } & SourceOptions)
  /** A list of objects, one per element of the list at the path. */
  | ({ each: string; map: Link } & SourceOptions)
  /** A list of the sources with a value. */
  | ({ list: readonly Source[] } & SourceOptions)
  /** The values of one field of all elements: `items.item_id`. */
  | ({ pluck: string } & SourceOptions)
  /** The sum of these values. With `times`: the sum of their products with this field of the same element, 1 if it is absent; absent itself if
   * an element lacks a number. */
  | ({ sum: string; times?: string } & SourceOptions)
  /** The number of elements. */
  | ({ count: string } & SourceOptions)
  | ({ object: Link } & SourceOptions)
  | ({ when: LinkCondition; then: Source; else?: Source } & SourceOptions)
  /** All event fields as one object, except those listed and those with the name of a context field. */
  | ({ rest: { except?: readonly string[] } } & SourceOptions)
  /** The value that a table of lookups/ has for a key; absent if it has none. */
  | ({ lookup: string; key: Source } & SourceOptions)
  /** A time as text, with its parts in braces: `{day}/{month}/{year}` (link_time.ts). Default of `time_zone`, an IANA name: UTC. */
  | ({ time: Source; format: string; time_zone?: string } & SourceOptions)
  | Arithmetic

/** The result of a calculation from left to right, without binary rounding noise: a whole number, or 15 significant digits. Absent if an operand is
 * absent or not a number, or if the result is not finite, as after a division by zero. */
export type Arithmetic =
  | ({ add: readonly Operand[] } & SourceOptions)
  | ({ subtract: readonly [Operand, Operand] } & SourceOptions)
  | ({ multiply: readonly Operand[] } & SourceOptions)
  | ({ divide: readonly [Operand, Operand] } & SourceOptions)

/** Target field (dotted path) → source. Null removes the field and all fields below it from a more general link. Fields below one whose
 * source is `object` or `rest` are merged into its object.
 * `{ 'user_data.em': 'email', 'custom_data.contents': { each: 'items', map: { id: 'item_id' } } }` */
export type Link = { readonly [field: string]: Source | null }

const Path = Type.String({
  pattern: '^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$',
  description: 'Dotted path into the event: a context field or an event field.',
  examples: ['email', 'items', 'consent.ad_storage'],
})
const ConstantSchema = Type.Union([Type.String(), Type.Number(), Type.Boolean()])
const options = {
  default: Type.Optional(ConstantSchema),
  as: Type.Optional(Type.Enum([...casts])),
  values: Type.Optional(Type.Record(Type.String(), ConstantSchema)),
  consent: Type.Optional(Type.Enum([...consentSignals])),
}

const closed = { additionalProperties: false } as const
const source = Type.Ref('Source')
const link = Type.Ref('Link')
const condition = Type.Ref('Condition')
const Ordered = Type.Union([Type.Number(), Type.String()])
const test = Type.Object(
  {
    path: Path,
    eq: Type.Optional(ConstantSchema),
    ne: Type.Optional(ConstantSchema),
    in: Type.Optional(Type.Array(ConstantSchema, { minItems: 1 })),
    exists: Type.Optional(Type.Boolean()),
    gt: Type.Optional(Ordered),
    gte: Type.Optional(Ordered),
    lt: Type.Optional(Ordered),
    lte: Type.Optional(Ordered),
    matches: Type.Optional(Type.String()),
  },
  { ...closed, minProperties: 2, maxProperties: 2 },
)
const operand = Type.Union([Type.Number(), source])
const operands = Type.Array(operand, { minItems: 2 })
const pair = Type.Array(operand, { minItems: 2, maxItems: 2 })
const definitions = {
  Condition: Type.Union([
    test,
    Type.Object({ and: Type.Array(condition, { minItems: 1 }) }, closed),
    Type.Object({ or: Type.Array(condition, { minItems: 1 }) }, closed),
    Type.Object({ not: condition }, closed),
  ]),
  Source: Type.Union([
    Path,
    Type.Object({ const: ConstantSchema, ...options }, closed),
    Type.Object({ from: Path, ...options }, closed),
    Type.Object({ first: Type.Array(source, { minItems: 1 }), ...options }, closed),
    Type.Object({ template: Type.String({ minLength: 1 }), ...options }, closed),
    Type.Object({ each: Path, map: link, ...options }, closed),
    Type.Object({ list: Type.Array(source, { minItems: 1 }), ...options }, closed),
    Type.Object({ pluck: Path, ...options }, closed),
    Type.Object({ sum: Path, times: Type.Optional(Path), ...options }, closed),
    Type.Object({ count: Path, ...options }, closed),
    Type.Object({ object: link, ...options }, closed),
    Type.Object({ when: condition, then: source, else: Type.Optional(source), ...options }, closed),
    Type.Object(
      { rest: Type.Object({ except: Type.Optional(Type.Array(Type.String())) }, closed), ...options },
      closed,
    ),
    Type.Object({ lookup: Type.String(), key: source, ...options }, closed),
    Type.Object(
      { time: source, format: Type.String(), time_zone: Type.Optional(Type.String()), ...options },
      closed,
    ),
    Type.Object({ add: operands, ...options }, closed),
    Type.Object({ subtract: pair, ...options }, closed),
    Type.Object({ multiply: operands, ...options }, closed),
    Type.Object({ divide: pair, ...options }, closed),
  ]),
  Link: Type.Record(
    Type.String({ pattern: '^[A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*)*$' }),
    Type.Union([source, Type.Null()]),
    closed,
  ),
}

/** The members of a form of source without its options: name → what it contains. */
type FormMembers = Readonly<Record<string, 'sources' | 'link' | 'condition' | 'other'>>

/** The forms of source except the plain path: name → members. The first member has the name of the form. */
export const sourceForms: ReadonlyMap<string, FormMembers> = new Map(
  definitions.Source.anyOf.flatMap((form): readonly [string, FormMembers][] => {
    if (!('properties' in form)) return []
    const members = Object.entries<TSchema>(form.properties).filter(([name]) => !Object.hasOwn(options, name))
    return [[members[0]![0], Object.fromEntries(members.map(([name, schema]) => [name, contentOf(schema)]))]]
  }),
)

interface Referring {
  $ref?: string
  items?: Referring
  anyOf?: readonly Referring[]
}

function contentOf(schema: TSchema & Referring): FormMembers[string] {
  if (schema.$ref === link.$ref) return 'link'
  if (schema.$ref === condition.$ref) return 'condition'
  const { items = schema } = schema
  return [items, ...(items.anyOf ?? [])].some(({ $ref }) => $ref === source.$ref) ? 'sources' : 'other'
}

/** The tests of a condition. */
export const fieldTests: readonly string[] = Object.keys(test.properties).filter((name) => name !== 'path')

/** The names of the options. */
export const sourceOptions: readonly string[] = Object.keys(options)

/** A link as JSON Schema. */
export const LinkSchema = Type.Unsafe<Link>(Type.Cyclic(definitions, 'Link'))
