/** Replay: keeps a run within its rate limit, in small publish requests. */
import type { RunDeadline } from '../runs/run_job.ts'
import { chunkSize, hasTime } from './job.ts'

interface Clock {
  deadline: RunDeadline
  wait: (ms: number) => Promise<unknown>
}

/** Sends items one at a time at a rate per second. If a request takes longer than the rate allows, the items that became due meanwhile go
 * together, so that a live event never waits behind many. `send` returns false if it could not send its chunk. Returns true if all items
 * were sent and there is time left. */
export async function sendAtRate<Item>(
  items: readonly Item[],
  rate: number,
  { deadline, wait }: Clock,
  send: (chunk: readonly Item[]) => Promise<boolean>,
): Promise<boolean> {
  let size = 1
  for (let at = 0; at < items.length;) {
    const chunk = items.slice(at, at + size)
    at += chunk.length
    const startedAt = deadline.now()
    if (!(await send(chunk))) return false
    const elapsedMs = deadline.now() - startedAt
    size = chunkSize(rate, elapsedMs)
    const delayMs = (chunk.length / rate) * 1000 - elapsedMs
    if (!hasTime(deadline, delayMs)) return false
    if (delayMs > 0) await wait(delayMs)
  }
  return true
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
