/** Translation layer: says of every field of some records what it most likely is, how sure that is and why. Pure. */
import type { FieldType } from '../../../schemas/translation/input.ts'
import { isPlainObject, type Members } from '../../linkage/values.ts'
import { isEmpty } from '../field_types.ts'
import { typeOf, type Guess } from './infer_type.ts'
import { snakeName } from '../formats/names.ts'
import { personalGuess } from './personal.ts'

export interface FieldInference {
  /** As links and `fields` of a translation write it. */
  path: string
  /** What its values are read as; objects and lists stay what they are. */
  type: FieldType | 'object' | 'list'
  /** Whether a translation must say so: JSON tells numbers from texts by itself. */
  declared: boolean
  /** From 0 to 1: the share of the samples that agree, lower where there are few. */
  confidence: number
  /** `4 of 5 samples, 1 empty`, with what else speaks for it. */
  why: string
  /** At most three values, each different. */
  examples: readonly unknown[]
  /** Why it seems to hold personal data. */
  personal?: string
  /** Whether it is a field of a list's elements. */
  inList: boolean
}

const most = { records: 1000, fields: 2000, depth: 8, samples: 200, characters: 200 } as const

interface Seen {
  path: string
  values: unknown[]
  /** How often there was nothing, or null, or an empty text. */
  empty: number
  inList: boolean
}

/** The fields in the order of their first coming. */
export function infer(records: readonly Members[]): readonly FieldInference[] {
  const fields = new Map<string, Seen>()
  const parents = new Map<string, number>()
  for (const record of records.slice(0, most.records)) see(fields, parents, '', record, false, 0)
  return [...fields.values()].map((seen) => inferenceOf(seen, parents))
}

function see(
  fields: Map<string, Seen>,
  parents: Map<string, number>,
  before: string,
  record: Members,
  inList: boolean,
  depth: number,
): void {
  parents.set(before, (parents.get(before) ?? 0) + 1)
  for (const [name, value] of Object.entries(record)) {
    const path = before === '' ? name : `${before}.${name}`
    let seen = fields.get(path)
    if (!seen) {
      if (fields.size >= most.fields) return
      fields.set(path, (seen = { path, values: [], empty: 0, inList }))
    }
    if (isEmpty(value, 'text')) seen.empty++
    else if (seen.values.length < most.samples) seen.values.push(value)
    if (depth >= most.depth) continue
    if (isPlainObject(value)) see(fields, parents, path, value, inList, depth + 1)
    if (Array.isArray(value))
      for (const element of value.slice(0, most.samples))
        if (isPlainObject(element)) see(fields, parents, path, element, true, depth + 1)
  }
}

function inferenceOf(
  { path, values, empty, inList }: Seen,
  parents: ReadonlyMap<string, number>,
): FieldInference {
  const name = path.split('.').at(-1)!
  const guess: Guess = typeOf(snakeName(name), values)
  const parent = parents.get(path.split('.').slice(0, -1).join('.')) ?? 0
  const missing = Math.max(0, Math.min(parent, most.samples) - values.length - empty)
  const texts = values.filter((value) => typeof value !== 'object').map(String)
  const personal = personalGuess(snakeName(name), texts)
  const blank = empty + guess.blank
  const counts = [
    `${guess.agreeing} of ${values.length + empty} samples`,
    ...(blank > 0 ? [`${blank} empty`] : []),
    ...(missing > 0 ? [`${missing} without it`] : []),
  ].join(', ')
  const filled = values.length - guess.blank
  return {
    path,
    type: guess.type,
    declared: guess.declared,
    confidence: Number(((guess.agreeing + 1) / (filled + 2)).toFixed(2)) * (guess.ambiguity ? 0.5 : 1),
    why: [counts, ...(guess.because ? [guess.because] : [])].join('; '),
    examples: examplesOf(values),
    ...(personal !== undefined && { personal }),
    inList,
  }
}

function examplesOf(values: readonly unknown[]): readonly unknown[] {
  const found = new Map<string, unknown>()
  for (const value of values) {
    if (found.size === 3) break
    const text = JSON.stringify(value)
    const isLong = text.length > most.characters
    if (!found.has(text)) found.set(text, isLong ? `${text.slice(0, most.characters)}…` : value)
  }
  return [...found.values()]
}
