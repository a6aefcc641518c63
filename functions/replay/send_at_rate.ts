/** Replay: the pace of a run: little at a time, and no more a second than asked for. */
import type { RunDeadline } from '../runs/handle_run.ts'
import { chunkSize, hasTime } from './job.ts'

/** Gives the items out as they come due: one by one, and together only those that came due while the last were on their way, so that a
 * live event never waits behind many. `send` says whether it could send all that it was given; whether all items were sent and there is
 * time left. */
export async function sendAtRate<Item>(
  items: readonly Item[],
  rate: number,
  { deadline, wait }: { deadline: RunDeadline; wait: (ms: number) => Promise<unknown> },
  send: (chunk: readonly Item[]) => Promise<boolean>,
): Promise<boolean> {
  let size = 1
  for (let at = 0; at < items.length;) {
    const chunk = items.slice(at, at + size)
    at += chunk.length
    const begun = deadline.now()
    if (!(await send(chunk))) return false
    const taken = deadline.now() - begun
    size = chunkSize(rate, taken)
    const rest = (chunk.length / rate) * 1000 - taken
    if (!hasTime(deadline, rest)) return false
    if (rest > 0) await wait(rest)
  }
  return true
}

/** Tries until nothing is missing, less and less often; false when time is up first. `attempt` gives back what is still missing. */
export async function retryUntilDone<Item>(
  items: readonly Item[],
  { deadline, wait }: { deadline: RunDeadline; wait: (ms: number) => Promise<unknown> },
  attempt: (missing: readonly Item[]) => Promise<readonly Item[]>,
): Promise<boolean> {
  let missing = items
  for (let pause = 500; missing.length > 0; pause = Math.min(pause * 2, 10_000)) {
    missing = await attempt(missing)
    if (missing.length === 0) break
    if (!hasTime(deadline, pause)) return false
    await wait(pause)
  }
  return true
}
