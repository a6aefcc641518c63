/** When each table's rows last changed, for lastModifiedTime and etags: a reader may keep what it read until then. */
import type { StoredTable } from '../googlesql/catalog.ts'

export class DataChanges {
  readonly #lastMs = new Map<string, number>()
  readonly #openedMs: number

  /** `openedMs`: no change of the file before it was opened is younger. */
  constructor(openedMs: number) {
    this.#openedMs = openedMs
  }

  /** The table's rows changed; two changes never share a millisecond. */
  note({ sql }: Pick<StoredTable, 'sql'>): void {
    this.#lastMs.set(sql, Math.max(Date.now(), (this.#lastMs.get(sql) ?? 0) + 1))
  }

  /** Milliseconds since 1970; `createdMs` is when the table was made. */
  lastMs({ sql }: Pick<StoredTable, 'sql'>, createdMs: number): number {
    return this.#lastMs.get(sql) ?? Math.max(createdMs, Math.min(this.#openedMs, Date.now()))
  }
}
