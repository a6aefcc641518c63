/** Creator: proposes the name of a new connection, and tells what holds a name. Pure. */
import { freeName } from '../../functions/translation/formats/names.ts'
import { fieldName } from './rows.ts'

/** Longest name of a connection, without a suffix that makes it free. */
const maxLength = 56

export interface NameParts {
  /** Who sends; undefined if that is not known. */
  sender: string | undefined
  thing: string
  /** The format, which tells connections without a known sender apart. */
  shape: string
}

/** The obvious name: who sends, and what. */
export function obviousName({ sender, thing, shape }: NameParts): string {
  const words = sender === undefined ? [thing, shape] : [sender, plural(thing)]
  const name = fieldName(words.join('_')).slice(0, maxLength).replace(/_+$/, '')
  return name.length < 3 ? `from_${name}` : name
}

/** `charge` → `charges` */
function plural(thing: string): string {
  return thing.endsWith('s') ? thing : `${thing}s`
}

/** Returns the obvious name, with a number if it is taken. */
export function proposedName(parts: NameParts, isTaken: (name: string) => boolean): string {
  return freeName(obviousName(parts), isTaken)
}

/** Returns what is wrong with a name; undefined if it is valid and free. */
export function nameProblem(name: string, isTaken: (name: string) => boolean): string | undefined {
  if (name === '') return 'Enter a name.'
  if (name.length < 3 || name.length > 64) return 'Use 3 to 64 characters.'
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))
    return 'Use snake_case: lowercase letters, digits and single underscores.'
  return isTaken(name) ? `${name} is taken.` : undefined
}
