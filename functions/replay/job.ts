/** Replay: what replay and reprocess share: ports, limits, reading a selection page by page, waiting. */
import { defaultRatePerSecond } from '../../schemas/default_rate.ts'
import type { RunRequest } from '../../schemas/run_request.ts'
import { normalTime } from '../event/time.ts'
import { queryFault } from '../google/query_fault.ts'
import type { Parameters, Warehouse, WarehouseRow } from '../google/warehouse.ts'
import { saveProgress, type RunDeadline, type RunJob, type StepResult } from '../runs/run_job.ts'
import type { Counts } from '../runs/run_log.ts'

/** Maximum number of bytes that one statement of a run may read: a few dollars.
 * https://cloud.google.com/bigquery/docs/best-practices-costs#restrict-bytes-billed */
export const replayMaxBytesBilled = 500 * 1024 ** 3

/** Dependencies of replay and reprocess. */
export interface JobPorts {
  warehouse: Warehouse
  now: () => Date
  wait: (ms: number) => Promise<unknown>
  /** Maximum number of bytes that a selection may read. */
  maximumBytesBilled: number
}

/** A run that sends a selection of stored events or messages again. */
export interface SelectionJob<
  Kind extends 'replay' | 'reprocess',
  Counted extends Counts,
  Position,
> extends RunJob<Kind, Counted, Position> {
  ports: JobPorts
}

type AnyJob = SelectionJob<'replay' | 'reprocess', Counts, unknown>

/** Position in a selection: the last event or message that was handled. */
export interface Cursor {
  receivedAt: string
  eventId: string
}

/** The cursor before the first event of a request. Throws an Error for an invalid period. */
export function startOf(request: { from: string; to: string }): Cursor {
  return { receivedAt: periodOf(request).from, eventId: '' }
}

/** Events or messages in the result of a dry run. */
const maxSamples = 10

/** Adds samples of a dry run, up to the maximum. */
export function withSamples<Sample>(samples: readonly Sample[], more: readonly Sample[]): readonly Sample[] {
  return [...samples, ...more].slice(0, maxSamples)
}

/** Seconds of work between two saves of the progress, and so the maximum that is in flight. */
export const pageSeconds = 5

/** Seconds of work in one publish request. */
const chunkSeconds = 0.05

function sized(messages: number, maximum: number): number {
  return Math.min(maximum, Math.max(1, Math.ceil(messages)))
}

/** Messages per second; a dry run has no limit. */
export function rateOf({ command, isDryRun }: Pick<AnyJob, 'command' | 'isDryRun'>): number {
  return isDryRun ? Infinity : (command.request.rate ?? defaultRatePerSecond)
}

/** Number of messages that are read and saved together, at a rate in messages per second. */
export function pageSize(rate: number): number {
  return sized(rate * pageSeconds, 1000)
}

/** Maximum number of messages in one publish request. */
export const maxChunk = 100

/** Number of messages in the next publish request, if the last one took `ms`. The rate may be infinite, and `ms` may be 0. */
export function chunkSize(rate: number, ms: number): number {
  return sized(rate * Math.min(Math.max(ms / 1000, 0.001), chunkSeconds), maxChunk)
}

/** Reserve at the end of a push for saving the progress, in ms. */
const finishMs = 5000

/** Returns true if something that takes `ms` ends before the deadline. */
export function hasTime({ now, at }: RunDeadline, ms = 0): boolean {
  return now() + ms + finishMs < at
}

/** The period of a request, RFC 3339 with µs. Throws an Error for an invalid period. */
export function periodOf({ from, to }: Pick<RunRequest<'replay'>, 'from' | 'to'>): {
  from: string
  to: string
} {
  const period = { from: normalTime(from), to: normalTime(to) }
  for (const [field, time] of Object.entries(period))
    if (time === undefined) throw new Error(`The field ${field} must be a time such as 2026-03-14T09:00:00Z.`)
  if (period.from! >= period.to!) throw new Error('The field from must be earlier than the field to.')
  return { from: period.from!, to: period.to! }
}

/** Handles a selection page by page, and selects again after a full one. `ended`: the selection cannot be read, and the run has ended
 * with the reason. */
export async function eachPage(
  job: AnyJob,
  select: () => { sql: string; parameters: Parameters },
  { limit, pageRows }: { limit: number; pageRows: number },
  handlePage: (rows: readonly WarehouseRow[]) => Promise<StepResult>,
): Promise<StepResult | 'ended'> {
  const { warehouse, maximumBytesBilled } = job.ports
  for (;;) {
    const { sql, parameters } = select()
    if (!(await checkQueryBytes(job, sql, parameters))) return 'ended'
    let rowCount = 0
    for await (const rows of warehouse.pages(sql, parameters, { pageRows, maximumBytesBilled })) {
      const step = await handlePage(rows)
      if (step !== 'continue') return step
      rowCount += rows.length
    }
    if (rowCount < limit) return 'continue'
  }
}

/** Estimates the bytes that a statement reads. Returns false after ending the run: `failed` for an invalid statement, `blocked` for too
 * many bytes. */
async function checkQueryBytes(
  { run, counts, ports: { warehouse, maximumBytesBilled: maximum } }: AnyJob,
  sql: string,
  parameters: Parameters,
): Promise<boolean> {
  try {
    const { bytes } = await warehouse.estimate(sql, parameters)
    if (bytes <= maximum) return true
    const reason = `The query would read ${inGibibytes(bytes)} GiB; the maximum is ${inGibibytes(maximum)} GiB. Choose a shorter period.`
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

/** Calls `isDone` until it returns true, with growing delays, and saves the progress in between. */
export async function pollUntil(
  job: AnyJob,
  state: 'running' | 'settling',
  isDone: () => Promise<boolean>,
): Promise<StepResult> {
  for (let delayMs = 250; ; delayMs = Math.min(delayMs * 2, 15_000)) {
    if (await isDone()) return 'continue'
    const step = await saveProgress(job, state)
    if (step !== 'continue') return step
    if (!hasTime(job.deadline, delayMs)) return 'retry'
    await job.ports.wait(delayMs)
  }
}
