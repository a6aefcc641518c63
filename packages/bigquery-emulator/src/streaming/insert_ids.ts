/** insertId: a row that is sent again within a minute is not written again. In memory and best effort, as in BigQuery. */

const windowMs = 60_000

export class InsertIds {
  /** The commit of each id and when it was requested, oldest first. */
  readonly #seen = new Map<string, { commit: Promise<void>; at: number }>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Returns the commit of an earlier row with this id, if any. The caller waits for it instead of writing. */
  earlier(table: string, id: string): Promise<void> | undefined {
    this.#forget()
    return this.#seen.get(`${table}\n${id}`)?.commit
  }

  /** Records the ids of a commit in progress. A failed commit is removed, so that a retry writes. */
  remember(table: string, ids: readonly string[], commit: Promise<void>): void {
    const keys = ids.map((id) => `${table}\n${id}`)
    for (const key of keys) this.#seen.set(key, { commit, at: this.#now() })
    commit.catch(() => {
      for (const key of keys) if (this.#seen.get(key)?.commit === commit) this.#seen.delete(key)
    })
  }

  #forget(): void {
    const limit = this.#now() - windowMs
    for (const [key, { at }] of this.#seen) {
      if (at > limit) return
      this.#seen.delete(key)
    }
  }
}
