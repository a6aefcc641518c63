/** Replay: what the steps of one run share, whether it gives out events or quarantined messages again. */
import { queryFault } from '../google/query_fault.ts'
import type { Parameters, Warehouse } from '../google/warehouse.ts'
import type { RunDeadline } from '../runs/handle_run.ts'
import type { LeasedRun } from '../runs/run_log.ts'

/** Most bytes that one statement of a run may read: some dollars' worth.
 * https://cloud.google.com/bigquery/docs/best-practices-costs#restrict-bytes-billed */
export const replayMaxBytesBilled = 500 * 1024 ** 3

/** What every run takes of the world. */
export interface JobPorts {
  warehouse: Warehouse
  now: () => Date
  /** Waits, in ms. */
  wait: (ms: number) => Promise<unknown>
  /** Most bytes that a selection may read. */
  maximumBytesBilled: number
}

/** Between two notes of how far a run is, in s; so much of it at most is on its way. */
const pageSeconds = 5

/** Messages that are published together at most: those of a twentieth of a second. */
const chunkSeconds = 0.05

function sized(messages: number, most: number): number {
  return Math.min(most, Math.max(1, Math.ceil(messages)))
}

/** How many messages are read and noted together, at so many messages per second. */
export function pageSize(rate: number): number {
  return sized(rate * pageSeconds, 1000)
}

/** How many messages are published together after the last took so many ms; a rate may be infinite, and no time may have gone by. */
export function chunkSize(rate: number, ms: number): number {
  return sized(rate * Math.min(Math.max(ms / 1000, 0.001), chunkSeconds), 100)
}

/** Kept at the end of a push, in ms: to write down how far the run is. */
const finishMs = 5000

/** Whether there is time left for something that takes so many ms. */
export function hasTime({ now, at }: RunDeadline, ms = 0): boolean {
  return now() + ms + finishMs < at
}

/** The period of a request in µs. Throws an Error for one that is none. */
export function periodOf(
  { from, to }: { from: string; to: string },
  normalTime: (text: string) => string | undefined,
): { from: string; to: string } {
  const period = { from: normalTime(from), to: normalTime(to) }
  for (const [field, time] of Object.entries(period))
    if (time === undefined) throw new Error(`The field ${field} must be a time such as 2026-03-14T09:00:00Z.`)
  if (period.from! >= period.to!) throw new Error('The field from must be a time before to.')
  return { from: period.from!, to: period.to! }
}

/** Asks BigQuery what a statement would read, before anything else is done; whether it may go on. A statement that is wrong ends the run
 * with BigQuery's words, one that would read too much with how much. */
export async function checkQueryBytes(
  { estimate }: Warehouse,
  run: LeasedRun,
  sql: string,
  parameters: Parameters,
  most: number,
): Promise<boolean> {
  const { counts } = run
  try {
    const { bytes } = await estimate(sql, parameters)
    if (bytes <= most) return true
    const reason = `It would read ${inGibibytes(bytes)} GiB, more than the ${inGibibytes(most)} GiB that a run may: choose a shorter period.`
    await run.end({ state: 'blocked', reason, counts })
  } catch (error) {
    const fault = queryFault(error)
    if (!fault) throw error
    await run.end({ state: 'failed', reason: fault.message, counts })
  }
  return false
}

function inGibibytes(bytes: number): string {
  return (bytes / 1024 ** 3).toPrecision(3)
}

/** How a step of a run ended: it goes on, or not: someone asked it to stop, or time is up or another process has taken it over. */
export type StepResult = 'on' | 'cancelled' | 'later'

/** Ends a run that was asked to stop; leaves one that goes on later. */
export async function endOrYield(
  run: LeasedRun,
  step: 'cancelled' | 'later',
  { counts, result }: { counts: LeasedRun['counts']; result?: unknown },
): Promise<'done' | 'later'> {
  if (step === 'later') return 'later'
  await run.end({ state: 'cancelled', reason: 'Someone asked it to stop.', counts, result })
  return 'done'
}
