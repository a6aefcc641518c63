/** Network: groups the writes of concurrent requests of one instance. */

export interface GroupLimits<Item> {
  maxItems: number
  maxBytes: number
  bytesOf: (item: Item) => number
  /** The number that an item counts towards `maxItems`. Default: 1. */
  countOf?: (item: Item) => number
  /** Maximum number of concurrent writes. Further items wait and form the next group. */
  inFlight: number
}

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Returns `add(item)`, which resolves with the item's result once its group is written.
 * `write` returns one result per item, in order. If it throws, every item of the group rejects with its error.
 * There is no timer: an idle instance writes a single item at once, a busy one writes larger groups.
 */
export function groupCommit<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  limits: GroupLimits<Item>,
): (item: Item) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = []
  let writing = 0
  let scheduled = false

  const schedule = (): void => {
    if (scheduled || writing >= limits.inFlight || queue.length === 0) return
    if (limits.maxItems === 1) return startWrites()
    scheduled = true
    // After one turn of the event loop, requests that have already arrived are in the group.
    setImmediate(startWrites)
  }

  const startWrites = (): void => {
    scheduled = false
    while (writing < limits.inFlight && queue.length > 0) void commit(takeGroup(queue, limits))
  }

  const commit = async (group: readonly Waiting<Item, Result>[]): Promise<void> => {
    writing++
    try {
      const results = await write(group.map(({ item }) => item))
      group.forEach(({ resolve }, index) => resolve(results[index]!))
    } catch (error) {
      for (const { reject } of group) reject(error)
    } finally {
      writing--
      schedule()
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      schedule()
    })
}

function takeGroup<Item, Result>(
  queue: Waiting<Item, Result>[],
  { maxItems, maxBytes, bytesOf, countOf = () => 1 }: GroupLimits<Item>,
): Waiting<Item, Result>[] {
  let length = 0
  let count = 0
  let bytes = 0
  for (const { item } of queue) {
    count += countOf(item)
    bytes += bytesOf(item)
    if (length > 0 && (count > maxItems || bytes > maxBytes)) break
    length++
  }
  return queue.splice(0, length)
}
