/** Translation layer: collects the results of the records of a request, in limited memory. Pure. */
import type { TranslationViolation } from '../read_fields.ts'

/** The position of a result. */
export interface RecordPosition {
  /** Index of the record, from 0. */
  index: number
  /** Row of the spreadsheet or line of the file, from 1. */
  row?: number
  /** Index in the list that the record is split by, from 0. */
  element?: number
}

type RecordOutcome =
  | { messageId: string }
  | { violations: readonly TranslationViolation[] }
  /** With `validateOnly`: the event would be published. The first results contain it. */
  | { valid: true; event?: object }

type TranslationResult = RecordPosition & RecordOutcome

type Refused = RecordPosition & { violations: readonly TranslationViolation[] }

/** Maximum number of results in the response. If there are more, only refused ones are listed. */
const maxListed = 10_000

export class Results {
  records = 0
  accepted = 0
  refused = 0
  /** Records that yield no event and are not refused. */
  leftOut = 0
  /** Bytes of the body that were read. */
  bytes = 0
  #accepted: TranslationResult[] = []
  readonly #refused: Refused[] = []

  accept(result: TranslationResult): void {
    this.accepted++
    if (this.#all <= maxListed) this.#accepted.push(result)
    else this.#accepted = []
  }

  refuse(result: Refused): void {
    this.refused++
    if (this.#all > maxListed) this.#accepted = []
    if (this.#refused.length < maxListed) this.#refused.push(result)
  }

  get #all(): number {
    return this.accepted + this.refused
  }

  /** Returns the first refused results. */
  refusals(maximum: number): readonly Refused[] {
    return this.#refused.slice(0, maximum)
  }

  /** Returns the results in the order of the records, and the number of those that are not listed. */
  list(): { results: readonly TranslationResult[]; notListed: number } {
    const results = [...this.#accepted, ...this.#refused].toSorted(
      (a, b) => a.index - b.index || (a.element ?? 0) - (b.element ?? 0),
    )
    return { results, notListed: this.#all - results.length }
  }
}
