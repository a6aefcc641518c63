/** GoogleSQL resolver: converts literals to SQL and checks them as BigQuery does. https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical#literals */
import type { Literal } from '../ast.ts'
import { blob, text } from '../duckdb_sql.ts'
import { BOOL, BYTES, FLOAT64, INT64, JSON_TYPE, NUMERIC, STRING, type ScalarKind } from '../types.ts'
import { geographyText } from '../geography_text.ts'
import { canonicalJson } from '../json_document.ts'
import { InvalidJson, type WideNumbers } from '../json_number.ts'
import { rangeText } from '../range_text.ts'
import { errorAt, type Context } from './context.ts'
import { typed, type Typed } from './typed.ts'

const maxInt64 = 2n ** 63n - 1n

export function resolveLiteral(node: Literal, context: Context): Typed {
  const { type: kind, text: value, at } = node
  const isLiteral = true
  switch (kind) {
    case 'INT64': {
      const integer = BigInt(value)
      if (integer > maxInt64 || integer < -maxInt64 - 1n)
        throw errorAt(context, `Invalid integer literal: ${value}`, at)
      const sql = integer < -maxInt64 ? '(-9223372036854775807::BIGINT - 1)' : `${integer}::BIGINT`
      return typed(integer < 0n ? `(${sql})` : sql, INT64, { isLiteral, literal: value })
    }
    case 'FLOAT64':
      if (!Number.isFinite(Number(value)))
        throw errorAt(context, `Invalid floating point literal: ${value}`, at)
      return typed(`CAST('${value}' AS DOUBLE)`, FLOAT64, { isLiteral, literal: value })
    case 'BOOL':
      return typed(value.toUpperCase(), BOOL, { isLiteral, literal: value })
    case 'STRING':
      return typed(text(value), STRING, { isLiteral, literal: value })
    case 'BYTES':
      return typed(blob(value), BYTES, { isLiteral })
    default: {
      const literal = literalText(kind, value)
      if (!literal) throw errorAt(context, `Invalid ${kind} literal: ${JSON.stringify(value)}`, at)
      return literal
    }
  }
}

/** Parses a scalar value from its text in a query. Returns undefined if the text is invalid. */
export function literalText(kind: ScalarKind, value: string): Typed | undefined {
  return isCanonical(kind, value) ? scalarText(kind, value) : undefined
}

/**
 * Parses a scalar value from its text in a request, where seconds are optional. Returns undefined if the text is
 * invalid.
 */
export function scalarText(kind: ScalarKind, value: string): Typed | undefined {
  switch (kind) {
    case 'DATE':
    case 'DATETIME':
    case 'TIME':
    case 'TIMESTAMP': {
      const sql = civilLiteral(kind, value.trim())
      return sql === undefined ? undefined : typed(sql, { kind })
    }
    case 'NUMERIC': {
      const decimal = plainDecimal(value.trim())
      return decimal === undefined ? undefined : typed(`CAST('${decimal}' AS DECIMAL(38,9))`, NUMERIC)
    }
    case 'JSON': {
      const json = documentText(value, 'exact')
      return json === undefined ? undefined : typed(`CAST(${text(json)} AS JSON)`, JSON_TYPE)
    }
    case 'RANGE<DATE>':
    case 'RANGE<DATETIME>':
    case 'RANGE<TIMESTAMP>': {
      const range = rangeText(kind, value)
      return range === undefined ? undefined : typed(text(range), { kind })
    }
    case 'GEOGRAPHY': {
      const shape = geographyText(value)
      return shape === undefined ? undefined : typed(text(shape), { kind })
    }
    default:
      return undefined
  }
}

const date = String.raw`(\d{1,4})-(\d{1,2})-(\d{1,2})`
const time = String.raw`(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{0,9}))?)?`
const zone = String.raw`\s*(Z|[+-]\d{1,2}(?::?\d{2})?|[A-Za-z_]+(?:\/[A-Za-z_+\-0-9]+)*)`
const patterns = {
  DATE: new RegExp(`^${date}$`),
  DATETIME: new RegExp(`^${date}(?:[Tt ]${time})?$`),
  TIME: new RegExp(`^${time}$`),
  TIMESTAMP: new RegExp(`^${date}(?:[Tt ]${time})?(?:${zone})?$`, 'i'),
}

