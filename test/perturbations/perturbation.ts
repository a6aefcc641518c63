/** Perturbations: the type of an event with one fault, and of what each target gets. */
import type { Members } from '../../functions/linkage/values.ts'
import type { bases } from './events.ts'

/** `sent`; `not mapped`: the target has no name for the event type; `without a, b`: these fields were left out; `skipped <reason>`. */
type Cell = string

export interface Perturbation {
  title: string
  base: keyof typeof bases
  /** Members that replace those of the base; undefined removes one. */
  change: Members
  /** By target. All others: `sent`. */
  expected: Readonly<Record<string, Cell>>
}
