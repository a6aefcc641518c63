/** Translation layer: reads application/x-www-form-urlencoded as one record. `items[0][sku]=A` and `tags[]=a` nest, as shops write it.
 * https://url.spec.whatwg.org/#application/x-www-form-urlencoded */
import { translationLimits } from '../../../schemas/translation/input.ts'
import { withReadableNames } from './names.ts'
import { FormatError, readWhole, type RecordReader } from './reader.ts'

/** A node of the tree: its members by name, whose values are texts or nodes. */
type Node = Map<string, Node | string>

export function formReader(): RecordReader {
  return readWhole(
    translationLimits.wholeCharacters,
    (text) => (text.trim() === '' ? [] : [{ record: parseForm(text) }]),
    'Send several requests.',
  )
}

/** Throws FormatError. */
export function parseForm(text: string): Record<string, unknown> {
  const pairs = text
    .trim()
    .split('&')
    .filter((pair) => pair !== '')
  const { columns, nestingLevels } = translationLimits
  if (pairs.length > columns)
    throw new FormatError(`The form has ${pairs.length} fields, the most are ${columns}.`)
  const root: Node = new Map()
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    const path = namesOf(name)
    if (path.length > nestingLevels)
      throw new FormatError(`The name of a field nests deeper than ${nestingLevels} levels.`)
    put(root, path, equals === -1 ? '' : decode(pair.slice(equals + 1)))
  }
  return withReadableNames(valueOf(root)) as Record<string, unknown>
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new FormatError('Expected percent-encoded UTF-8, got a % that starts no byte of it.')
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
  for (const [index, given] of path.entries()) {
    // `[]` stands for the next element.
    const name = given === '' && index > 0 ? String(node.size) : given
    const there = node.get(name)
    const isLast = index === path.length - 1
    if (!isLast && there instanceof Map) node = there
    else if (!isLast) {
      const inner: Node = new Map(there === undefined ? [] : [['', there]])
      node.set(name, inner)
      node = inner
    } else if (there === undefined) node.set(name, value)
    // A name given twice is a list.
    else if (there instanceof Map) there.set(String(there.size), value)
    else
      node.set(
        name,
        new Map([
          ['0', there],
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
