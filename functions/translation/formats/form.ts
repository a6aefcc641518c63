/** Translation layer: reads application/x-www-form-urlencoded as one record. Names such as `items[0][sku]` and `tags[]` nest.
 * https://url.spec.whatwg.org/#application/x-www-form-urlencoded */
import { translationLimits } from '../../../schemas/translation/input.ts'
import { withReadableNames, type Naming } from './names.ts'
import { FormatError, readWhole, type RecordReader } from './reader.ts'

/** A node of the tree: name → text or node. */
type Node = Map<string, Node | string>

export function formReader(naming?: Naming): RecordReader {
  return readWhole(
    translationLimits.wholeCharacters,
    (text) => (text.trim() === '' ? [] : [{ record: parseForm(text, naming) }]),
    'Send several requests.',
  )
}

/** Returns the record of a form. Throws FormatError. */
export function parseForm(text: string, naming?: Naming): Record<string, unknown> {
  const pairs = text
    .trim()
    .split('&')
    .filter((pair) => pair !== '')
  const { columns, nestingLevels } = translationLimits
  if (pairs.length > columns)
    throw new FormatError(`The form has ${pairs.length} fields; the maximum is ${columns}.`)
  const root: Node = new Map()
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    const path = namesOf(name)
    if (path.length > nestingLevels)
      throw new FormatError(`A field name nests deeper than ${nestingLevels} levels.`)
    put(root, path, equals === -1 ? '' : decode(pair.slice(equals + 1)))
  }
  return withReadableNames(valueOf(root), naming) as Record<string, unknown>
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new FormatError('The form is not valid percent-encoded UTF-8.')
  }
}

/** `items[0][sku]` → items, 0, sku */
function namesOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name)
  if (!match) return [name]
  return [match[1]!, ...match[2]!.slice(1, -1).split('][')]
}

function put(root: Node, path: readonly string[], value: string): void {
  let node = root
  for (const [index, part] of path.entries()) {
    // `[]` stands for the next element.
    const name = part === '' && index > 0 ? String(node.size) : part
    const existing = node.get(name)
    const isLast = index === path.length - 1
    if (!isLast && existing instanceof Map) node = existing
    else if (!isLast) {
      const inner: Node = new Map(existing === undefined ? [] : [['', existing]])
      node.set(name, inner)
      node = inner
    } else if (existing === undefined) node.set(name, value)
    // A repeated name makes a list.
    else if (existing instanceof Map) existing.set(String(existing.size), value)
    else
      node.set(
        name,
        new Map([
          ['0', existing],
          ['1', value],
        ]),
      )
  }
}

function valueOf(node: Node | string): unknown {
  if (typeof node === 'string') return node
  const names = [...node.keys()]
  const values = [...node.values()].map(valueOf)
  const isList = names.length > 0 && names.every((name, index) => name === String(index))
  return isList ? values : Object.fromEntries(names.map((name, index) => [name, values[index]]))
}
