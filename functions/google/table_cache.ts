/** Google APIs: caches a small table. There is no timer: use of the cache refreshes it in the background, so that an idle instance
 * sends no requests and a busy one does not wait. */
import type { TableReader, TableRow } from './table_reader.ts'

/** When the content is refreshed, in ms. */
export const cacheTimesMs = {
  /** Minimum age of content whose use starts a check. */
  checkAfter: 5000,
  /** Minimum age of content whose use waits for the check. */
  waitAfter: 10_000,
  /** Minimum time between two checks if a name is missing or there is no content yet. */
  atMostEvery: 1000,
  /** Maximum age of content that is not checked for a missing name. */
  justChecked: 100,
} as const

/** Maximum number of names that wait for the next check: a flood of unknown names must not delay other events. */
const maxWaiting = 100

export interface TableCache<Content> {
  /** Returns the cached content; undefined until the table was read once. */
  content: () => Content | undefined
  /** Starts a check if one is due. Returns a promise if the content is too old to use without it. */
  refresh: () => Promise<void> | undefined
  /** Checks for missing names, at most once a second, and not again for names that the last check was for. */
  refreshFor: (missing: readonly string[]) => Promise<void>
}

export interface FeedPorts<Content> {
  reader: TableReader
  /** Builds the content from all rows. Must throw if the table exceeds a limit. */
  read: (pages: AsyncIterable<readonly TableRow[]>, before: Content | undefined) => Promise<Content>
  /** Returns the milliseconds of a monotonic clock. */
  now: () => number
  wait: (milliseconds: number) => Promise<unknown>
  /** Called when the table becomes unreadable, not for every failed check. The cached content stays in use. */
  onError: (error: unknown) => void
}

async function* noPages(): AsyncGenerator<readonly TableRow[]> {}

export function tableFeed<Content>({
  reader,
  read,
  now,
  wait,
  onError,
}: FeedPorts<Content>): TableCache<Content> {
  let content: Content | undefined
  let version: string | undefined
  /** When the last successful check and the last check began. */
  let checkedAt = -Infinity
  let attemptedAt = -Infinity
  let checking: Promise<void> | undefined
  let isFailing = false
  /** Names that the last check was for, and names that the next one is for. */
  let checkedNames: ReadonlySet<string> = new Set()
  let waiting = new Set<string>()
  let nextCheck: Promise<void> | undefined

  const check = async (): Promise<void> => {
    const began = (attemptedAt = now())
    checkedNames = waiting
    waiting = new Set()
    try {
      const current = await reader.version()
      if (current === undefined) {
        if (version !== undefined) throw new Error('The table was deleted.')
        content ??= await read(noPages(), content)
      } else if (current !== version) {
        content = await read(reader.pages(), content)
        version = current
      }
      checkedAt = began
      isFailing = false
    } catch (error) {
      if (!isFailing) onError(error)
      isFailing = true
    } finally {
      checking = undefined
    }
  }

  return {
    content: () => content,
    refresh: () => {
      const age = now() - checkedAt
      if (age < cacheTimesMs.checkAfter) return undefined
      const interval = content === undefined ? cacheTimesMs.atMostEvery : cacheTimesMs.checkAfter
      if (!checking && now() - attemptedAt >= interval) checking = check()
      return age < cacheTimesMs.waitAfter ? undefined : checking
    },
    refreshFor: async (missing) => {
      if (now() - checkedAt < cacheTimesMs.justChecked) return
      if (checking) return checking
      const delay = attemptedAt + cacheTimesMs.atMostEvery - now()
      const isUseless = waiting.size >= maxWaiting || missing.every((name) => checkedNames.has(name))
      if (delay > 0 && isUseless) return
      for (const name of missing) waiting.add(name)
      if (delay <= 0) return (checking = check())
      nextCheck ??= wait(delay).then(() => {
        nextCheck = undefined
        return (checking ??= check())
      })
      return nextCheck
    },
  }
}
