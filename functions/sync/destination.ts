/** Sync: checks the destination that a run request names. A run is for one destination: each has a state, guards and an outcome of its own. Pure. */

/** Returns what is wrong with the destination of a request, in a sentence; undefined for a valid one. Without a destination, a request is for the
 * only one that there is. */
export function destinationProblem(
  destinations: readonly string[],
  asked: string | undefined,
): string | undefined {
  const list = destinations.join(', ')
  if (asked === undefined)
    return destinations.length === 1
      ? undefined
      : `expected one of its destinations in the field destination: ${list}; got none.`
  return destinations.includes(asked)
    ? undefined
    : `expected one of its destinations in the field destination: ${list}; got "${asked}".`
}
