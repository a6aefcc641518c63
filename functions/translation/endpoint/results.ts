/** Translation layer: what became of each record of a request, within bounds of memory however many there are. Pure. */
import type { TranslationViolation } from '../read_fields.ts'

/** Where a result belongs. */
export interface RecordPosition {
  /** Of the record, from 0. */
  index: number
  /** Of the spreadsheet or file, from 1. */
  row?: number
  /** Of the list that the record is split by, from 0. */
  element?: number
}

export type RecordOutcome =
  | { messageId: string }
  | { violations: readonly TranslationViolation[] }
  /** `validateOnly`: would be published; the event, of the first ones. */
  | { valid: true; event?: object }

export type TranslationResult = RecordPosition & RecordOutcome

/** Results that are told. Of more, all of one kind are told before any of the other: what was refused. */
const maxListed = 10_000

export class Results {
  records = 0
  accepted = 0
  refused = 0
  #accepted: TranslationResult[] = []
  readonly #refused: TranslationResult[] = []

  accept(result: TranslationResult): void {
    this.accepted++
    if (this.#all <= maxListed) this.#accepted.push(result)
    else this.#accepted = []
  }

  refuse(result: TranslationResult): void {
    this.refused++
    if (this.#all > maxListed) this.#accepted = []
    if (this.#refused.length < maxListed) this.#refused.push(result)
  }

  get #all(): number {
    return this.accepted + this.refused
  }

  /** In the order of the records. */
  list(): { results: readonly TranslationResult[]; notListed: number } {
    const results = [...this.#accepted, ...this.#refused].toSorted(
      (a, b) => a.index - b.index || (a.element ?? 0) - (b.element ?? 0),
    )
    return { results, notListed: this.#all - results.length }
  }
}
