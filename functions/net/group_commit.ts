/** Serving: concurrent requests of one instance share one write. */

export interface GroupLimits<Item> {
  maxItems: number
  maxBytes: number
  bytesOf: (item: Item) => number
  /** How many an item counts for; 1 unless told. */
  countOf?: (item: Item) => number
  /** Writes under way at once; while that many are, arriving items gather for the next. */
  inFlight: number
}

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Returns `add(item)`, which resolves with that item's own result once its group is written.
 * `write` returns one result per item, in order; when it throws, every item of that group fails with its error.
 * There is no timer: an idle instance writes a lone item at once, a busy one writes larger groups.
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
    scheduled = true
    // One turn of the event loop lets the requests that are already there join the group.
    setImmediate(() => {
      scheduled = false
      while (writing < limits.inFlight && queue.length > 0) void commit(takeGroup(queue, limits))
    })
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
  let taken = 0
  let count = 0
  let bytes = 0
  for (const { item } of queue) {
    count += countOf(item)
    bytes += bytesOf(item)
    if (taken > 0 && (count > maxItems || bytes > maxBytes)) break
    taken++
  }
  return queue.splice(0, taken)
}
