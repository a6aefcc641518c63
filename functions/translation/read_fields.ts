/** Translation layer: reads the fields of a record as their types, and returns a violation for each that cannot be read. Pure. */
import type { Translation } from '../../schemas/translation.ts'
import type { FieldType } from '../../schemas/translation/input.ts'
import { describeGot } from '../event/violations.ts'
import { isPlainObject, type Members } from '../linkage/values.ts'
import { expected, isEmpty, readers } from './field_types.ts'

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
  type: FieldType
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
    .map(([path, type]): Field => ({ path, names: path.split('.'), type }))

  return (record) => {
    const violations: TranslationViolation[] = []
    let read: unknown = record
    for (const field of selected) read = withField(read, field, 0, field.path)
    return violations.length > 0
      ? { violations: violations.slice(0, maxReported) }
      : { record: read as Members }

    /** Returns the value with the field in it read; the value itself if nothing changes. */
    function withField(value: unknown, field: Field, depth: number, path: string): unknown {
      if (Array.isArray(value)) {
        const elements = value.map((element, index) =>
          withField(element, field, depth, indexed(field, depth, index)),
        )
        return elements.every((element, index) => element === value[index]) ? value : elements
      }
      if (depth === field.names.length) return readOne(value, field, path)
      const name = field.names[depth]!
      if (!isPlainObject(value) || !Object.hasOwn(value, name)) return value
      const inner = withField(value[name], field, depth + 1, path)
      return inner === value[name] ? value : { ...value, [name]: inner }
    }

    function readOne(value: unknown, { type }: Field, field: string): unknown {
      if (isEmpty(value, type)) return null
      const result = readers[type](value, zone)
      if (result !== undefined) return result
      if (violations.length < maxReported)
        violations.push({ field, expected: expected[type], got: describeGot(value) })
      return value
    }
  }
}

/** `items.price` of the third element → `items[2].price` */
function indexed({ names }: Field, depth: number, index: number): string {
  return [`${names.slice(0, depth).join('.')}[${index}]`, ...names.slice(depth)].join('.')
}
