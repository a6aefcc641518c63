/** Schemas: what runs count, in the order in which people are told of it. */

/** As work goes on: what there is, what of it goes out, what becomes of that. */
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
]

/** BigQuery keeps them in the order of their names. What has no place here comes last. */
export function countsInOrder<Count>(
  counts: Readonly<Record<string, Count>>,
): readonly (readonly [name: string, count: Count])[] {
  const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  return Object.entries(counts).toSorted(([a], [b]) => place(a) - place(b))
}
