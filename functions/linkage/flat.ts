/** Linkage layer: flattens objects for third parties that accept no nested values, such as GA4. Pure. */
import { isPlainObject, presentValue, type Members } from './values.ts'

const usualName = /^\w+$/

/** Characters that such third parties do not accept in a name. Letters of other alphabets stay, because a name without them would have
 * another meaning: the schema of the target refuses it. */
const unusualCharacters = /[^\p{L}\p{N}_]+/gu

/** Returns an object, or a list with each of its objects, without nesting: `{ gift: { wrap: 'red' } }` → `{ gift_wrap: 'red' }`. Other
 * characters than letters, digits and `_` in names become `_`, a list of texts and numbers becomes text joined with commas, a list of objects
 * gets each of them flat, and empty values are omitted. A member whose new name another member has keeps its path as its name, which is
 * invalid there, so that it is told. So does a member that stays nested, because there would be too many. */
export function flat(value: unknown): unknown {
  if (Array.isArray(value)) return flatList(value)
  return isPlainObject(value) ? flatObject(value) : undefined
}

function flatList(list: readonly unknown[]): readonly unknown[] {
  return list.map((each) => (isPlainObject(each) ? flatObject(each) : each))
}

/** Maximum number of members of a flat object. GA4 takes 25. */
const maxMembers = 500

function flatObject(members: Members): Members {
  if (isFlat(members)) return members
  const flatMembers = new Map<string, unknown>()
  const add = (path: readonly string[], value: unknown): void => {
    const present = presentValue(value)
    if (present === undefined) return
    if (isPlainObject(present) && flatMembers.size < maxMembers) {
      for (const [name, inner] of Object.entries(present)) add([...path, name], inner)
      return
    }
    flatMembers.set(nameOf(path, members, flatMembers), Array.isArray(present) ? ofList(present) : present)
  }
  for (const [name, value] of Object.entries(members)) add([name], value)
  return Object.fromEntries(flatMembers)
}

/** True for nearly all events, which are then not copied. */
function isFlat(members: Members): boolean {
  for (const name in members) {
    const value = members[name]
    if (value === '' || !usualName.test(name) || (typeof value === 'object' && !isListOfFlat(value)))
      return false
  }
  return true
}

function isListOfFlat(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length > 0 && value.every((each) => isPlainObject(each) && isFlat(each))
  )
}

function nameOf(path: readonly string[], own: Members, taken: ReadonlyMap<string, unknown>): string {
  const [first = ''] = path
  const name = path.join('_').replaceAll(unusualCharacters, '_')
  if (name === first || !(taken.has(name) || Object.hasOwn(own, name))) return name
  let free = path.join('.')
  while (taken.has(free)) free += '.'
  return free
}

function ofList(list: readonly unknown[]): unknown {
  return list.every((each) => typeof each !== 'object') ? list.join(',') : flatList(list)
}
