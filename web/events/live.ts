/** Events: looks for new events while the page is open. Each look is a query, so the time between two follows from what one reads. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Failure } from '../api.ts'
import { ask } from '../ask.ts'
import { way } from '../session.ts'
import type { EventRow, OutcomeRow } from './rows.ts'

/** BigQuery bills at least this much for a query; nothing is billed locally. https://cloud.google.com/bigquery/pricing#on_demand_pricing */
const leastBilled = way.signIn === 'local' ? 0 : 10 * 1024 ** 2

export const liveLimits = {
  /** The look ends here. */
  bytes: 2 * 1024 ** 3,
  ms: 10 * 60_000,
  /** At most 200 MB a minute. */
  bytesPerMs: (200 * 1024 ** 2) / 60_000,
  leastMs: way.signIn === 'local' ? 2000 : 5000,
  /** Rows are stored after they are received, so each look covers some time again. */
  overlapMs: 30_000,
  /** Outcomes are read with every third look that has rows. */
  outcomesEvery: 3,
  rows: 200,
} as const

/** Time until the next look, in ms, after one that read this many bytes. */
export function intervalAfter(bytes: number): number {
  return Math.max(liveLimits.leastMs, Math.max(bytes, leastBilled) / liveLimits.bytesPerMs)
}

export interface Live {
  /** The events that have arrived since the list was read, the latest first. */
  rows: readonly EventRow[]
  outcomes: readonly OutcomeRow[]
  /** What all looks together are billed. */
  billed: number
  /** Time between two looks, in ms. */
  everyMs: number
  failure?: Failure
  /** Why it has ended. */
  ended?: 'time' | 'bytes' | 'failed'
}

const start: Live = { rows: [], outcomes: [], billed: 0, everyMs: liveLimits.leastMs }

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
      if (document.visibilityState === 'hidden') return schedule(liveLimits.leastMs)
      const result = await ask<EventRow>('latest_events', {
        since: new Date(seen - liveLimits.overlapMs).toISOString(),
        type,
      })
      if (isStopped) return
      if (!result.ok) return setLive((current) => ({ ...current, failure: result.failure, ended: 'failed' }))
      let bytes = result.body.bytes
      billed += Math.max(bytes, leastBilled)
      for (const row of result.body.rows.toReversed()) {
        if (Date.parse(row.stored_at) < readAt) continue
        if (!known.current.has(row.event_id)) known.current.set(row.event_id, row)
        seen = Math.max(seen, Date.parse(row.received_at))
      }
      if (known.current.size > 0 && looks++ % liveLimits.outcomesEvery === 0) {
        const read = await readOutcomes([...known.current.values()].slice(-50))
        if (isStopped) return
        billed += read.billed
        bytes += read.bytes
        outcomes = read.outcomes
        for (const row of read.events) known.current.set(row.event_id, row)
      }
      const everyMs = intervalAfter(bytes)
      const ended =
        billed >= liveLimits.bytes ? 'bytes' : Date.now() - began >= liveLimits.ms ? 'time' : undefined
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
async function readOutcomes(rows: readonly EventRow[]) {
  const since = rows.reduce((least, { received_at: at }) => (at < least ? at : least), rows[0]!.received_at)
  const until = rows.reduce((most, { received_at: at }) => (at > most ? at : most), since)
  const [events, attempts] = await Promise.all([
    ask<EventRow>('events', { since, until: new Date(Date.parse(until) + 1).toISOString() }),
    ask<OutcomeRow>('outcomes', { since, ids: rows.map(({ event_id: id }) => id) }),
  ])
  const read = [events, attempts].reduce((sum, { ok, ...rest }) => sum + bytesOf({ ok, ...rest }), 0)
  const known = new Set(rows.map(({ event_id: id }) => id))
  return {
    events: events.ok ? events.body.rows.filter(({ event_id: id }) => known.has(id)) : [],
    outcomes: attempts.ok ? attempts.body.rows : [],
    bytes: read,
    billed: 2 * leastBilled + read,
  }
}

function bytesOf(result: { ok: boolean; body?: { bytes: number } }): number {
  return result.body?.bytes ?? 0
}
