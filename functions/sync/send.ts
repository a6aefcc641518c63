/** Sync: sends the changes, a page at a time, no faster than the sync may and never many ahead of the destination. */
import { skipped } from '../../schemas/outcome.ts'
import { tables } from '../../schemas/warehouse.ts'
import { deliveryRow } from '../delivery/row.ts'
import { dispatch, type OutgoingEvent } from '../dispatch/dispatch.ts'
import { endedInRun, outcomesOf } from './delivered.ts'
import { sentChanges } from './diff.ts'
import {
  changesOf,
  isOverdue,
  saveSyncProgress,
  secondsLeft,
  type SyncJob,
  type SyncPosition,
  type SyncStep,
} from './job.ts'
import {
  changedRow,
  changedRowColumns,
  eventOfChange,
  rowFaultOf,
  isUnreadable,
  type ChangedRow,
} from './row_event.ts'

/** Seconds between two notes of how far the run is; so much of it at most is sent and not settled. */
const pageSeconds = 10
const mostOfAPage = 5000

/** Messages that are published together: a quarter of a second's worth. */
const chunkSeconds = 0.25
const mostOfAChunk = 500

/** Sends everything after the position. */
export async function sendChanges(job: SyncJob, from: SyncPosition): Promise<SyncStep> {
  const { rowsPerSecond } = job.sync
  const pageRows = sized(rowsPerSecond * pageSeconds, mostOfAPage)
  let position = from
  // An interrupted page may have been published in part.
  let mayBeSent = job.run.position !== null
  for (;;) {
    const step = await roomFor(job, position, pageRows)
    if (step !== 'on') return step
    const page = await readPage(job, position.after, pageRows, mayBeSent)
    if (page.length === 0) return 'on'
    mayBeSent = false
    for (const chunk of chunksOf(page, sized(rowsPerSecond * chunkSeconds, mostOfAChunk))) {
      if (!(await sendChunk(job, chunk))) return later(job, position)
      const { eventId: after } = chunk.at(-1)!
      position = { ...position, after, handled: position.handled + chunk.length }
    }
    const told = await saveSyncProgress(job, position, 'running')
    if (told !== 'on') return told
    if (secondsLeft(job) < pageSeconds) return 'later'
  }
}

function sized(rows: number, most: number): number {
  return Math.min(most, Math.max(1, Math.ceil(rows)))
}

async function later(job: SyncJob, position: SyncPosition): Promise<SyncStep> {
  const told = await saveSyncProgress(job, position, 'running')
  return told === 'on' ? 'later' : told
}

/** The next changes in the order of their identity. Those that have ended in this run already are left out where there can be any. */
async function readPage(
  { ports: { warehouse }, run, statementParameters }: SyncJob,
  after: string,
  limit: number,
  mayBeSent: boolean,
): Promise<readonly ChangedRow[]> {
  const unsettled = `AND event_id NOT IN (
  SELECT event_id FROM ${warehouse.locate(tables.deliveries.name)} WHERE ${endedInRun}
)`
  const found = await warehouse.rows(
    `SELECT ${changedRowColumns}
FROM ${warehouse.locate(tables.sync_changes.name)}
WHERE run_id = @run AND event_id > @after AND change IN (${sentChanges}) ${mayBeSent ? unsettled : ''}
ORDER BY event_id
LIMIT ${limit}`,
    {
      ...statementParameters,
      after: ['STRING', after],
      ...(mayBeSent && { started: ['TIMESTAMP', run.startedAt] as const }),
    },
  )
  return found.map(changedRow)
}

function chunksOf(page: readonly ChangedRow[], size: number): readonly (readonly ChangedRow[])[] {
  return Array.from({ length: Math.ceil(page.length / size) }, (_, n) => page.slice(n * size, (n + 1) * size))
}

/** Sends a chunk and waits as long as it may take; false when that could not be done in time. */
async function sendChunk(job: SyncJob, chunk: readonly ChangedRow[]): Promise<boolean> {
  const { ports, sync, way, registry, order, counts, deadline } = job
  const begun = deadline.now()
  let sent = 0
  const read = chunk.map((row) => ({ row, event: eventOfChange(sync, row, registry) }))
  let missing: readonly OutgoingEvent[] = read.flatMap(({ row, event }) =>
    isUnreadable(event) ? [] : [{ event, storedAt: row.noticedAt }],
  )
  let unreadable = read.flatMap(({ row, event }) =>
    isUnreadable(event) ? [{ row, detail: rowFaultOf(event) }] : [],
  )
  for (let pause = 500; ; pause = Math.min(pause * 2, 10_000)) {
    await ports.refreshSuppressions()
    const [results, fates] = await Promise.all([
      dispatch(way, way.destination, missing, { replayId: order.id, source: sync.name }),
      unreadable.length > 0 ? way.record(unreadable.map((each) => rowOfUnreadable(job, each))) : [],
    ])
    sent += results.filter(({ kind }) => kind === 'sent').length
    counts['unreadable'] = (counts['unreadable'] ?? 0) + fates.filter(({ kind }) => kind === 'written').length
    missing = missing.filter((_, index) => results[index]!.kind === 'again')
    unreadable = unreadable.filter((_, index) => fates[index]!.kind !== 'written')
    if (missing.length + unreadable.length === 0) break
    if (secondsLeft(job) < pageSeconds) return false
    await ports.wait(pause)
  }
  counts['sent'] = (counts['sent'] ?? 0) + sent
  const rest = begun + (sent / sync.rowsPerSecond) * 1000 - deadline.now()
  if (rest > 0) await ports.wait(rest)
  return true
}

/** A row that is no event of its type ends here, with the reason. */
function rowOfUnreadable(
  { sync, way, order }: SyncJob,
  { row: { eventId: id, noticedAt }, detail }: { row: ChangedRow; detail: string },
) {
  return deliveryRow(
    way.destination,
    {
      id,
      name: sync.event.name,
      messageId: `${order.id}/${id}`,
      attempt: 1,
      receivedAt: noticedAt,
      storedAt: noticedAt,
      replayId: order.id,
      source: sync.name,
    },
    { outcome: skipped('invalid_field', { detail }), latency: 0 },
    way.now(),
  )
}

/** Waits until the destination has dealt with all but a page of what was sent. */
async function roomFor(job: SyncJob, position: SyncPosition, most: number): Promise<SyncStep> {
  for (let pause = 1000; ; pause = Math.min(pause * 2, 15_000)) {
    if (position.handled <= most) return 'on'
    const pending = (await outcomesOf(job)).get('pending') ?? 0
    const unsent = changesOf(job.counts) - position.handled
    if (pending - unsent <= most) return 'on'
    const told = await saveSyncProgress(job, position, 'running')
    if (told !== 'on') return told
    if (isOverdue(job)) return 'overdue'
    if (secondsLeft(job) < pageSeconds + pause / 1000) return 'later'
    await job.ports.wait(pause)
  }
}
