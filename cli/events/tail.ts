/** Command line: follows the events as they are stored, each once, with what became of it at every destination. */
import { setTimeout as wait } from 'node:timers/promises'
import type { EventRow } from '../../schemas/event_rows.ts'
import { billedFor, bytesLeft, intervalAfter, leastInterval, liveLimits } from '../../schemas/live_budget.ts'
import type { ConsoleApi } from '../environment/console_api.ts'
import { isTemporary } from '../terminal/is_temporary.ts'
import { askConsole } from './ask.ts'
import { addOutcomes, foundEvent, type FoundEvent } from './search.ts'
import { readinessOf, type TailFilter } from './tail_filter.ts'

export interface TailOptions extends TailFilter {
  type?: string | undefined
  connection?: string | undefined
  /** Events that were stored at this time or later, in ms since 1970. */
  since: number
  /** True where BigQuery bills nothing: on a local stack. */
  isFree: boolean
  /** What all queries together may be billed, in bytes. */
  maxBytes: number
  /** Ends it. */
  signal: AbortSignal
  /** Called after each look, with what all of them together were billed and the time until the next one, in ms. */
  onLook: (state: { billed: number; everyMs: number }) => void
}

/** Rows of an answer of question `new_events`. One that has as many is followed by another. */
const answerRows = 1000

/** An event is shown if it is stored within this time after it was received. */
const lateMs = 3_600_000

/** Events that are remembered, so that none is shown twice. */
const maxKnown = 200_000

/** Looks that may fail one after the other. */
const maxFailures = 10

/** A query reads at most this much, as every question of the console. */
const maxBytesOfQuery = 1024 ** 3

interface Waiting {
  row: EventRow
  /** With what is known of its outcomes. */
  event: FoundEvent
  /** When it was first seen, in ms of `performance.now()`. */
  seenAt: number
}

/** Yields each event once its destinations have answered, or a few seconds after it was seen. Ends when the signal aborts, with `stopped`, or
 * before the bytes are used up, with `bytes`. Throws for a look that cannot succeed. */
export async function* tailEvents(
  api: ConsoleApi,
  options: TailOptions,
): AsyncGenerator<FoundEvent, 'stopped' | 'bytes'> {
  const { signal, isFree, maxBytes, onLook } = options
  const known = new Set<string>()
  const waiting = new Map<string, Waiting>()
  let storedAt = options.since
  let billed = 0
  let failures = 0

  const mostBytes = (): number => Math.max(1, Math.min(bytesLeft(billed, maxBytes), maxBytesOfQuery))
  const add = (bytes: number): void => {
    billed += billedFor([bytes], isFree)
  }

  /** Reads what was stored since the last look. Rows become visible a moment after they were stored, so each look covers some time again. */
  const readNew = async (): Promise<void> => {
    const start = new Date(Math.max(options.since, storedAt - liveLimits.overlapMs)).toISOString()
    let cursor: { stored_since: string; after_id?: string } = { stored_since: start }
    for (;;) {
      const since = new Date(Date.parse(cursor.stored_since) - lateMs).toISOString()
      const values = { since, ...cursor, type: options.type, via: options.connection }
      const { rows, bytes } = await askConsole<EventRow>(api, 'new_events', values, mostBytes())
      add(bytes)
      for (const row of rows) {
        storedAt = Math.max(storedAt, Date.parse(row.stored_at))
        if (known.has(row.event_id)) continue
        known.add(row.event_id)
        waiting.set(row.event_id, { row, event: foundEvent(row, []), seenAt: performance.now() })
      }
      const last = rows.at(-1)
      if (!last || rows.length < answerRows || signal.aborted) return
      cursor = { stored_since: last.stored_at, after_id: last.event_id }
    }
  }

  /** Reads what became of the events that wait. One that no destination may get needs no query. */
  const readOutcomes = async (): Promise<void> => {
    const asked = Array.from(waiting.values(), ({ row }) => row).filter(({ decisions = [] }) =>
      decisions.some(({ permitted }) => permitted),
    )
    for (let start = 0; start < asked.length; start += answerRows) {
      const rows = asked.slice(start, start + answerRows)
      const { events, bytes } = await addOutcomes(api, rows, mostBytes())
      add(bytes)
      for (const event of events) waiting.get(event.event_id)!.event = event
    }
  }

  /** The events that have waited long enough, in the order in which they were stored. */
  function* ready(extraMs: number): Generator<FoundEvent> {
    for (const [id, { event, seenAt }] of waiting) {
      const readiness = readinessOf(event, options, performance.now() - seenAt + extraMs)
      if (readiness !== 'wait') waiting.delete(id)
      if (readiness === 'show') yield event
    }
  }

  for (;;) {
    const before = billed
    let isUsedUp = false
    try {
      await readNew()
      await readOutcomes()
      failures = 0
    } catch (error) {
      isUsedUp = isOverBudget(error) && bytesLeft(billed, maxBytes) < maxBytesOfQuery
      if (!isUsedUp && (++failures > maxFailures || !isTemporary(error))) throw error
    }
    forgetOldest(known, maxKnown)
    const everyMs = Math.max(intervalAfter(billed - before, isFree), failures * leastInterval(isFree))
    onLook({ billed, everyMs })
    yield* ready(0)
    isUsedUp ||= bytesLeft(billed, maxBytes) < (isFree ? 1 : liveLimits.leastBytes)
    if (!isUsedUp) await wait(everyMs, undefined, { signal }).catch(() => {})
    if (!isUsedUp && !signal.aborted) continue
    // Seen, but not all of their destinations have answered.
    yield* ready(Infinity)
    return isUsedUp ? 'bytes' : 'stopped'
  }
}

/** The console refuses a query that would read more than is left. */
function isOverBudget(error: unknown): boolean {
  const { details = [] } = error as { details?: readonly { reason?: string }[] }
  return details.some(({ reason }) => reason === 'READ_LIMIT')
}

function forgetOldest(known: Set<string>, most: number): void {
  for (const id of known) {
    if (known.size <= most) return
    known.delete(id)
  }
}
