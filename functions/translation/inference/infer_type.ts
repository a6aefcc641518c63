/** Translation layer: infers the type that nearly all values of a field match. Pure. */
import type { FieldType } from '../../../schemas/translation/input.ts'
import { isPlainObject } from '../../linkage/values.ts'
import { isEmpty, readers } from '../field_types.ts'

export interface Guess {
  type: FieldType | 'object' | 'list'
  declared: boolean
  /** Number of values that match the type. */
  agreeing: number
  /** Number of values that mean "no value", such as N/A. */
  blank: number
  because?: string
  /** True if another type is as likely. */
  ambiguity?: boolean
}

/** Minimum share of values that match a type: the others are more likely wrong than the type. */
const minShare = 0.9

const timeName =
  /(^|_)(at|on|time|date|datum|zeit|ts|timestamp|epoch|created|updated|modified|since|until)(_|$)|time$|date$|datum$|timestamp$|nanos?$|micros$/
const flagName =
  /^(is|has|was|can|did|accepts?)_|(^|_)(active|aktiv|enabled|subscribed|opt_?in|consent|newsletter|paid|verified|confirmed|deleted|flag)$/
/** Names of texts that may look like dates. */
const neverTime = /version|(^|_)(id|sku|zip|plz|ean|code)$/
const idName =
  /(^|_)(id|ids|nr|no|number|nummer|code|sku|ean|gtin|isbn|plz|zip|zip_code|postal_code|postcode|phone|telefon|tel|mobile|version|iban|reference|ref|token|key|hash|last_?4)$|(nummer|number|_nr)$/

export function typeOf(name: string, values: readonly unknown[]): Guess {
  if (values.length === 0)
    return {
      type: 'text',
      declared: false,
      agreeing: 0,
      blank: 0,
      because: 'no sample has a value',
      ambiguity: true,
    }
  const objects = values.filter(isPlainObject).length
  const lists = values.filter(Array.isArray).length
  if (objects === values.length) return { type: 'object', declared: false, agreeing: objects, blank: 0 }
  const texts = values.length - lists - objects
  if (lists > 0 && (objects === 0 || texts === 0)) {
    const isMixed = lists < values.length
    const because = 'a list in some records and a single member in others'
    return {
      type: 'list',
      declared: isMixed,
      agreeing: values.length,
      blank: 0,
      ...(isMixed && { because }),
    }
  }
  if (objects + lists > 0)
    return {
      type: 'text',
      declared: false,
      agreeing: values.length - objects - lists,
      blank: 0,
      because: 'objects and plain values are mixed',
      ambiguity: true,
    }
  const filled = values.filter((value) => !isEmpty(value, 'number'))
  const blank = values.length - filled.length
  if (filled.length === 0) return { type: 'text', declared: false, agreeing: values.length, blank: 0 }
  return { ...scalarType(name, filled), blank }
}

type Plain = Omit<Guess, 'blank'>

function scalarType(name: string, values: readonly unknown[]): Plain {
  const native = nativeType(name, values)
  if (native) return native
  const texts = values.map((value) => String(value).trim())
  const candidate = candidates.find(({ type, fits }) => {
    const agreeing = texts.filter(
      (text) => readers[type](text, undefined) !== undefined && fits(text, name),
    ).length
    return agreeing >= minShare * texts.length
  })
  if (!candidate) return { type: 'text', declared: false, agreeing: texts.length, ...keepsText(texts) }
  const { type, fits, because } = candidate
  const agreeing = texts.filter(
    (text) => readers[type](text, undefined) !== undefined && fits(text, name),
  ).length
  const reason = because?.(texts)
  return { type, declared: true, agreeing, ...reason }
}

/** Returns the type of values that are numbers or booleans in JSON. */
function nativeType(name: string, values: readonly unknown[]): Plain | undefined {
  const agreeing = values.length
  if (values.every((value) => typeof value === 'boolean'))
    return { type: 'boolean', declared: false, agreeing }
  if (!values.every((value) => typeof value === 'number')) return undefined
  if (timeName.test(name) && values.every(isEpochUs))
    return {
      type: 'epoch_us',
      declared: true,
      agreeing,
      because: 'microseconds since 1970, by name and size',
    }
  if (timeName.test(name) && values.every(isEpochMs))
    return {
      type: 'epoch_ms',
      declared: true,
      agreeing,
      because: 'milliseconds since 1970, by name and size',
    }
  if (timeName.test(name) && values.every(isEpochS))
    return { type: 'epoch_s', declared: true, agreeing, because: 'seconds since 1970, by name and size' }
  const isWhole = values.every((value) => Number.isInteger(value))
  return { type: isWhole ? 'integer' : 'number', declared: false, agreeing }
}

