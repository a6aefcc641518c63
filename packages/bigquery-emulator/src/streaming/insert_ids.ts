/** insertId: a row sent again within a minute is not written again. Kept in memory, best effort, as BigQuery's is. */

const windowMs = 60_000

export class InsertIds {
  /** The commit that wrote each id, oldest first, and when it was asked for. */
  readonly #seen = new Map<string, { commit: Promise<void>; at: number }>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** The commit of an earlier row of that id, when there was one: wait for it instead of writing. */
  earlier(table: string, id: string): Promise<void> | undefined {
    this.#forget()
    return this.#seen.get(`${table}\n${id}`)?.commit
  }

  /** Notes the ids of a commit under way; a commit that fails is forgotten, so that a retry writes. */
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
