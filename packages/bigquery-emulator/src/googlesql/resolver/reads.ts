/** Which columns an expression reads, noted while it is resolved: what GROUP BY must cover, and whose rows an aggregate sums up. */

interface Read {
  name: string
  sql: string
  at: number
  /** A struct with a member of its own name: of a group, the name is either. */
  hasNamesake?: boolean
}

/** One expression's reads of one scope's columns. */
export class Reads {
  readonly #reads: Read[] = []
  readonly #paths: { sql: string; from: number; to: number }[] = []
  /** What GROUPING() was asked about. */
  readonly groupings: { sql: string; at: number }[] = []
  /** Whether a column of a query around this one was read. */
  outside = false

  get count(): number {
    return this.#reads.length
  }

  /** A column was read. */
  note(read: Read): void {
    this.#reads.push(read)
  }

  /** A path was resolved; it holds the reads since `from`. */
  notePath(sql: string, from: number): void {
    if (this.#reads.length > from) this.#paths.push({ sql, from, to: this.#reads.length })
  }

  /** The first read of a key whose name is also one of its members. */
  firstAmbiguous(keys: ReadonlySet<string>): Read | undefined {
    return this.#reads.find(({ sql, hasNamesake }) => hasNamesake && keys.has(sql))
  }

  /** The first read that is neither a group's key nor part of a path that is one. */
  firstOutside(keys: ReadonlySet<string>): Read | undefined {
    const covered = this.#paths.filter(({ sql }) => isKeyOrMember(sql, keys))
    return this.#reads.find(
      (read, i) => !isKeyOrMember(read.sql, keys) && !covered.some(({ from, to }) => from <= i && i < to),
    )
  }
}

const memberOf = /^\((.*)\)\."(?:[^"]|"")*"$/s

/** A member of a grouped struct is as good as the struct. */
function isKeyOrMember(sql: string, keys: ReadonlySet<string>): boolean {
  for (let inner: string | undefined = sql; inner !== undefined; inner = memberOf.exec(inner)?.[1])
    if (keys.has(inner)) return true
  return false
}
