/** Sync: sends the changes page by page, within the rate limit and at most one page ahead of the destination. */
import { skipped } from '../../schemas/outcome.ts'
import { tables } from '../../schemas/warehouse.ts'
import { deliveryRow } from '../delivery/row.ts'
import { dispatch } from '../dispatch/dispatch.ts'
import { dispatchPages, type OutgoingRow } from '../dispatch/dispatch_pages.ts'
import { eventOfChange, isUnreadable, rowFaultOf, type ChangedRow } from '../event/row_event.ts'
import type { WarehouseRow } from '../google/warehouse.ts'
import { saveProgress, type StepResult } from '../runs/run_job.ts'
import { changedRow, changedRowColumns } from './changed_row.ts'
import { endedInRun, outcomesOf } from './delivered.ts'
import { sentChanges } from './diff.ts'
import { maxListRows, rowOf, turnOf, turnSql, unendedBefore, unendedOf } from './list_pages.ts'
import { changesOf, isOverdue, secondsLeft, type SyncJob, type SyncStep } from './job.ts'

/** Seconds of work between two saves of the progress, and so the maximum that is in flight. */
const pageSeconds = 10
const maxPageRows = 5000

/** Changes that one statement reads. It sorts what the run has left: a statement for each page would read a million changes a thousand times. */
const maxReadRows = 100_000

/** Seconds of work in one publish request. */
const chunkSeconds = 0.25
const maxChunkRows = 500

/** Sends the changes after the position. */
export async function sendChanges(job: SyncJob): Promise<SyncStep> {
  const { rowsPerSecond } = job.sync
  const pageRows = sized(rowsPerSecond * pageSeconds, job.audience ? maxListRows : maxPageRows)
  const chunkRows = job.audience ? pageRows : sized(rowsPerSecond * chunkSeconds, maxChunkRows)
  const ready = await awaitRoom(job, pageRows)
  if (ready !== 'continue') return ready
  for await (const page of pagesLeft(job, pageRows)) {
    for (const chunk of chunksOf(page, chunkRows)) {
      if (!(await sendChunk(job, chunk))) return saveForRetry(job)
      const after = placeOf(job, chunk.at(-1)!)
      job.position = { ...job.position, after, handled: job.position.handled + chunk.length }
    }
    const saved = await saveProgress(job)
    if (saved !== 'continue') return saved
    if (secondsLeft(job) < pageSeconds) return 'retry'
    const capacity = await awaitRoom(job, pageRows, page)
    if (capacity !== 'continue') return capacity
  }
  return 'continue'
}

function sized(rows: number, maximum: number): number {
  return Math.min(maximum, Math.max(1, Math.ceil(rows)))
}

async function saveForRetry(job: SyncJob): Promise<StepResult> {
  const saved = await saveProgress(job)
  return saved === 'continue' ? 'retry' : saved
}

/** Yields the changes after the position, in their order, at most `pageRows` at a time. A page of a list has one kind of change: the next kind waits until
 * it has ended. */
async function* pagesLeft(job: SyncJob, pageRows: number): AsyncIterable<readonly ChangedRow[]> {
  const limit = Math.floor(maxReadRows / pageRows) * pageRows
  // An interrupted page may have been published in part.
  let mayBeSent = job.run.position !== null
  let found: number
  do {
    found = 0
    for await (const rows of readChanges(job, { limit, pageRows, mayBeSent })) {
      found += rows.length
      const page = rows.map(changedRow)
      if (job.audience) yield* Map.groupBy(page, ({ change }) => change).values()
      else yield page
    }
    mayBeSent = false
  } while (found === limit)
}

/** Reads the changes after the position, in pages. With `mayBeSent`, leaves out those that already have an outcome in this run. */
function readChanges(
  { ports: { warehouse }, run, position, statementParameters, audience }: SyncJob,
  { limit, pageRows, mayBeSent }: { limit: number; pageRows: number; mayBeSent: boolean },
): AsyncIterable<readonly WarehouseRow[]> {
  const place = audience ? turnSql : 'event_id'
  const unsettled = `AND event_id NOT IN (
  SELECT event_id FROM ${warehouse.locate(tables.deliveries.name)} WHERE ${endedInRun}
)`
  return warehouse.pages(
    `SELECT ${changedRowColumns}
FROM ${warehouse.locate(tables.sync_changes.name)}
WHERE run_id = @run AND ${place} > @after AND change IN (${sentChanges}) ${mayBeSent ? unsettled : ''}
ORDER BY ${place}
LIMIT ${limit}`,
    {
      ...statementParameters,
      after: ['STRING', position.after],
      ...(mayBeSent && { started: ['TIMESTAMP', run.startedAt] as const }),
    },
    { pageRows },
  )
}

