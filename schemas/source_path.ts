/** Linkage layer: takes the paths and templates of a source apart. Throws an Error that quotes a path or template that is not valid. */
import { casts, type Cast } from './link.ts'

const sourcePath = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/

/** The names of a path into the event. */
export function namesOf(path: string): [first: string, ...rest: string[]] {
  if (!sourcePath.test(path)) throw new Error(`"${path}" is no path: names joined by dots, such as user.id.`)
  return path.split('.') as [string, ...string[]]
}

/** A path to one field of the elements of a list, as list and field: `items.item_id` → `items`, `item_id`. */
export function elementPath(path: string): { list: string; field: string } {
  namesOf(path)
  const dot = path.lastIndexOf('.')
  if (dot < 0) throw new Error(`"${path}" names no field of a list's elements, as items.item_id does.`)
  return { list: path.slice(0, dot), field: path.slice(dot + 1) }
}

/** A piece of a template: text as it stands, or a path, perhaps with a cast. */
export type Piece = { text: string } | { path: string; as: Cast | undefined }

/** `fb.1.{event_time|milliseconds}` → text, path and cast. */
export function piecesOf(template: string): readonly Piece[] {
  return template.split(/(\{[^{}]*\})/).flatMap((piece): readonly Piece[] => {
    if (piece === '') return []
    if (!/^\{.*\}$/.test(piece)) {
      if (/[{}]/.test(piece)) throw new Error(`The template "${template}" has a brace without its other.`)
      return [{ text: piece }]
    }
    const [path = '', as] = piece.slice(1, -1).split('|', 2)
    namesOf(path)
    return [{ path, as: as === undefined ? undefined : castOf(as) }]
  })
}

function castOf(name: string): Cast {
  const cast = casts.find((each) => each === name)
  if (!cast) throw new Error(`There is no cast "${name}". There are: ${casts.join(', ')}.`)
  return cast
}
