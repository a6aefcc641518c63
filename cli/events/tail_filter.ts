/** Command line: when `sluice tail` shows an event: once it is known what became of it. Pure. */
import type { FoundEvent } from './search.ts'

export interface TailFilter {
  destination?: string | undefined
  outcome?: string | undefined
}

/** How long an event waits for the answers of its destinations, in ms. */
const settleMs = 10_000

/** How long an event may take to get the outcome that is searched, in ms. */
const outcomeMs = 5 * 60_000

const open: ReadonlySet<string> = new Set(['pending', 'deferred'])

/** `show` or `drop` is the end; `wait` means to ask again. `ageMs`: time since the event was first seen. */
export function readinessOf(
  { outcomes }: Pick<FoundEvent, 'outcomes'>,
  { destination, outcome }: TailFilter,
  ageMs: number,
): 'show' | 'drop' | 'wait' {
  const pairs = outcomes.filter((each) => destination === undefined || each.destination === destination)
  const isSettled = pairs.every((each) => !open.has(each.outcome))
  if (outcome === undefined) {
    if (destination !== undefined && pairs.length === 0) return 'drop'
    return isSettled || ageMs >= settleMs ? 'show' : 'wait'
  }
  if (pairs.some((each) => each.outcome === outcome)) return 'show'
  return isSettled || ageMs >= outcomeMs ? 'drop' : 'wait'
}
