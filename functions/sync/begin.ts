/** Sync: begins a run: saves what earlier runs delivered, finds the changes, and applies the guards. */
import { tables } from '../../schemas/warehouse.ts'
import type { Parameters } from '../google/warehouse.ts'
import { settleDelivered } from './delivered.ts'
import { diffStatement } from './diff.ts'
import {
  bytesGuard,
  modelFault,
  rowsGuard,
  rowsNow,
  schemaGuard,
  type Blocked,
  type DiffCounts,
} from './guards.ts'
import type { SyncJob, ModelColumn } from './job.ts'
import { consentGuard, decideMembers, isWithdrawal } from './membership.ts'
import { reservedColumns } from '../event/row_event.ts'

/** The columns of the model if the run can send, or why it ends before that. */
type DiffResult =
  | { kind: 'found'; columns: readonly ModelColumn[] }
  | { kind: 'blocked'; by: Blocked }
  | { kind: 'failed'; reason: string }
  | { kind: 'retry' }

export async function begin(job: SyncJob): Promise<DiffResult> {
  const { ports, sync, command, counts, statementParameters, audience } = job
  const { warehouse } = ports
  const { columns } = await warehouse.estimate(sync.model(warehouse.locate))
  const fault = modelFault(sync, columns, reservedColumns(sync))
  if (fault !== undefined) return { kind: 'failed', reason: fault }
  const before = command.request.accept_schema ? undefined : await columnsBefore(job)
  const changed = schemaGuard(columns, before)
  const early = audience ? consentGuard(job, columns) : changed
  if (early) return { kind: 'blocked', by: early }

  const names = columns.map(({ name }) => name)
  const statement = diffStatement(sync, warehouse.locate, audience && names)
  const parameters: Parameters = {
    ...statementParameters,
    now: ['TIMESTAMP', job.run.startedAt],
    first: ['BOOL', await isFirst(job)],
  }
  const { bytes } = await warehouse.estimate(statement, parameters)
  counts['bytes'] = bytes
  const costly = bytesGuard(bytes, sync.guards)
  if (costly) return { kind: 'blocked', by: costly }

  let tally = await tallyOf(job)
  // The INSERT is atomic: an interrupted run has left all its lines or none.
  if (tally.size === 0) {
    await settleDelivered(job)
    await warehouse.change(statement, parameters, { maximumBytesBilled: sync.guards.maximumBytesBilled })
    tally = await tallyOf(job)
  }
  const failed = audience && (await decideMembers(job))
  if (failed === 'retry') return { kind: 'retry' }
  if (audience) tally = await tallyOf(job)
  for (const line of ['added', 'changed', 'removed', 'unchanged']) counts[line] = tally.get(line)?.rows ?? 0
  for (const line of ['withdrawn', 'withdrawn_gone', 'excluded'])
    counts['removed'] = counts['removed']! + (tally.get(line)?.rows ?? 0)
  counts['model'] = rowsNow(tally)
  // A list of people is compared first, so that the removals are known that no guard holds back.
  const by = changed ?? failed ?? rowsGuard(tally, sync, command.request)
  return by ? { kind: 'blocked', by } : { kind: 'found', columns }
}

const ofSync = `kind = 'sync' AND name = @sync AND destination = @destination AND NOT dry_run`

/** Reads the columns of the model in the last run that has sent all changes: it is finished, or failed because of failing rows. */
async function columnsBefore({
  ports: { warehouse },
  statementParameters,
}: SyncJob): Promise<readonly ModelColumn[] | undefined> {
  const [last] = await warehouse.rows(
    `SELECT TO_JSON_STRING(result) AS result FROM ${warehouse.locate(tables.runs.name)}
WHERE ${ofSync} AND state IN ('finished', 'failed') AND JSON_QUERY(result, '$.columns') IS NOT NULL
ORDER BY finished_at DESC
LIMIT 1`,
    statementParameters,
  )
  const { result: text } = (last ?? {}) as { result?: string | null }
  const result = JSON.parse(text ?? 'null') as { columns?: ModelColumn[] } | null
  return result?.columns
}

/** Returns true if no run has finished and nothing was delivered. */
async function isFirst({ ports: { warehouse }, statementParameters }: SyncJob): Promise<boolean> {
  const [row] = await warehouse.rows(
    `SELECT EXISTS (SELECT 1 FROM ${warehouse.locate(tables.runs.name)} WHERE ${ofSync} AND state = 'finished')
  OR EXISTS (SELECT 1 FROM ${warehouse.locate(tables.sync_state.name)} WHERE sync = @sync AND destination = @destination) AS known`,
    statementParameters,
  )
  return row?.['known'] !== true
}

/** Reads the row counts of the diff by change; empty before the diff. An empty model with an empty state has no lines either. */
async function tallyOf({ ports: { warehouse }, statementParameters }: SyncJob): Promise<DiffCounts> {
  const lines = await warehouse.rows(
    `SELECT CASE
    WHEN change != 'removed' OR cause IS NULL THEN change
    WHEN ${isWithdrawal} THEN IF(previous IS NULL, 'withdrawn_gone', 'withdrawn')
    ELSE 'excluded'
  END AS line, SUM(row_count) AS found, MIN(row_key) AS example
FROM ${warehouse.locate(tables.sync_changes.name)}
WHERE run_id = @run
GROUP BY line`,
    statementParameters,
  )
  return new Map(
    lines.map(({ line, found, example }) => [String(line), { rows: Number(found), key: String(example) }]),
  )
}
