/** Translation layer: infers the type of each field from sample records, with confidence and reason. Pure. */
import type { FieldType } from '../../../schemas/translation/input.ts'
import { isPlainObject, type Members } from '../../linkage/values.ts'
import { isEmpty } from '../field_types.ts'
import { typeOf, type Guess } from './infer_type.ts'
import { snakeName } from '../formats/names.ts'
import { leftOutGuess, personalGuess } from './personal.ts'

export interface FieldInference {
  /** Path as in links and in `fields` of a translation. */
  path: string
  /** The path as the sender writes it, such as `Größe (cm)`. */
  original: string
  /** The type that its values are read as; objects and lists stay unchanged. */
  type: FieldType | 'object' | 'list'
  /** True if the translation must declare the type: JSON distinguishes numbers from texts itself. */
  declared: boolean
  /** From 0 to 1: the share of matching samples, lower for few samples. */
  confidence: number
  /** `4 of 5 samples, 1 empty`, and any other reason. */
  why: string
  /** At most three different values. */
  examples: readonly unknown[]
  /** All different texts, if they are few and short. */
  texts?: readonly string[]
  /** Why it seems to hold personal data. */
  personal?: string
  /** Why it is left out unless the person keeps it. */
  leftOut?: string
  /** True for a field of a list's elements. */
  inList: boolean
}

const limits = { records: 1000, fields: 2000, depth: 8, samples: 200, characters: 200 } as const

interface Seen {
  path: string
  values: unknown[]
  /** Number of null values and empty texts. */
  empty: number
  inList: boolean
}

/** Returns the fields in the order of their first occurrence. `originals`: the sender's names of those whose name was changed. */
export function infer(
  records: readonly Members[],
  originals: ReadonlyMap<string, string> = new Map(),
): readonly FieldInference[] {
  const fields = new Map<string, Seen>()
  const parents = new Map<string, number>()
  for (const record of records.slice(0, limits.records)) collect(fields, parents, '', record, false, 0)
  return [...fields.values()].map((seen) => inferenceOf(seen, parents, originals))
}

/** Collects the values of a record's fields. `parents` counts the objects at each path. */
function collect(
  fields: Map<string, Seen>,
  parents: Map<string, number>,
  prefix: string,
  record: Members,
  inList: boolean,
  depth: number,
): void {
  parents.set(prefix, (parents.get(prefix) ?? 0) + 1)
  for (const [name, value] of Object.entries(record)) {
    const path = prefix === '' ? name : `${prefix}.${name}`
    let seen = fields.get(path)
    if (!seen) {
      if (fields.size >= limits.fields) return
      fields.set(path, (seen = { path, values: [], empty: 0, inList }))
    }
    if (isEmpty(value, 'text')) seen.empty++
    else if (seen.values.length < limits.samples) seen.values.push(value)
    if (depth >= limits.depth) continue
    if (isPlainObject(value)) collect(fields, parents, path, value, inList, depth + 1)
    if (Array.isArray(value))
      for (const element of value.slice(0, limits.samples))
        if (isPlainObject(element)) collect(fields, parents, path, element, true, depth + 1)
  }
}

function inferenceOf(
  { path, values, empty, inList }: Seen,
  parents: ReadonlyMap<string, number>,
  originals: ReadonlyMap<string, string>,
): FieldInference {
  const name = path.split('.').at(-1)!
  const guess: Guess = typeOf(snakeName(name), values)
  const parent = parents.get(path.split('.').slice(0, -1).join('.')) ?? 0
  const missing = Math.max(0, Math.min(parent, limits.samples) - values.length - empty)
  const texts = values.filter((value) => typeof value !== 'object').map(String)
  const parentNames = path.split('.').slice(0, -1).map(snakeName)
  const personal = personalGuess(snakeName(name), texts, parentNames)
  const blank = empty + guess.blank
  const counts = [
    `${guess.agreeing} of ${values.length + empty} samples`,
    ...(blank > 0 ? [`${blank} empty`] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
  ].join(', ')
  const filled = values.length - guess.blank
  const leftOut = leftOutGuess(snakeName(name), texts)
  return {
    path,
    original: path
      .split('.')
      .map((part) => originals.get(part) ?? part)
      .join('.'),
    type: guess.type,
    declared: guess.declared,
    confidence: Number(((guess.agreeing + 1) / (filled + 2)).toFixed(2)) * (guess.ambiguity ? 0.5 : 1),
    why: [counts, ...(guess.because ? [guess.because] : [])].join('; '),
    examples: examplesOf(values),
    ...(values.every((value) => typeof value === 'string') && { texts: fewTexts(texts) }),
    ...(personal !== undefined && { personal }),
    ...(leftOut !== undefined && { leftOut }),
    inList,
  }
}

const few = 50

/** Returns the different short texts, at most 50. */
function fewTexts(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.filter((text) => text.length <= 64))].slice(0, few)
}

function examplesOf(values: readonly unknown[]): readonly unknown[] {
  const examples = new Map<string, unknown>()
  for (const value of values) {
    if (examples.size === 3) break
    const text = JSON.stringify(value)
    const isLong = text.length > limits.characters
    if (!examples.has(text)) examples.set(text, isLong ? `${text.slice(0, limits.characters)}…` : value)
  }
  return [...examples.values()]
}