function placeOf({ audience }: SyncJob, row: ChangedRow): string {
  return audience ? turnOf(row) : row.eventId
}

function chunksOf(page: readonly ChangedRow[], size: number): readonly (readonly ChangedRow[])[] {
  return Array.from({ length: Math.ceil(page.length / size) }, (_, n) => page.slice(n * size, (n + 1) * size))
}

/** Sends a chunk, and waits as the rate limit requires. Returns false if there was not enough time. */
async function sendChunk(job: SyncJob, chunk: readonly ChangedRow[]): Promise<boolean> {
  const { ports, sync, destinationPorts, registry, command, counts, deadline, audience } = job
  const startedAt = deadline.now()
  let sent = 0
  const read = chunk.map((row) => ({ row, event: eventOfChange(sync, row, registry) }))
  let missing: readonly OutgoingRow[] = read.flatMap(({ row, event }) =>
    isUnreadable(event) ? [] : [rowOf(row, event, audience)],
  )
  let unreadable = read.flatMap(({ row, event }) =>
    isUnreadable(event) ? [{ row, detail: rowFaultOf(event) }] : [],
  )
  for (let delayMs = 500; ; delayMs = Math.min(delayMs * 2, 10_000)) {
    await ports.refreshSuppressions()
    const [results, recorded] = await Promise.all([
      (audience ? dispatchPages : dispatch)(destinationPorts, destinationPorts.destination, missing, {
        replayId: command.id,
        source: sync.name,
      }),
      unreadable.length > 0
        ? destinationPorts.record(unreadable.map((each) => rowOfUnreadable(job, each)))
        : [],
    ])
    sent += results.filter(({ kind }) => kind === 'sent').length
    counts['unreadable'] =
      (counts['unreadable'] ?? 0) + recorded.filter(({ kind }) => kind === 'written').length
    missing = missing.filter((_, index) => results[index]!.kind === 'retry')
    unreadable = unreadable.filter((_, index) => recorded[index]!.kind !== 'written')
    if (missing.length + unreadable.length === 0) break
    if (secondsLeft(job) < pageSeconds) return false
    await ports.wait(delayMs)
  }
  counts['sent'] = (counts['sent'] ?? 0) + sent
  const remainingMs = startedAt + (sent / sync.rowsPerSecond) * 1000 - deadline.now()
  if (remainingMs > 0) await ports.wait(remainingMs)
  return true
}

/** Makes the row of `deliveries` for a row of the model that is not a valid event of its type. */
function rowOfUnreadable(
  { sync, destinationPorts, command }: SyncJob,
  { row: { eventId: id, noticedAt }, detail }: { row: ChangedRow; detail: string },
) {
  return deliveryRow(
    destinationPorts.destination,
    {
      id,
      name: sync.event.name,
      messageId: `${command.id}/${id}`,
      attempt: 1,
      receivedAt: noticedAt,
      storedAt: noticedAt,
      replayId: command.id,
      source: sync.name,
    },
    { outcome: skipped('invalid_field', { detail }), latency: 0 },
    destinationPorts.now(),
  )
}

/** Returns true if all sent changes but `maxPending` have an outcome; of a list of people, all. `sent`: the page before, after which this process has sent
 * nothing. */
async function hasRoom(
  job: SyncJob,
  maxPending: number,
  sent: readonly ChangedRow[] | undefined,
): Promise<boolean> {
  const { handled } = job.position
  if (job.audience) return handled === 0 || (await (sent ? unendedOf(job, sent) : unendedBefore(job))) === 0
  if (handled <= maxPending) return true
  const pending = (await outcomesOf(job)).get('pending') ?? 0
  const unsent = changesOf(job) - handled
  return pending - unsent <= maxPending
}

/** Waits until there is room for the next page. */
async function awaitRoom(job: SyncJob, maxPending: number, sent?: readonly ChangedRow[]): Promise<SyncStep> {
  // A page of a list has ended soon, and a million people are a thousand pages.
  for (let delayMs = job.audience ? 250 : 1000; ; delayMs = Math.min(delayMs * 2, 15_000)) {
    if (await hasRoom(job, maxPending, sent)) return 'continue'
    const saved = await saveProgress(job)
    if (saved !== 'continue') return saved
    if (isOverdue(job)) return 'overdue'
    if (secondsLeft(job) < pageSeconds + delayMs / 1000) return 'retry'
    await job.ports.wait(delayMs)
  }
}