// From 2001 to 2040: other numbers are unlikely to be times.
function isEpochS(value: unknown): boolean {
  return Number(value) >= 978_307_200 && Number(value) < 2_208_988_800
}

function isEpochMs(value: unknown): boolean {
  return isEpochS(Number(value) / 1000)
}

function isEpochUs(value: unknown): boolean {
  return isEpochS(Number(value) / 1_000_000)
}

const leadingZero = /^[+-]?0\d/

interface Candidate {
  type: FieldType
  /** Returns true if a text that can be read as the type is likely meant as it. */
  fits: (text: string, name: string) => boolean
  because?: (texts: readonly string[]) => { because: string; ambiguity?: boolean } | undefined
}

/** The first candidate that nearly all values fit is used. */
const candidates: readonly Candidate[] = [
  {
    type: 'epoch_ns',
    fits: (text, name) => timeName.test(name) && /^\d{19}$/.test(text) && isEpochUs(Number(text) / 1000),
    because: () => ({ because: 'nanoseconds since 1970, by name and size' }),
  },
  {
    type: 'epoch_us',
    fits: (text, name) => timeName.test(name) && /^\d{16}$/.test(text) && isEpochUs(text),
    because: () => ({ because: 'microseconds since 1970, by name and size' }),
  },
  { type: 'epoch_ms', fits: (text, name) => timeName.test(name) && /^\d{13}$/.test(text) && isEpochMs(text) },
  { type: 'epoch_s', fits: (text, name) => timeName.test(name) && /^\d{10}$/.test(text) && isEpochS(text) },
  {
    type: 'ymd',
    fits: (text, name) =>
      (/^\d{4}[-/.]/.test(text) && !neverTime.test(name)) ||
      (/^\d{8}$/.test(text) && timeName.test(name) && /^(19|20)/.test(text)),
  },
  {
    type: 'integer',
    fits: (text, name) =>
      /^[+-]?\d{1,16}$/.test(text) &&
      !leadingZero.test(text) &&
      !text.startsWith('+') &&
      !idName.test(name) &&
      !isFlag(text, name),
  },
  {
    type: 'number',
    fits: (text, name) =>
      /\d/.test(text) &&
      !leadingZero.test(text) &&
      !text.startsWith('+') &&
      !idName.test(name) &&
      !/^\d{1,3}(\.\d{3}){2,}$/.test(text) &&
      !isFlag(text, name),
    because: (texts) =>
      texts.every((text) => /^\d{1,3},\d{3}$/.test(text) || /^\d+$/.test(text)) &&
      texts.some((text) => text.includes(','))
        ? {
            because:
              'a comma before three digits is read as a thousands separator; it could be a decimal comma',
            ambiguity: true,
          }
        : undefined,
  },
  {
    type: 'number_comma',
    fits: (text, name) =>
      !/^[+-]?0\d/.test(text) && !text.startsWith('+') && !idName.test(name) && !isFlag(text, name),
    because: () => ({ because: 'written with a decimal comma' }),
  },
  {
    type: 'dmy',
    fits: (_text, name) => name !== '' && !neverTime.test(name),
    because: (texts) =>
      texts.every((text) => readers.mdy(text, undefined) !== undefined && /[/-]/.test(text.slice(0, 3)))
        ? { because: 'day and month could be swapped: no sample shows their order', ambiguity: true }
        : undefined,
  },
  {
    type: 'mdy',
    fits: (_text, name) => !neverTime.test(name),
    because: () => ({ because: 'month before day' }),
  },
  {
    type: 'boolean',
    fits: (text, name) =>
      flagName.test(name) || (plainAnswer.test(text) && !/country|land|locale|lang/.test(name)),
  },
  { type: 'json', fits: (text) => /^[[{]/.test(text) },
]

const plainAnswer = /^(true|false|yes|no|ja|nein|oui|non|wahr|falsch|vrai|faux|sí|si|sim|não)$/i

function isFlag(text: string, name: string): boolean {
  return flagName.test(name) && /^[01]$/.test(text)
}

/** Returns why texts that look like numbers stay texts. */
function keepsText(texts: readonly string[]): { because?: string } {
  if (texts.some((text) => leadingZero.test(text) && /^\d+$/.test(text)))
    return { because: 'a number would lose the leading zeros' }
  if (texts.every((text) => /^[+-]?\d{16,}$/.test(text)))
    return { because: 'a number cannot hold that many digits' }
  if (texts.every((text) => /^\d+$/.test(text))) return { because: 'the name suggests an id or code' }
  return {}
}
