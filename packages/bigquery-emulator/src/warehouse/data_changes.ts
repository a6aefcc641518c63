/** Data changes: records when each table's rows last changed, for lastModifiedTime and etags. Readers can cache rows until then. */
import type { StoredTable } from '../googlesql/catalog.ts'

export class DataChanges {
  readonly #lastMs = new Map<string, number>()
  /** Number of changes of stored rows, by table. Rows that are only added do not count. */
  readonly #rewrites = new Map<string, number>()
  readonly #openedMs: number

  /** `openedMs`: upper bound for changes made before the file was opened, in ms since 1970. */
  constructor(openedMs: number) {
    this.#openedMs = openedMs
  }

  /** Records a change of the table's rows. Two changes never share a millisecond. */
  note(table: Pick<StoredTable, 'sql'>): void {
    this.noteAdded(table)
    this.#rewrites.set(table.sql, this.rewrites(table) + 1)
  }

  /** Records that rows were added to the table, and that no other one changed. */
  noteAdded({ sql }: Pick<StoredTable, 'sql'>): void {
    this.#lastMs.set(sql, Math.max(Date.now(), (this.#lastMs.get(sql) ?? 0) + 1))
  }

  /** Returns a number that differs after every change of stored rows. */
  rewrites({ sql }: Pick<StoredTable, 'sql'>): number {
    return this.#rewrites.get(sql) ?? 0
  }

  /** Returns the time of the last change in ms since 1970. `createdMs` is the creation time of the table. */
  lastMs({ sql }: Pick<StoredTable, 'sql'>, createdMs: number): number {
    return this.#lastMs.get(sql) ?? Math.max(createdMs, Math.min(this.#openedMs, Date.now()))
  }
}
