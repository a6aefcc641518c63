/** Console: questions about the runs of syncs and actions, and about who asked for a run: pages Automations and Runs. */
import type { Question } from './question.ts'

const columns = `run_id, kind, name, destination, state, reason, dry_run, requested_at, started_at, finished_at, requested_by,
  TO_JSON_STRING(counts) AS counts`

export const lastRunsQuestion: Question = {
  name: 'last_runs',
  description: 'The latest run of each sync for each destination, and of each action, that was no dry run.',
  parameters: {},
  sql: () => `SELECT ${columns}
FROM runs
WHERE kind IN ('sync', 'action') AND name IS NOT NULL AND NOT dry_run
QUALIFY ROW_NUMBER() OVER (PARTITION BY kind, name, destination ORDER BY requested_at DESC, run_id DESC) = 1
ORDER BY kind, name, destination
LIMIT 500`,
}

export const automationRunsQuestion: Question = {
  name: 'automation_runs',
  description: 'The latest runs of one sync or action, dry runs included.',
  parameters: { kind: 'STRING', name: 'STRING' },
  sql: () => `SELECT ${columns}
FROM runs
WHERE kind = @kind AND name = @name
ORDER BY requested_at DESC, run_id DESC
LIMIT 50`,
}

export const runAskedQuestion: Question = {
  name: 'run_asked',
  description: 'Who asked for a run, through which client, from which address.',
  parameters: { run: 'STRING', since: 'TIMESTAMP', until: 'TIMESTAMP' },
  sql: () => `SELECT requested_by, client, client_address, user_agent, recorded_at
FROM audit
WHERE recorded_at >= @since AND recorded_at < @until AND run_id = @run AND operation != 'cancel'
ORDER BY recorded_at
LIMIT 1`,
}

export const runRowsQuestion: Question = {
  name: 'run_rows',
  description:
    'What a run has sent, each event or row once with its last outcome. With `sync`, with the keys of its rows.',
  parameters: {
    run: 'STRING',
    since: 'TIMESTAMP',
    until: 'TIMESTAMP',
    'outcome?': 'STRING',
    'sync?': 'STRING',
  },
  sql: (has) => `WITH ended AS (
  SELECT event_id, event_name, destination, outcome, reason, detail, http_status, received_at, settled_at, source
  FROM deliveries
  WHERE settled_at >= @since AND settled_at < @until AND replay_id = @run
  QUALIFY ROW_NUMBER() OVER (
    PARTITION BY destination, event_id
    ORDER BY outcome = 'delivered' DESC, outcome = 'deferred', settled_at DESC
  ) = 1
)
SELECT ended.event_id, event_name, ended.destination, outcome, reason, detail, http_status, received_at, settled_at, source,
  ${has('sync') ? 'COALESCE(given.row_key, waiting.row_key)' : 'CAST(NULL AS STRING)'} AS row_key
FROM ended${
    has('sync')
      ? `
LEFT JOIN (SELECT event_id, row_key FROM sync_state WHERE sync = @sync) AS given ON given.event_id = ended.event_id
LEFT JOIN (
  SELECT event_id, ANY_VALUE(row_key) AS row_key FROM sync_changes WHERE sync = @sync GROUP BY event_id
) AS waiting ON waiting.event_id = ended.event_id`
      : ''
  }${has('outcome') ? '\nWHERE outcome = @outcome' : ''}
ORDER BY settled_at DESC, ended.event_id
LIMIT 101`,
}
