/** Runs: keeps the log of one run in the table `runs`, and the lease by which runs of the same scope exclude each other. A run that stops
 * in the middle is taken up where its row says. */
import type { RunKind } from '../../schemas/run_request.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { Parameters, Warehouse, WarehouseRow } from '../google/warehouse.ts'
import { leaseOn } from './lease.ts'

/** What is asked for. */
export interface RunRecord {
  /** Id of the message that asked. */
  id: string
  kind: RunKind
  /** Runs of one scope exclude each other: `sync/customer_profiles`. */
  scope: string
  name?: string
  destination?: string
  dryRun: boolean
  /** As it may be shown: of an erasure without the identities. */
  request: unknown
  /** RFC 3339. */
  requestedAt: string
}

export type Counts = Readonly<Record<string, number>>

/** How far a run is. */
export interface Progress {
  counts: Counts
  /** Where it goes on after an interruption; JSON. */
  position?: unknown
  /** `settling` once everything is sent. */
  state?: 'running' | 'settling'
}

/** How a run ended. */
export interface RunEnd {
  state: 'finished' | 'blocked' | 'cancelled' | 'failed'
  reason?: string
  counts: Counts
  result?: unknown
  /** What the log says to an operator of a run that is blocked or has failed. Default: `a run was stopped`. */
  alert?: string
}

/** A run in the hands of this process. */
export interface LeasedRun {
  counts: Counts
  position: unknown
  state: 'running' | 'settling'
  /** When it began, RFC 3339. */
  startedAt: string
  /** Writes down how far it is and keeps the lease. `cancelled`: someone asked it to stop; `lost`: another process has taken it over. */
  save: (progress: Progress) => Promise<'continue' | 'cancelled' | 'lost'>
  end: (ended: RunEnd) => Promise<void>
  /** Lets it go, to be taken up again. */
  suspend: () => Promise<void>
}

/** `busy`: another run of the scope, or another process with this run, is at work; the run waits. `ended`: nothing is left to do. */
export type AcquireResult =
  { kind: 'held'; run: LeasedRun } | { kind: 'busy'; by: string } | { kind: 'ended' }

export interface RunPorts {
  warehouse: Warehouse
  /** Identity of this attempt, never used before. */
  holder: string
  /** For how long a lease stands that is not renewed, in ms. */
  leaseMs: number
  /** Does something again and again, every so many ms, until what it returns is called. */
  repeat: (task: () => void, ms: number) => () => void
}

/** Scope in `leases` that nobody holds: that it is there tells a run which has not begun to stop. */
function cancelled(run: string): string {
  return `cancel/${run}`
}

