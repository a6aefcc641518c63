/** Linkage layer: parses the paths and templates of a source. Throws an Error that quotes an invalid path or template. */
import { casts, type Cast } from './link.ts'

const sourcePath = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/

/** The names in a path. */
export function namesOf(path: string): [first: string, ...rest: string[]] {
  if (!sourcePath.test(path))
    throw new Error(`"${path}" is not a path. Expected names joined by dots, such as user.id.`)
  return path.split('.') as [string, ...string[]]
}

/** Splits a path to a field of list elements: `items.item_id` → `items`, `item_id`. */
export function elementPath(path: string): { list: string; field: string } {
  namesOf(path)
  const dot = path.lastIndexOf('.')
  if (dot < 0) throw new Error(`"${path}" is not a list and a field of its elements, such as items.item_id.`)
  return { list: path.slice(0, dot), field: path.slice(dot + 1) }
}

/** A piece of a template: literal text, or a path with an optional cast. */
type Piece = { text: string } | { path: string; as: Cast | undefined }

/** `fb.1.{event_time|milliseconds}` → text, path and cast. */
export function piecesOf(template: string): readonly Piece[] {
  return template.split(/(\{[^{}]*\})/).flatMap((piece): readonly Piece[] => {
    if (piece === '') return []
    if (!/^\{.*\}$/.test(piece)) {
      if (/[{}]/.test(piece)) throw new Error(`The template "${template}" has an unmatched brace.`)
      return [{ text: piece }]
    }
    const [path = '', as] = piece.slice(1, -1).split('|', 2)
    namesOf(path)
    return [{ path, as: as === undefined ? undefined : castOf(as) }]
  })
}

function castOf(name: string): Cast {
  const cast = casts.find((each) => each === name)
  if (!cast) throw new Error(`Unknown cast "${name}". Expected one of: ${casts.join(', ')}.`)
  return cast
}
