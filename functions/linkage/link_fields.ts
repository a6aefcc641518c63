/** Linkage layer: lists the fields of a link in the order in which they are filled. */
import type { Link, Source } from '../../schemas/link.ts'
import { walk } from '../../schemas/source_walk.ts'

const fieldPath = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/

/** Splits the path of a target field into names.
 * @throws Error if the path is invalid. */
function fieldNames(path: string): string[] {
  const names = path.split('.')
  if (!fieldPath.test(path) || names.includes('__proto__'))
    throw new Error(`"${path}" is not a target field.`)
  return names
}

/** One field of a link. */
export interface LinkField {
  field: string
  names: readonly string[]
  source: Source
}

/** Returns the fields of a link, grouped by object. If `join`, some fields lie below others, and each comes after those above it.
 * @throws Error if a field has both a value and fields below it, unless its source makes an object that they can join. */
export function fieldsOf(link: Link): { fields: readonly LinkField[]; join: boolean } {
  const fields = Object.entries(link).flatMap(([field, source]): LinkField[] =>
    source === null ? [] : [{ field, names: fieldNames(field), source }],
  )
  let join = false
  for (const { field, source } of fields) {
    const below = fields.find((other) => other.field.startsWith(`${field}.`))
    if (!below) continue
    join = true
    if (!makesObject(source))
      throw new Error(
        `The link fills both ${field} and ${below.field}: a target field is a value or an object, not both.`,
      )
  }
  if (join) return { fields: fields.toSorted((a, b) => a.names.length - b.names.length), join }
  return { fields: objectByObject(fields), join }
}

/** Sorts the fields of one object next to each other, so that objects are in the order of their first members. */
function objectByObject(fields: readonly LinkField[], depth = 0): readonly LinkField[] {
  return [...Map.groupBy(fields, ({ names }) => names[depth]).values()].flatMap((group) =>
    group.length > 1 ? objectByObject(group, depth + 1) : group,
  )
}

/** True if a source makes a new object, which other fields can join. */
export function makesObject(source: Source): boolean {
  if (typeof source !== 'object' || walk(source).yields !== 'object') return false
  return source.as === undefined || source.as === 'flat'
}
