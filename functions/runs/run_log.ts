/** Runs: keeps the row of one run in table `runs`, and the lease of its scope. An interrupted run resumes at the position in its row. */
import type { RunKind } from '../../schemas/run_request.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { Parameters, Warehouse, WarehouseRow } from '../google/warehouse.ts'
import { leaseOn } from '../storage/lease.ts'
import { requestedByQuery } from './requested_by.ts'

/** A requested run. */
export interface RunRecord {
  /** Id of the run request. */
  id: string
  kind: RunKind
  /** Runs of one scope exclude each other: `sync/customer_profiles`. */
  scope: string
  name?: string
  destination?: string
  dryRun: boolean
  /** The request without personal data: that of an erasure has no identities. */
  request: unknown
  /** RFC 3339. */
  requestedAt: string
  /** Who asked, if the topic of the request proves it. */
  requestedBy?: string | undefined
}

export type Counts = Readonly<Record<string, number>>

/** Saved progress of a run. */
interface Progress {
  counts: Counts
  /** Where the run resumes after an interruption; JSON. */
  position?: unknown
  /** `settling`: everything is sent. */
  state?: 'running' | 'settling'
}

/** How a run ended. */
export interface RunEnd {
  state: 'finished' | 'blocked' | 'cancelled' | 'failed'
  reason?: string
  counts: Counts
  result?: unknown
  /** Message of the log entry for a blocked or failed run. Default: `logMessages.run`. */
  alert?: string
}

export const cancelledReason = 'Cancelled on request.'

/** A run whose lease this process holds. */
export interface LeasedRun {
  counts: Counts
  position: unknown
  state: 'running' | 'settling'
  /** RFC 3339. */
  startedAt: string
  /** Saves the progress and renews the lease. `cancelled`: the run was asked to stop. `lost`: another process has taken it over. */
  save: (progress: Progress) => Promise<'continue' | 'cancelled' | 'lost'>
  end: (ending: RunEnd) => Promise<void>
  /** Reserves the lease for the redelivery that resumes the run. */
  suspend: () => Promise<void>
}

/** `busy`: another run of the scope, or another process with this run, holds the lease. `ended`: the run has ended. */
type AcquireResult = { kind: 'held'; run: LeasedRun } | { kind: 'busy'; by: string } | { kind: 'ended' }

export interface RunPorts {
  warehouse: Warehouse
  /** Unique id of this attempt. */
  holder: string
  /** Lease duration in ms, unless renewed. */
  leaseMs: number
  /** Calls a task every `ms`. Returns the function that stops it. */
  repeat: (task: () => void, ms: number) => () => void
}

/** Scope in `leases` whose row cancels a run that has not begun. No run holds it. */
function cancellationScope(run: string): string {
  return `cancel/${run}`
}

