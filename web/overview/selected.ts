/** Overview: computes the numbers of the selection. Pure. */
import { sectionRows, type OverviewData, type FunnelRow, type LatencyRow } from './overview_data.ts'

/** The selected event type and destination. Empty: all. */
export interface Selection {
  eventName: string
  destination: string
}

function matches(selected: string, name: string | null): boolean {
  return selected === '' || selected === name
}

/** The rows of the selected event type at the selected destination. */
export function ofPairs<Row extends { event_name: string | null; destination: string | null }>(
  rows: readonly Row[],
  { eventName, destination }: Selection,
): readonly Row[] {
  return rows.filter(
    (row) =>
      row.destination !== null && matches(eventName, row.event_name) && matches(destination, row.destination),
  )
}

/** The rows that count each event of the selected type once. */
export function ofEvents<Row extends { event_name: string | null; destination?: string | null }>(
  rows: readonly Row[],
  { eventName }: Selection,
): readonly Row[] {
  return rows.filter((row) => (row.destination ?? null) === null && matches(eventName, row.event_name))
}

export function sumOf<Row>(rows: readonly Row[], value: (row: Row) => number | null): number {
  return rows.reduce((total, row) => total + (value(row) ?? 0), 0)
}

/** Outcomes that are shown together, with the words for each. */
export const waiting = [
  ['pending', 'not attempted yet'],
  ['deferred', 'to be retried'],
] as const
export const failed = [
  ['refused', 'refused'],
  ['dead', 'dead-lettered'],
] as const

/** Number of pairs for each of several outcomes, without zeros. */
export function pairsByOutcome(rows: readonly FunnelRow[], outcomes: typeof waiting | typeof failed) {
  return outcomes
    .map(([outcome, title]) => ({ outcome, title, pairs: sumOf(rows, (row) => row[outcome]) }))
    .filter(({ pairs }) => pairs > 0)
}

/** Pairs of an event and a destination by stage. */
export interface Ways {
  stored: number
  restricted: number
  permitted: number
  delivered: number
  skipped: number
  /** Permitted, and not attempted yet or to be retried. */
  waiting: number
  /** Refused or dead-lettered. */
  failed: number
}

export function waysOf(rows: readonly FunnelRow[]): Ways {
  return {
    stored: sumOf(rows, (row) => row.stored),
    restricted: sumOf(rows, (row) => row.restricted),
    permitted: sumOf(rows, (row) => row.permitted),
    delivered: sumOf(rows, (row) => row.delivered),
    skipped: sumOf(rows, (row) => row.skipped),
    waiting: sumOf(rows, (row) => (row.pending ?? 0) + (row.deferred ?? 0)),
    failed: sumOf(rows, (row) => (row.refused ?? 0) + (row.dead ?? 0)),
  }
}

interface Figures extends Ways {
  received: number
  quarantined: number
}

/** The key figures. Received, stored and quarantined do not depend on the destination. */
export function figuresOf({ sections }: OverviewData, selection: Selection): Figures {
  const rows = sectionRows(sections.funnel)
  const events = ofEvents(rows, selection)
  return {
    ...waysOf(ofPairs(rows, selection)),
    received: sumOf(events, (row) => row.received),
    stored: sumOf(events, (row) => row.stored),
    quarantined: sumOf(events, (row) => row.quarantined),
  }
}

/** A broken promise: its column in view `reconciliation` and the days and destinations at which it was broken. */
interface Broken {
  promise: string
  count: number
  cells: readonly { day: string; destination: string | null; count: number }[]
}

/** The broken promises of all event types, because they are counted by destination; undefined if they are not known. */
export function brokenPromises(
  { sections, promises, isCounted }: OverviewData,
  { destination }: Selection,
): readonly Broken[] | undefined {
  if (!('rows' in sections.reconciliation)) return undefined
  // Of counted days without a row, nobody has checked the promises.
  if (isCounted && sections.reconciliation.rows.length === 0) return undefined
  const rows = sections.reconciliation.rows.filter(
    (row) => row.destination === null || matches(destination, row.destination),
  )
  return Object.keys(promises)
    .map((promise) => {
      const cells = rows
        .map((row) => ({ day: row.day, destination: row.destination, count: Number(row[promise] ?? 0) }))
        .filter(({ count }) => count !== 0)
      return { promise, cells, count: sumOf(cells, ({ count }) => count) }
    })
    .filter(({ count }) => count !== 0)
}

/** The percentiles of the selection: of the whole period, or of each of its parts. */
export function latencyOf(
  rows: readonly LatencyRow[],
  { eventName, destination }: Selection,
  of: 'period' | 'parts',
): readonly LatencyRow[] {
  return rows.filter(
    (row) =>
      (row.bucket === null) === (of === 'period') &&
      (row.event_name ?? '') === eventName &&
      (row.destination === null || matches(destination, row.destination)),
  )
}
