/** Replay: keeps a run within its rate limit, in small publish requests. */
import type { RunDeadline } from '../runs/run_job.ts'
import { chunkSize, hasTime, maxChunk } from './job.ts'

interface Clock {
  deadline: RunDeadline
  wait: (ms: number) => Promise<unknown>
}

/** The rate of a run, and when its next message is due. One run has one pace for all its pages. */
export interface Pace {
  /** Messages per second; infinite without a limit. */
  rate: number
  /** On the clock of the deadline, in ms. In the past if the run has lost time. */
  dueAt: number
  /** Not before this time, even after lost time. */
  notBefore: number
  /** Duration of the latest request in ms. */
  lastMs: number
}

export function paceOf(rate: number): Pace {
  return { rate, dueAt: -Infinity, notBefore: -Infinity, lastMs: 0 }
}

/** How much lost time a run makes up for, in ms: reading a page or a slow request does not lower the rate. */
const maxLagMs = 1000

/** Part of the usual interval that stays between two requests while a run makes up for lost time. */
const leastInterval = 0.8

interface Sending<Item> {
  /** Returns false if it could not send its chunk. */
  send: (chunk: readonly Item[]) => Promise<boolean>
  /** True for an item that does not reach the third party, so that it uses nothing of the rate. */
  isFree?: (item: Item) => boolean
  /** True if the run has to stop before the next chunk. */
  isStopped?: () => boolean
}

/** Sends items in order, one at a time at a rate per second; only items that reach the third party count. If a request takes longer than the
 * rate allows, the items that became due meanwhile go together, so that a live event never waits behind many. Returns true if all items
 * were sent and there is time left. */
export async function sendAtRate<Item>(
  items: readonly Item[],
  pace: Pace,
  { deadline, wait }: Clock,
  { send, isFree = () => false, isStopped = () => false }: Sending<Item>,
): Promise<boolean> {
  for (let at = 0; at < items.length;) {
    if (isStopped()) return false
    const { chunk, counted } = nextChunk(items, at, chunkSize(pace.rate, pace.lastMs), isFree)
    const delayMs = counted > 0 ? Math.max(0, Math.max(pace.dueAt, pace.notBefore) - deadline.now()) : 0
    if (!hasTime(deadline, delayMs)) return false
    if (delayMs > 0) await wait(delayMs)
    const startedAt = deadline.now()
    if (!(await send(chunk))) return false
    at += chunk.length
    if (counted === 0) continue
    pace.lastMs = deadline.now() - startedAt
    const intervalMs = (counted / pace.rate) * 1000
    const wasDueAt = pace.dueAt === -Infinity ? startedAt : Math.max(pace.dueAt, startedAt - maxLagMs)
    pace.dueAt = wasDueAt + intervalMs
    pace.notBefore = startedAt + leastInterval * intervalMs
  }
  return hasTime(deadline)
}

/** Returns the next items: those that are free, or up to `size` that count with the free ones between them. */
function nextChunk<Item>(
  items: readonly Item[],
  from: number,
  size: number,
  isFree: (item: Item) => boolean,
): { chunk: readonly Item[]; counted: number } {
  const limit = isFree(items[from]!) ? 0 : size
  let counted = 0
  let to = from
  for (; to < items.length && to - from < maxChunk; to++)
    if (!isFree(items[to]!) && ++counted > limit) {
      counted--
      break
    }
  return { chunk: items.slice(from, to), counted }
}

/** Calls `attempt`, which returns the items that are still missing, with growing delays until it returns none. Returns false if the time
 * is up first. */
export async function retryUntilDone<Item>(
  items: readonly Item[],
  { deadline, wait }: Clock,
  attempt: (missing: readonly Item[]) => Promise<readonly Item[]>,
): Promise<boolean> {
  let missing = items
  for (let delayMs = 500; missing.length > 0; delayMs = Math.min(delayMs * 2, 10_000)) {
    missing = await attempt(missing)
    if (missing.length === 0) break
    if (!hasTime(deadline, delayMs)) return false
    await wait(delayMs)
  }
  return true
}
