/** Google APIs: follows a small table. It has no timer: use keeps it fresh, in the background, so that an idle instance asks
 * nothing and a busy one does not wait. */
import type { TableReader, TableRow } from './table_reader.ts'

/** How fresh the content is kept, in ms. */
export const cacheTimesMs = {
  /** Use of content that was checked longer ago starts a check. */
  checkAfter: 5000,
  /** Content that was checked longer ago, after a time without use, is not gone by before it is checked. */
  waitAfter: 10_000,
  /** The time between two checks, when a name is missing or there is no content yet. */
  atMostEvery: 1000,
  /** Content that was checked less long ago has what there is. */
  justChecked: 100,
} as const

/** Names that may wait for the next check: a flood of others must not hold up the events among them. */
const mostWaiting = 100

export interface TableCache<Content> {
  /** What is known; undefined until the table was read once. */
  content: () => Content | undefined
  /** Starts a check where one is due; gives a promise where it is worth the wait. */
  refresh: () => Promise<void> | undefined
  /** Checks for names that are missing: at once, or when the last check is a second ago; not again for names that the last one
   * was for. */
  refreshFor: (missing: readonly string[]) => Promise<void>
}

export interface FeedPorts<Content> {
  reader: TableReader
  /** Makes the content of all rows. Must throw rather than go beyond bounds. */
  read: (pages: AsyncIterable<readonly TableRow[]>, before: Content | undefined) => Promise<Content>
  /** Milliseconds of a clock that only goes forward. */
  now: () => number
  wait: (milliseconds: number) => Promise<unknown>
  /** Tells, once each time, that the table cannot be read; what was read before stays. */
  onError: (error: unknown) => void
}

async function* nothing(): AsyncGenerator<readonly TableRow[]> {}

export function tableFeed<Content>({
  reader,
  read,
  now,
  wait,
  onError,
}: FeedPorts<Content>): TableCache<Content> {
  let content: Content | undefined
  let version: string | undefined
  /** When the last check that succeeded, and the last one at all, began. */
  let checkedAt = -Infinity
  let attemptedAt = -Infinity
  let checking: Promise<void> | undefined
  let isTroubled = false
  /** Names that the last check was for, and those that the next will be for. */
  let looked: ReadonlySet<string> = new Set()
  let waiting = new Set<string>()
  let turn: Promise<void> | undefined

  const check = async (): Promise<void> => {
    const began = (attemptedAt = now())
    looked = waiting
    waiting = new Set()
    try {
      const found = await reader.version()
      if (found === undefined) {
        if (version !== undefined) throw new Error('The table is gone.')
        content ??= await read(nothing(), content)
      } else if (found !== version) {
        content = await read(reader.pages(), content)
        version = found
      }
      checkedAt = began
      isTroubled = false
    } catch (error) {
      if (!isTroubled) onError(error)
      isTroubled = true
    } finally {
      checking = undefined
    }
  }

  return {
    content: () => content,
    refresh: () => {
      const age = now() - checkedAt
      if (age < cacheTimesMs.checkAfter) return undefined
      const pause = content === undefined ? cacheTimesMs.atMostEvery : cacheTimesMs.checkAfter
      if (!checking && now() - attemptedAt >= pause) checking = check()
      return age < cacheTimesMs.waitAfter ? undefined : checking
    },
    refreshFor: async (missing) => {
      if (now() - checkedAt < cacheTimesMs.justChecked) return
      if (checking) return checking
      const pause = attemptedAt + cacheTimesMs.atMostEvery - now()
      if (pause > 0 && (waiting.size >= mostWaiting || missing.every((name) => looked.has(name)))) return
      for (const name of missing) waiting.add(name)
      if (pause <= 0) return (checking = check())
      turn ??= wait(pause).then(() => {
        turn = undefined
        return (checking ??= check())
      })
      return turn
    },
  }
}
