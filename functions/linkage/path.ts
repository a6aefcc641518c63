/** Linkage layer: the paths and templates of a link, taken apart. Throws, with the words, on one that is none. */
import { casts, type Cast, type Link, type Source } from '../../schemas/link.ts'

const sourcePath = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/
const fieldPath = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/

/** The names of a path into the event. */
export const namesOf = (path: string): [first: string, ...rest: string[]] => {
  if (!sourcePath.test(path)) throw new Error(`"${path}" is no path: names joined by dots, such as user.id.`)
  return path.split('.') as [string, ...string[]]
}

/** A path to one field of the elements of a list, as list and field. */
export const elementPath = (path: string): { list: string; field: string } => {
  namesOf(path)
  const dot = path.lastIndexOf('.')
  if (dot < 0) throw new Error(`"${path}" names no field of a list's elements, as items.item_id does.`)
  return { list: path.slice(0, dot), field: path.slice(dot + 1) }
}

/** The names of a target field. */
export const fieldNames = (path: string): string[] => {
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
export const fieldsOf = (link: Link): { fields: readonly LinkField[]; join: boolean } => {
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
const objectByObject = (fields: readonly LinkField[], depth = 0): readonly LinkField[] =>
  [...Map.groupBy(fields, ({ names }) => names[depth]).values()].flatMap((group) =>
    group.length > 1 ? objectByObject(group, depth + 1) : group,
  )

/** Whether a source makes a new object of its own, which other fields may join. */
export const makesObject = (source: Source): boolean =>
  typeof source === 'object' && ('object' in source || 'rest' in source) && source.as === undefined

/** A piece of a template: text as it stands, or a path, perhaps with a cast. */
export type Piece = { text: string } | { path: string; as: Cast | undefined }

/** `fb.1.{event_time|milliseconds}` → text, path and cast. */
export const piecesOf = (template: string): readonly Piece[] =>
  template.split(/(\{[^{}]*\})/).flatMap((piece): readonly Piece[] => {
    if (piece === '') return []
    if (!/^\{.*\}$/.test(piece)) {
      if (/[{}]/.test(piece)) throw new Error(`The template "${template}" has a brace without its other.`)
      return [{ text: piece }]
    }
    const [path = '', as] = piece.slice(1, -1).split('|', 2)
    namesOf(path)
    return [{ path, as: as === undefined ? undefined : castOf(as) }]
  })

const castOf = (name: string): Cast => {
  const cast = casts.find((each) => each === name)
  if (!cast) throw new Error(`There is no cast "${name}". There are: ${casts.join(', ')}.`)
  return cast
}
