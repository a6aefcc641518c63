/** GoogleSQL resolver: records the columns that an expression reads, to check GROUP BY and aggregates of outer columns. */

interface Read {
  name: string
  sql: string
  at: number
  /** True for a struct with a member of its own name. If the struct is a group key, the name is ambiguous. */
  hasNamesake?: boolean
  /** True for the whole row of a table as a value. */
  isRow?: boolean
}

/** The reads of one scope's columns by one expression. */
export class Reads {
  readonly #reads: Read[] = []
  readonly #paths: { sql: string; from: number; to: number }[] = []
  /** The arguments of GROUPING(). */
  readonly groupings: { sql: string; at: number }[] = []
  /** True if a column of an outer query was read. */
  outside = false

  get count(): number {
    return this.#reads.length
  }

  /** True if the expression uses a whole row as a value. */
  get hasRow(): boolean {
    return this.#reads.some(({ isRow }) => isRow)
  }

  /** Records the read of a column. */
  note(read: Read): void {
    this.#reads.push(read)
  }

  /** Records a resolved path. It covers all reads since `from`. */
  notePath(sql: string, from: number): void {
    if (this.#reads.length > from) this.#paths.push({ sql, from, to: this.#reads.length })
  }

  /** Returns the first read of a key that has a member of the same name. */
  firstAmbiguous(keys: ReadonlySet<string>): Read | undefined {
    return this.#reads.find(({ sql, hasNamesake }) => hasNamesake && keys.has(sql))
  }

  /** Returns the first read that is neither a key nor part of a path that is a key. */
  firstOutside(keys: ReadonlySet<string>): Read | undefined {
    const covered = this.#paths.filter(({ sql }) => isKeyOrMember(sql, keys))
    return this.#reads.find(
      (read, i) => !isKeyOrMember(read.sql, keys) && !covered.some(({ from, to }) => from <= i && i < to),
    )
  }
}

const memberOf = /^\((.*)\)\."(?:[^"]|"")*"$/s

/** Returns true for a key, or a member of a struct that is a key. */
function isKeyOrMember(sql: string, keys: ReadonlySet<string>): boolean {
  for (let inner: string | undefined = sql; inner !== undefined; inner = memberOf.exec(inner)?.[1])
    if (keys.has(inner)) return true
  return false
}
