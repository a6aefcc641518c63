/** Events: looks for new events while the page is open. Each look is a query, so the time between two follows from what one reads. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { ask } from '../ask.ts'
import { way } from '../session.ts'
import {
  billedFor,
  bytesLeft,
  endAfter,
  intervalAfter,
  leastInterval,
  liveLimits,
} from '../../schemas/live_budget.ts'
import type { EventRow, OutcomeRow } from '../../schemas/event_rows.ts'

const isFree = way.signIn === 'local'

export interface Live {
  /** The events that have arrived since the list was read, the latest first. */
  rows: readonly EventRow[]
  outcomes: readonly OutcomeRow[]
  /** What all looks together are billed. */
  billed: number
  /** Time between two looks, in ms. */
  everyMs: number
  /** Why it has ended. */
  ended?: 'time' | 'bytes' | 'too much' | 'failed'
}

const start: Live = { rows: [], outcomes: [], billed: 0, everyMs: leastInterval(isFree) }

/** A query reads at most this much, as every question of a page. */
const mostBytes = 1024 ** 3

/** Looks while `isOn` for events that were stored since `readAt`, in ms since 1970. It waits while the page is hidden. */
export function useLive(isOn: boolean, readAt: number, type: string | undefined): Live {
  const [live, setLive] = useState(start)
  const known = useRef(new Map<string, EventRow>())
  useEffect(() => {
    if (!isOn) return undefined
    known.current = new Map()
    setLive(start)
    const began = Date.now()
    let isStopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let looks = 0
    let billed = 0
    let seen = readAt
    let outcomes: readonly OutcomeRow[] = []

    const look = async (): Promise<void> => {
      if (document.visibilityState === 'hidden') return schedule(leastInterval(isFree))
      const left = bytesLeft(billed)
      const result = await ask<EventRow>(
        'latest_events',
        { since: new Date(seen - liveLimits.overlapMs).toISOString(), type },
        { maxBytes: Math.min(left, mostBytes) },
      )
      if (isStopped) return
      if (!result.ok) {
        const tooMuch = left < mostBytes ? 'bytes' : 'too much'
        const failed = result.failure.kind === 'too much' ? tooMuch : 'failed'
        return setLive((current) => ({ ...current, ended: failed }))
      }
      const reads = [result.body.bytes]
      for (const row of result.body.rows.toReversed()) {
        if (Date.parse(row.stored_at) < readAt) continue
        if (!known.current.has(row.event_id)) known.current.set(row.event_id, row)
        seen = Math.max(seen, Date.parse(row.received_at))
      }
      if (known.current.size > 0 && looks++ % liveLimits.outcomesEvery === 0) {
        const maxBytes = Math.min((left - billedFor(reads, isFree)) / 2, mostBytes)
        const read = await readOutcomes([...known.current.values()].slice(-50), Math.floor(maxBytes))
        if (isStopped) return
        reads.push(...read.reads)
        outcomes = read.outcomes
        for (const row of read.events) known.current.set(row.event_id, row)
      }
      const billedNow = billedFor(reads, isFree)
      billed += billedNow
      const everyMs = intervalAfter(billedNow, isFree)
      const ended = endAfter(billed, Date.now() - began)
      const rows = [...known.current.values()]
        .toSorted((one, other) => other.received_at.localeCompare(one.received_at))
        .slice(0, liveLimits.rows)
      setLive({ rows, outcomes, billed, everyMs, ...(ended && { ended }) })
      if (!ended) schedule(everyMs)
    }
    const schedule = (ms: number): void => {
      timer = setTimeout(() => void look(), ms)
    }
    void look()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [isOn, readAt, type])
  return live
}

/** Reads decisions and outcomes of the rows. Without an answer the rows show that they are unknown. */
async function readOutcomes(rows: readonly EventRow[], maxBytes: number) {
  const none = { events: [], outcomes: [], reads: [] }
  if (maxBytes < 1) return none
  const since = rows.reduce((least, { received_at: at }) => (at < least ? at : least), rows[0]!.received_at)
  const until = rows.reduce((most, { received_at: at }) => (at > most ? at : most), since)
  const [events, attempts] = await Promise.all([
    ask<EventRow>('events', { since, until: new Date(Date.parse(until) + 1).toISOString() }, { maxBytes }),
    ask<OutcomeRow>('outcomes', { since, ids: rows.map(({ event_id: id }) => id) }, { maxBytes }),
  ])
  const known = new Set(rows.map(({ event_id: id }) => id))
  return {
    events: events.ok ? events.body.rows.filter(({ event_id: id }) => known.has(id)) : [],
    outcomes: attempts.ok ? attempts.body.rows : [],
    reads: [events, attempts].flatMap((answer) => (answer.ok ? [answer.body.bytes] : [])),
  }
}