/** Takes a run up, or begins it. */
export async function acquireRun(
  { warehouse, holder, leaseMs, repeat }: RunPorts,
  asked: RunRecord,
): Promise<AcquireResult> {
  const { locate, change, rows } = warehouse
  const runs = locate(tables.runs.name)
  const own: Parameters = { run: ['STRING', asked.id], cancelled: ['STRING', cancelled(asked.id)] }
  const lease = leaseOn(warehouse, { scope: asked.scope, run: asked.id, holder, leaseMs })

  const look = async (): Promise<WarehouseRow | undefined> => {
    const [row] = await rows(
      `SELECT state, TO_JSON_STRING(counts) AS counts, IFNULL(TO_JSON_STRING(position), 'null') AS position,
  FORMAT_TIMESTAMP('%FT%H:%M:%E6SZ', started_at) AS started_at, finished_at IS NULL AS is_open,
  cancel_requested OR EXISTS (SELECT 1 FROM ${locate(tables.leases.name)} WHERE scope = @cancelled) AS cancel_requested
FROM ${runs} WHERE run_id = @run`,
      own,
    )
    return row
  }
  const note = (state: 'waiting' | 'running'): Promise<number> =>
    change(
      `MERGE ${runs} AS run USING (SELECT @run AS run_id) AS wanted ON run.run_id = wanted.run_id
WHEN MATCHED AND run.state = 'waiting' AND @state = 'running' THEN
  UPDATE SET state = @state, started_at = CURRENT_TIMESTAMP(), updated_at = CURRENT_TIMESTAMP()
WHEN NOT MATCHED THEN
  INSERT (run_id, kind, name, destination, state, dry_run, request, counts, requested_at, started_at, updated_at, cancel_requested)
  VALUES (@run, @kind, @name, @destination, @state, @dry_run, PARSE_JSON(@request), JSON '{}', @requested_at,
    CURRENT_TIMESTAMP(), CURRENT_TIMESTAMP(), FALSE)`,
      {
        ...own,
        state: ['STRING', state],
        kind: ['STRING', asked.kind],
        name: ['STRING', asked.name ?? null],
        destination: ['STRING', asked.destination ?? null],
        dry_run: ['BOOL', asked.dryRun],
        request: ['STRING', JSON.stringify(asked.request)],
        requested_at: ['TIMESTAMP', asked.requestedAt],
      },
    )
  const write = ({ state, reason, counts, result }: RunEnd): Promise<number> =>
    change(
      `UPDATE ${runs} SET state = @state, reason = @reason, counts = PARSE_JSON(@counts), result = PARSE_JSON(@result),
  updated_at = CURRENT_TIMESTAMP(), finished_at = CURRENT_TIMESTAMP()
WHERE run_id = @run AND finished_at IS NULL`,
      {
        ...own,
        state: ['STRING', state],
        reason: ['STRING', reason ?? null],
        counts: ['STRING', JSON.stringify(counts)],
        result: ['STRING', JSON.stringify(result ?? null)],
      },
    )

  const before = await look()
  if (before?.['is_open'] === false) return { kind: 'ended' }
  const held = await lease.acquire()
  if (held) {
    if (held.by === asked.id) return { kind: 'busy', by: held.by }
    if (!before) await note('waiting')
    if (before?.['cancel_requested'] !== true) return { kind: 'busy', by: held.by }
    await write(stopped(before))
    return { kind: 'ended' }
  }
  let stopRenewing = (): void => {}
  const end: LeasedRun['end'] = async (ended) => {
    if (await lease.renew()) await write(ended)
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
        ...own,
        state: ['STRING', state],
        counts: ['STRING', JSON.stringify(counts)],
        position: ['STRING', JSON.stringify(position ?? null)],
      },
    )
    return (await look())?.['cancel_requested'] === true ? 'cancelled' : 'continue'
  }

  await note('running')
  const row = (await look())!
  if (row['is_open'] !== true || row['cancel_requested'] === true) {
    await end(stopped(row))
    return { kind: 'ended' }
  }
  // A statement over much data may take longer than a lease; should renewing fail, `save` finds the lease lost.
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

/** How a run ends that nobody was at work on when it was asked to stop. */
function stopped(row: WarehouseRow): RunEnd {
  return {
    state: 'cancelled',
    reason: 'It was asked to stop.',
    counts: countsOf(row),
  }
}

/** Asks a run to stop; whether there is one that goes on. One that has not begun is stopped when it comes: two messages of the bus may
 * arrive in any order. */
export async function cancelRun({ locate, change }: Warehouse, id: string): Promise<boolean> {
  const runs = locate(tables.runs.name)
  const own: Parameters = { run: ['STRING', id], scope: ['STRING', cancelled(id)] }
  const ask = async (): Promise<boolean> =>
    (await change(
      `UPDATE ${runs} SET cancel_requested = TRUE WHERE run_id = @run AND finished_at IS NULL`,
      own,
    )) > 0
  if (await ask()) return true
  await change(
    `MERGE ${locate(tables.leases.name)} AS lease
USING (SELECT @scope AS scope, EXISTS (SELECT 1 FROM ${runs} WHERE run_id = @run) AS is_known) AS wanted
ON lease.scope = wanted.scope
WHEN NOT MATCHED AND NOT is_known THEN INSERT (scope) VALUES (@scope)`,
    own,
  )
  // A run that began meanwhile may have looked too early to find that.
  return ask()
}
