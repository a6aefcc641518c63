/** Runs: orders the counts of a run for display. */

/** In processing order: the rows read, the rows sent, and their outcomes. */
const order = [
  'model',
  'added',
  'changed',
  'removed',
  'unchanged',
  'selected',
  'promoted',
  'sent',
  'delivered',
  'restricted',
  'skipped',
  'refused',
  'dead',
  'pending',
  'broken',
  'duplicate_orders',
]

/** Sorts counts, which BigQuery returns in alphabetical order. Unknown names come last. */
export function countsInOrder<Count>(
  counts: Readonly<Record<string, Count>>,
): readonly (readonly [name: string, count: Count])[] {
  const positionOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  return Object.entries(counts).toSorted(([a], [b]) => positionOf(a) - positionOf(b))
}
