/** Translation layer: reads `key=value` pairs: several per line, as in logs, or one per line, as in settings. Pure. */
import { translationLimits } from '../../../schemas/translation/input.ts'
import { readableNames, type Naming } from './names.ts'
import { readLines, type Read, type RecordReader } from './reader.ts'

/** `key=value`, `key="quoted \"value\""`, `key='value'`, `key=`. */
const pair = /([^\s=,;"']+)=(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']\S*)?)(?:[\s,;]+|$)/y

type Pairs = readonly (readonly [string, string])[]

/** Returns the pairs of a line; undefined if the line contains anything else. */
export function pairsOf(line: string): Pairs | undefined {
  const text = line.trim()
  const pairs: [string, string][] = []
  pair.lastIndex = 0
  while (pair.lastIndex < text.length) {
    const match = pair.exec(text)
    if (!match) return undefined
    const [, name = '', double, single, bare] = match
    pairs.push([name, double?.replace(/\\(.)/g, '$1') ?? single ?? bare?.replace(/[,;]$/, '') ?? ''])
  }
  return pairs.length > 0 ? pairs : undefined
}

/** Returns the one pair of a line: `title = The Analytical Engine`. */
export function pairOfLine(line: string): readonly [string, string] | undefined {
  const equals = line.indexOf('=')
  const name = line.slice(0, Math.max(equals, 0)).trim()
  if (name === '' || /\s/.test(name)) return undefined
  const value = line.slice(equals + 1).trim()
  return [name, /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value]
}

/** Returns the text before the first pair of a line, and the pairs; undefined if there is no such text or no pair. */
export function prefixedPairs(line: string): { prefix: string; pairs: Pairs } | undefined {
  const text = line.trim()
  const start = /\s[^\s=,;"']+=/.exec(text)
  const pairs = start && pairsOf(text.slice(start.index))
  return pairs ? { prefix: text.slice(0, start.index).trim(), pairs } : undefined
}

function recordOf(
  pairs: Pairs,
  naming: Naming | undefined,
): { record: Record<string, unknown> } | { problem: string } {
  if (pairs.length > translationLimits.columns)
    return { problem: `Expected at most ${translationLimits.columns} pairs, got ${pairs.length}.` }
  const values = new Map<string, unknown>()
  for (const [name, value] of pairs) {
    const before = values.get(name)
    values.set(name, before === undefined ? value : [before, value].flat())
  }
  const names = readableNames([...values.keys()], naming)
  return { record: Object.fromEntries([...values.values()].map((value, index) => [names[index], value])) }
}

function withPrefix(line: string, name: string): Pairs | undefined {
  const read = prefixedPairs(line)
  return read && [[name, read.prefix], ...read.pairs]
}

function isComment(line: string): boolean {
  return /^\s*(#|$)/.test(line)
}

const notPairs = 'Expected pairs such as key=value, got something else.'

/** Creates a reader of pairs. `prefix`: the field for the text before the first pair of a line. */
export function pairsReader(layout: 'line' | 'block', prefix?: string, naming?: Naming): RecordReader {
  const limit = translationLimits.recordCharacters
  if (layout === 'line')
    return readLines(limit, (line, row) => {
      if (isComment(line)) return []
      const pairs = pairsOf(line) ?? (prefix === undefined ? undefined : withPrefix(line, prefix))
      return [{ row, ...(pairs ? recordOf(pairs, naming) : { problem: notPairs }) }]
    })

  let block: (readonly [string, string])[] = []
  let start = 0
  let characters = 0
  const finish = (): Read[] => {
    const pairs = block
    block = []
    characters = 0
    return pairs.length > 0 ? [{ row: start, ...recordOf(pairs, naming) }] : []
  }
  return readLines(
    limit,
    (line, row) => {
      if (line.trim() === '') return finish()
      if (isComment(line)) return []
      const single = pairOfLine(line)
      if (!single) return [{ row, problem: notPairs }]
      if (block.length === 0) start = row
      characters += line.length
      if (block.length > translationLimits.columns || characters > limit)
        return [{ row, problem: 'The block is too long: end it with an empty line.' }]
      block.push(single)
      return []
    },
    finish,
  )
}
