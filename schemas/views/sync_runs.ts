/** Storage layer: the view `sync_runs`, the log of reverse ETL. */
import { nullable } from '../warehouse/column.ts'
import { runs } from '../warehouse/runs.ts'
import type { Locate, View } from './view.ts'

const counts = {
  model: 'Rows that the model gave.',
  added: 'Rows that the destination did not have.',
  changed: 'Rows that differ from what it was last given.',
  removed: 'Rows that it has and the model no longer gives.',
  sent: 'Changes that were brought to the bus.',
  delivered: 'Changes that the destination accepted.',
  refused: 'Changes that it rejected for good; the next run sends them again.',
  skipped: 'Changes that its target has no use for.',
  restricted: 'Changes that the decision layer kept back.',
  dead: 'Changes that the bus gave up.',
  pending: 'Changes that have not ended yet.',
  bytes: 'Bytes that the comparison was estimated to read.',
} as const

export function syncRuns(locate: Locate): View {
  return {
    name: 'sync_runs',
    description: 'Every run of every sync: how it ended, why, and how many rows came how far.',
    columns: [
      nullable('run_id', 'STRING', 'Identity of the run; replay_id of its rows in deliveries.'),
      nullable('sync', 'STRING', 'Name of the sync.'),
      nullable('destination', 'STRING', 'Id of the destination.'),
      nullable('state', 'STRING', 'running, settling, finished, blocked, cancelled or failed.'),
      nullable('reason', 'STRING', 'Why it was blocked, cancelled or failed.'),
      nullable('dry_run', 'BOOL', 'Whether it only told what it would do.'),
      nullable('started_at', 'TIMESTAMP', 'When it began.'),
      nullable('finished_at', 'TIMESTAMP', 'When it ended; null while it goes on.'),
      ...Object.entries(counts).map(([name, description]) => nullable(name, 'INT64', description)),
    ],
    query: `SELECT run_id, name AS sync, destination, state, reason, dry_run, started_at, finished_at,
  ${Object.keys(counts)
    .map((name) => `SAFE_CAST(JSON_VALUE(counts, '$.${name}') AS INT64) AS ${name}`)
    .join(',\n  ')}
FROM ${locate(runs.name)}
WHERE kind = 'sync'`,
    reads: [runs.name],
  }
}
