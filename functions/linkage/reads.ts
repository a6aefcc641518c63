/** Linkage layer: combines the values of several sources. Pure. */

type Read<Scope> = (scope: Scope) => unknown

/** Reads the first value that is present. */
export function firstOf<Scope>(reads: readonly Read<Scope>[]): Read<Scope> {
  return (scope) => {
    for (const read of reads) {
      const value = read(scope)
      if (value !== undefined) return value
    }
    return undefined
  }
}

/** Reads the values that are present; undefined if there are none. */
export function listOf<Scope>(reads: readonly Read<Scope>[]): Read<Scope> {
  return (scope) => {
    const values = reads.map((read) => read(scope)).filter((value) => value !== undefined)
    return values.length > 0 ? values : undefined
  }
}

/** Reads all values; undefined if one of them is absent. */
export function allOf<Scope>(reads: readonly Read<Scope>[]): (scope: Scope) => unknown[] | undefined {
  return (scope) => {
    const values: unknown[] = []
    for (const read of reads) {
      const value = read(scope)
      if (value === undefined) return undefined
      values.push(value)
    }
    return values
  }
}
