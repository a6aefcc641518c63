/** Linkage layer: lists the fields of a link in the order in which they are filled. Throws an Error on a link whose fields exclude each other. */
import type { Link, Source } from '../../schemas/link.ts'
import { walk } from '../../schemas/source_walk.ts'

const fieldPath = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/

/** The names of a target field. */
export function fieldNames(path: string): string[] {
  const names = path.split('.')
  if (!fieldPath.test(path) || names.includes('__proto__')) throw new Error(`"${path}" is no target field.`)
  return names
}

/** One field of a link. */
export interface LinkField {
  field: string
  names: readonly string[]
  source: Source
}

/** The fields of a link, object by object, and each after those it lies below; and whether there are such. A field that has a value of its
 * own can't have fields below it as well, unless its source makes an object for them to join. */
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
        `The link gives both ${field} and ${below.field}: a target field is a value or an object, not both.`,
      )
  }
  if (join) return { fields: fields.toSorted((a, b) => a.names.length - b.names.length), join }
  return { fields: objectByObject(fields), join }
}

/** The fields of one object side by side, so that objects come in the order of their members. */
function objectByObject(fields: readonly LinkField[], depth = 0): readonly LinkField[] {
  return [...Map.groupBy(fields, ({ names }) => names[depth]).values()].flatMap((group) =>
    group.length > 1 ? objectByObject(group, depth + 1) : group,
  )
}

/** Whether a source makes a new object of its own, which other fields may join. */
export function makesObject(source: Source): boolean {
  return typeof source === 'object' && source.as === undefined && walk(source).yields === 'object'
}
