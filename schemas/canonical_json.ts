/** JSON text that does not depend on the order of members. Pure. */

/** Returns the JSON text of a value, with the members of every object in the order of their names. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_name, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ''
  )
}
