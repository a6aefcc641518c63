/** insertId: a row that is sent again within a minute is not written again. In memory and best effort, as in BigQuery. */
import { Fifo } from '../../../shared/src/fifo.ts'

const windowMs = 60_000

/** The ids that were requested together. */
interface Requested {
  at: number
  keys: readonly string[]
  commit: Promise<void>
}

export class InsertIds {
  /** The commit of each id. */
  readonly #commits = new Map<string, Promise<void>>()
  /** Oldest first. An iteration over the map would pass over all ids that were forgotten before, for each row. */
  readonly #requested = new Fifo<Requested>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Returns the commit of an earlier row with this id, if any. The caller waits for it instead of writing. */
  earlier(table: string, id: string): Promise<void> | undefined {
    this.#forget()
    return this.#commits.get(`${table}\n${id}`)
  }

  /** Records the ids of a commit in progress. A failed commit is removed, so that a retry writes. */
  remember(table: string, ids: readonly string[], commit: Promise<void>): void {
    const keys = ids.map((id) => `${table}\n${id}`)
    for (const key of keys) this.#commits.set(key, commit)
    this.#requested.push({ at: this.#now(), keys, commit })
    commit.catch(() => this.#remove(keys, commit))
  }

  #forget(): void {
    const limit = this.#now() - windowMs
    for (let oldest = this.#requested.peek(); oldest && oldest.at <= limit; oldest = this.#requested.peek()) {
      this.#requested.shift()
      this.#remove(oldest.keys, oldest.commit)
    }
  }

  #remove(keys: readonly string[], commit: Promise<void>): void {
    for (const key of keys) if (this.#commits.get(key) === commit) this.#commits.delete(key)
  }
}
