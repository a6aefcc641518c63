/** Storage layer: describes view `sync_runs`, the log of reverse ETL. */
import { nullable } from '../warehouse/column.ts'
import { runs } from '../warehouse/runs.ts'
import type { Locate, View } from './view.ts'

const counts = {
  model: 'Rows that the model returned.',
  added: 'Rows that the destination did not have.',
  changed: 'Rows that differ from their last delivered state.',
  removed: 'Rows that the destination has and the model no longer returns.',
  sent: 'Changes published to the bus.',
  delivered: 'Changes that the destination accepted.',
  refused: 'Changes that the destination rejected permanently; the next run sends them again.',
  skipped: 'Changes that the target cannot use.',
  restricted: 'Changes that the decision layer restricted.',
  dead: 'Changes whose delivery attempts are exhausted.',
  pending: 'Changes without a final outcome.',
  bytes: 'Estimated bytes that the comparison reads.',
} as const

export function syncRuns(locate: Locate): View {
  return {
    name: 'sync_runs',
    description: 'Every run of every sync, with its state and the number of rows at each stage.',
    columns: [
      nullable('run_id', 'STRING', 'Id of the run; replay_id of its rows in deliveries.'),
      nullable('sync', 'STRING', 'Name of the sync.'),
      nullable('destination', 'STRING', 'Id of the destination.'),
      nullable('state', 'STRING', 'waiting, running, settling, finished, blocked, cancelled or failed.'),
      nullable('reason', 'STRING', 'Why the run was blocked, cancelled or failed.'),
      nullable('dry_run', 'BOOL', 'True if the run counts and changes nothing.'),
      nullable('started_at', 'TIMESTAMP', 'When the run started.'),
      nullable('finished_at', 'TIMESTAMP', 'When the run ended; null before that.'),
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