const canonicalDate = String.raw`\d{4}-\d{1,2}-\d{1,2}`
const canonicalTime = String.raw`\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d{1,9})?`
const canonicalZone = String.raw`[Zz]|[+-]\d{1,2}(?::?\d{2})?| [A-Z][A-Za-z_]+(?:\/[A-Za-z_+\-0-9]+)*`
const canonical = {
  DATE: new RegExp(`^${canonicalDate}$`),
  DATETIME: new RegExp(`^${canonicalDate}(?:[Tt ]${canonicalTime})?$`),
  TIME: new RegExp(`^${canonicalTime}$`),
  TIMESTAMP: new RegExp(`^${canonicalDate}(?:[Tt ]${canonicalTime}(?:${canonicalZone})?)?$`),
}

/**
 * Returns true if the text has the canonical format of its type.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#canonical_format_for_timestamp_literals
 */
function isCanonical(kind: ScalarKind, value: string): boolean {
  return !Object.hasOwn(canonical, kind) || canonical[kind as keyof typeof canonical].test(value)
}

/** Returns a date or time as a DuckDB literal, or undefined if the text is not of that type. */
export function civilLiteral(kind: keyof typeof patterns, value: string): string | undefined {
  const match = patterns[kind].exec(value)
  if (!match) return undefined
  if (kind === 'TIME') {
    const clock = clockText(match.slice(1, 5))
    return clock && `TIME '${clock}'`
  }
  const day = dayText(match.slice(1, 4))
  const clock = kind === 'DATE' ? '' : clockText(match.slice(4, 8))
  if (day === undefined || clock === undefined) return undefined
  if (kind === 'DATE') return `DATE '${day}'`
  if (kind === 'DATETIME') return `TIMESTAMP '${day} ${clock}'`
  return instant(`${day} ${clock}`, match[8])
}

function instant(local: string, zoneName: string | undefined): string {
  if (zoneName === undefined || /^(?:z|utc)$/i.test(zoneName)) return `TIMESTAMPTZ '${local}+00'`
  const offset = /^([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(zoneName)
  if (!offset) return `bq_from_local(TIMESTAMP '${local}', ${text(zoneName)})`
  return `TIMESTAMPTZ '${local}${offset[1]}${offset[2]!.padStart(2, '0')}:${offset[3] ?? '00'}'`
}

function dayText(parts: (string | undefined)[]): string | undefined {
  const [year, month, day] = parts.map((part) => part ?? '')
  const iso = `${year!.padStart(4, '0')}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  const parsed = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(iso) && year !== '0000'
    ? iso
    : undefined
}

function clockText(parts: (string | undefined)[]): string | undefined {
  const [hour, minute, second, fraction] = parts
  if (Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59) return undefined
  const two = (part: string | undefined): string => (part ?? '0').padStart(2, '0')
  if ((fraction ?? '').replace(/0+$/, '').length > 6) return undefined
  return `${two(hour)}:${two(minute)}:${two(second)}${fraction ? `.${fraction}` : ''}`
}

/**
 * Returns a decimal number without an exponent if it fits NUMERIC (29 digits before the point), otherwise
 * undefined.
 */
export function plainDecimal(value: string): string | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(value)
  if (!match || (match[2] === '' && (match[3] ?? '') === '')) return undefined
  const exponent = Number(match[4] ?? 0)
  if (exponent < -100) return '0'
  if (exponent > 100) return undefined
  let whole = match[2]!
  let fraction = match[3] ?? ''
  if (exponent > 0) {
    fraction = fraction.padEnd(exponent, '0')
    whole += fraction.slice(0, exponent)
    fraction = fraction.slice(exponent)
  } else if (exponent < 0) {
    whole = whole.padStart(-exponent, '0')
    fraction = whole.slice(exponent) + fraction
    whole = whole.slice(0, exponent)
  }
  whole = whole.replace(/^0+/, '') || '0'
  if (whole.length > 29) return undefined
  return `${match[1] === '-' ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** Returns a JSON document's text as it is stored, or undefined if it is not JSON. */
export function documentText(value: string, wide: WideNumbers): string | undefined {
  try {
    return canonicalJson(value, wide)
  } catch (error) {
    if (error instanceof InvalidJson) return undefined
    throw error
  }
}
