/** Translation layer: reads the fields of a record as their types, and returns a violation for each that cannot be read. Pure. */
import type { Translation } from '../../schemas/translation.ts'
import type { FieldReading, MinorUnits } from '../../schemas/translation/input.ts'
import { describeGot } from '../event/violations.ts'
import { isPlainObject, type Members } from '../linkage/values.ts'
import { expected, isEmpty, readers } from './field_types.ts'
import { exponentOf, majorUnits } from './minor_units.ts'

/** A field that cannot be translated. Never contains the value. */
export interface TranslationViolation {
  /** Path in the record, or the event field without a value. */
  field: string
  expected: string
  got: string
}

type Reading = { record: Members } | { violations: readonly TranslationViolation[] }

interface Field {
  path: string
  names: readonly string[]
  type: FieldReading
  /** For an amount in minor units: the names of the path to its currency. */
  currency: readonly string[]
}

/** Maximum number of violations that are reported for one record. */
const maxReported = 20

/** Creates the function that reads the fields for whose path `isRead` is true. */
export function compileReading(
  { fields, input: { time_zone: zone } }: Translation,
  isRead: (path: string) => boolean,
): (record: Members) => Reading {
  const selected = Object.entries(fields)
    .filter(([path]) => isRead(path))
    .map(([path, type]): Field => ({ path, names: path.split('.'), type, currency: currencyNames(type) }))

  return (record) => {
    const violations: TranslationViolation[] = []
    let read: unknown = record
    for (const field of selected) read = withField(read, field, 0, field.path, [])
    return violations.length > 0
      ? { violations: violations.slice(0, maxReported) }
      : { record: read as Members }

    /** Returns the value with the field in it read; the value itself if nothing changes. `above`: the objects that contain the value. */
    function withField(
      value: unknown,
      field: Field,
      depth: number,
      path: string,
      above: readonly Members[],
    ): unknown {
      if (Array.isArray(value)) {
        if (field.type === 'list' && depth === field.names.length) return value
        const elements = value.map((element, index) =>
          withField(element, field, depth, indexed(field, depth, index), above),
        )
        return elements.every((element, index) => element === value[index]) ? value : elements
      }
      if (depth === field.names.length) return readOne(value, field, path, above)
      const name = field.names[depth]!
      if (!isPlainObject(value) || !Object.hasOwn(value, name)) return value
      const inner = withField(value[name], field, depth + 1, path, [...above, value])
      return inner === value[name] ? value : { ...value, [name]: inner }
    }

    function readOne(value: unknown, field: Field, path: string, above: readonly Members[]): unknown {
      const { type } = field
      const isAmount = typeof type === 'object'
      if (isEmpty(value, isAmount ? 'number' : type)) return null
      const result = isAmount ? amountOf(value, field, type, above) : readers[type](value, zone)
      if (result !== undefined) return result
      if (violations.length < maxReported)
        violations.push({ field: path, expected: expectedOf(type), got: describeGot(value) })
      return value
    }
  }
}

function currencyNames(type: FieldReading): readonly string[] {
  return typeof type === 'object' && typeof type.currency === 'string' ? type.currency.split('.') : []
}

function expectedOf(type: FieldReading): string {
  if (typeof type === 'string') return expected[type]
  const currency = typeof type.currency === 'string' ? `a currency at ${type.currency}` : type.currency.const
  return `an amount in minor units such as 4999, with ${currency}`
}

function amountOf(
  value: unknown,
  { names, currency }: Field,
  type: MinorUnits,
  above: readonly Members[],
): number | undefined {
  const code = typeof type.currency === 'string' ? currencyAt(names, currency, above) : type.currency.const
  const decimals = exponentOf(code, type.exponents)
  return decimals === undefined ? undefined : majorUnits(value, decimals)
}

/** Returns the value of the currency: within a list, that of the same element. */
function currencyAt(
  names: readonly string[],
  currency: readonly string[],
  above: readonly Members[],
): unknown {
  let shared = 0
  while (shared < above.length - 1 && names[shared] === currency[shared]) shared++
  let value: unknown = above[shared]
  for (const name of currency.slice(shared))
    value = isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return value
}

/** `items.price` of the third element → `items[2].price` */
function indexed({ names }: Field, depth: number, index: number): string {
  return [`${names.slice(0, depth).join('.')}[${index}]`, ...names.slice(depth)].join('.')
}
