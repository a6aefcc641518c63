/** Translation tests: declares a payload of a real shape with invented values, and what must become of it. */
import type { QuestionAnswers } from '../../../functions/translation/inference/questions.ts'
import type { Translation } from '../../../schemas/translation.ts'

export interface Payload {
  paste: string
  /** The recognized sender and thing: `stripe charge`. */
  sender?: string
  input: Translation['input']
  /** What a person picks and answers. */
  picked?: Translation['event']['name']
  answers?: QuestionAnswers
  /** Ids of the questions → preselected choice; undefined if an answer is needed. */
  questions?: Readonly<Record<string, string | undefined>>
  /** The expected definition. */
  event: Translation['event']['name'] | { from: string }
  fields: Translation['fields']
  link: Translation['link']
  each?: string
  drop?: readonly string[]
  /** False if no event has a clear lead. */
  isChosen?: boolean
  /** The fields of the link in each event, as they reach the typed view. */
  rows: readonly object[]
  /** Number of records that become no event. */
  refused?: number
  /** Other event fields that are kept. */
  kept?: Readonly<Record<string, unknown>>
}

export type Payloads = Readonly<Record<string, Payload>>

export const json = { format: 'json' } as const
export const form = { format: 'form' } as const

export function iso(from: string): { from: string; as: 'iso' } {
  return { from, as: 'iso' }
}

export function upper(from: string): { from: string; as: 'upper' } {
  return { from, as: 'upper' }
}

export function string(from: string): { from: string; as: 'string' } {
  return { from, as: 'string' }
}
