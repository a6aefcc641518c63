/** Translation layer: reads the fields of a record as the types they have, and tells which could not be read. Pure. */
import type { Translation } from '../../schemas/translation.ts'
import type { FieldType } from '../../schemas/translation/input.ts'
import { describeGot } from '../event/violations.ts'
import { isPlainObject, type Members } from '../linkage/values.ts'
import { expected, isEmpty, readers } from './field_types.ts'

/** What is wrong with one field; never the value itself. */
export interface TranslationViolation {
  /** Path in the record, or the field of the event that got no value. */
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

/** Violations that are told of one record. */
const mostTold = 20

/** Makes the function that reads the fields at the paths that `isRead` takes. */
export function compileReading(
  { fields, input: { time_zone: zone } }: Translation,
  isRead: (path: string) => boolean,
): (record: Members) => Reading {
  const wanted = Object.entries(fields)
    .filter(([path]) => isRead(path))
    .map(([path, type]): Field => ({ path, names: path.split('.'), type }))

  return (record) => {
    const violations: TranslationViolation[] = []
    let read: unknown = record
    for (const field of wanted) read = withField(read, field, 0, field.path)
    return violations.length > 0 ? { violations: violations.slice(0, mostTold) } : { record: read as Members }

    /** The value with the field read below it; the same value where nothing changes. */
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
      if (violations.length < mostTold)
        violations.push({ field, expected: expected[type], got: describeGot(value) })
      return value
    }
  }
}

/** `items.price` of the third element → `items[2].price` */
function indexed({ names }: Field, depth: number, index: number): string {
  return [`${names.slice(0, depth).join('.')}[${index}]`, ...names.slice(depth)].join('.')
}