/** Begins or resumes a run. */
export async function acquireRun(
  { warehouse, holder, leaseMs, repeat }: RunPorts,
  record: RunRecord,
): Promise<AcquireResult> {
  const { locate, change, rows } = warehouse
  const runs = locate(tables.runs.name)
  const ids: Parameters = { run: ['STRING', record.id], cancelled: ['STRING', cancellationScope(record.id)] }
  const lease = leaseOn(warehouse, { scope: record.scope, run: record.id, holder, leaseMs })

  const readRow = async (): Promise<WarehouseRow | undefined> => {
    const [row] = await rows(
      `SELECT state, TO_JSON_STRING(counts) AS counts, IFNULL(TO_JSON_STRING(position), 'null') AS position,
  FORMAT_TIMESTAMP('%FT%H:%M:%E6SZ', started_at) AS started_at, finished_at IS NULL AS is_open,
  cancel_requested OR EXISTS (SELECT 1 FROM ${locate(tables.leases.name)} WHERE scope = @cancelled) AS cancel_requested
FROM ${runs} WHERE run_id = @run`,
      ids,
    )
    return row
  }
  const requestedBy = requestedByQuery(locate)
  const begin = (state: 'waiting' | 'running'): Promise<number> =>
    change(
      `MERGE ${runs} AS run USING (SELECT @run AS run_id, IFNULL(@requested_by, ${requestedBy}) AS requested_by) AS wanted ON run.run_id = wanted.run_id
WHEN MATCHED AND run.state = 'waiting' AND @state = 'running' THEN
  UPDATE SET state = @state, started_at = CURRENT_TIMESTAMP(), updated_at = CURRENT_TIMESTAMP(),
    requested_by = IFNULL(run.requested_by, wanted.requested_by)
WHEN NOT MATCHED THEN
  INSERT (run_id, kind, name, destination, state, dry_run, request, counts, requested_at, started_at, updated_at, cancel_requested,
    requested_by)
  VALUES (@run, @kind, @name, @destination, @state, @dry_run, PARSE_JSON(@request), JSON '{}', @requested_at,
    CURRENT_TIMESTAMP(), CURRENT_TIMESTAMP(), FALSE, wanted.requested_by)`,
      {
        ...ids,
        state: ['STRING', state],
        kind: ['STRING', record.kind],
        name: ['STRING', record.name ?? null],
        destination: ['STRING', record.destination ?? null],
        dry_run: ['BOOL', record.dryRun],
        request: ['STRING', JSON.stringify(record.request)],
        requested_at: ['TIMESTAMP', record.requestedAt],
        requested_by: ['STRING', record.requestedBy ?? null],
      },
    )
  const writeEnd = ({ state, reason, counts, result }: RunEnd): Promise<number> =>
    change(
      `UPDATE ${runs} SET state = @state, reason = @reason, counts = PARSE_JSON(@counts), result = PARSE_JSON(@result),
  updated_at = CURRENT_TIMESTAMP(), finished_at = CURRENT_TIMESTAMP(), requested_by = IFNULL(requested_by, ${requestedBy})
WHERE run_id = @run AND finished_at IS NULL`,
      {
        ...ids,
        requested_at: ['TIMESTAMP', record.requestedAt],
        state: ['STRING', state],
        reason: ['STRING', reason ?? null],
        counts: ['STRING', JSON.stringify(counts)],
        result: ['STRING', JSON.stringify(result ?? null)],
      },
    )

  const before = await readRow()
  if (before?.['is_open'] === false) return { kind: 'ended' }
  const other = await lease.acquire()
  if (other) {
    if (other.by === record.id) return { kind: 'busy', by: other.by }
    if (!before) await begin('waiting')
    if (before?.['cancel_requested'] !== true) return { kind: 'busy', by: other.by }
    await writeEnd(cancelledBeforeWork(before))
    return { kind: 'ended' }
  }
  let stopRenewing = (): void => {}
  const end: LeasedRun['end'] = async (ending) => {
    if (await lease.renew()) await writeEnd(ending)
    stopRenewing()
    await lease.release()
  }
  const save: LeasedRun['save'] = async ({ counts, position, state = 'running' }) => {
    if (!(await lease.renew())) {
      stopRenewing()
      return 'lost'
    }
    await change(
      `UPDATE ${runs} SET state = @state, counts = PARSE_JSON(@counts), position = PARSE_JSON(@position),
  updated_at = CURRENT_TIMESTAMP()
WHERE run_id = @run`,
      {
        ...ids,
        state: ['STRING', state],
        counts: ['STRING', JSON.stringify(counts)],
        position: ['STRING', JSON.stringify(position ?? null)],
      },
    )
    return (await readRow())?.['cancel_requested'] === true ? 'cancelled' : 'continue'
  }

  await begin('running')
  const row = (await readRow())!
  if (row['is_open'] !== true || row['cancel_requested'] === true) {
    await end(cancelledBeforeWork(row))
    return { kind: 'ended' }
  }
  // A statement can take longer than a lease. If renewing fails, `save` returns `lost`.
  stopRenewing = repeat(() => void lease.renew().catch(() => {}), leaseMs / 3)
  return {
    kind: 'held',
    run: {
      counts: countsOf(row),
      position: JSON.parse(String(row['position'])) as unknown,
      state: row['state'] === 'settling' ? 'settling' : 'running',
      startedAt: String(row['started_at']),
      save,
      end,
      suspend: () => {
        stopRenewing()
        return lease.reserve()
      },
    },
  }
}

function countsOf(row: WarehouseRow): Counts {
  return JSON.parse(String(row['counts'])) as Counts
}

/** The end of a run that was cancelled while no process worked on it. */
function cancelledBeforeWork(row: WarehouseRow): RunEnd {
  return {
    state: 'cancelled',
    reason: cancelledReason,
    counts: countsOf(row),
  }
}

/** Requests the cancellation of a run. Returns false if no active run has this id; it is then cancelled if it starts later, because Pub/Sub
 * may deliver the two messages in any order. */
export async function cancelRun({ locate, change }: Warehouse, id: string): Promise<boolean> {
  const runs = locate(tables.runs.name)
  const ids: Parameters = { run: ['STRING', id], scope: ['STRING', cancellationScope(id)] }
  const requestCancel = async (): Promise<boolean> =>
    (await change(
      `UPDATE ${runs} SET cancel_requested = TRUE WHERE run_id = @run AND finished_at IS NULL`,
      ids,
    )) > 0
  if (await requestCancel()) return true
  await change(
    `MERGE ${locate(tables.leases.name)} AS lease
USING (SELECT @scope AS scope, EXISTS (SELECT 1 FROM ${runs} WHERE run_id = @run) AS is_known) AS wanted
ON lease.scope = wanted.scope
WHEN NOT MATCHED AND NOT is_known THEN INSERT (scope) VALUES (@scope)`,
    ids,
  )
  // A run that began meanwhile may not have seen that row.
  return requestCancel()
}
