/** Storage layer: describes view `list_receipts`, what became of the requests to lists whose third party decides later. */
import { nullable } from '../warehouse/column.ts'
import { deliveries } from '../warehouse/deliveries.ts'
import { syncState } from '../warehouse/sync_state.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, shownDays, whileKept, type Kept } from './window.ts'

export function listReceipts(locate: Locate, kept: Kept): View {
  const since = daysAgo(whileKept(shownDays, kept.deliveries), 'DAY')
  return {
    name: 'list_receipts',
    description:
      'Every request to a list of people that the third party has accepted and decides about later, with its last answer. ' +
      `The last ${shownDays} days.`,
    columns: [
      nullable('receipt', 'STRING', 'The id that the third party gave the request.'),
      nullable('sync', 'STRING', 'Name of the sync.'),
      nullable('destination', 'STRING', 'Id of the destination.'),
      nullable('run_id', 'STRING', 'Id of the run that sent it.'),
      nullable('changes', 'INT64', 'Number of changes in the request.'),
      nullable('sent_at', 'TIMESTAMP', 'When the third party accepted it.'),
      nullable(
        'state',
        'STRING',
        'done, partial, failed or processing, as the third party says; pending before it is asked; refused if it gives no answer.',
      ),
      nullable(
        'detail',
        'STRING',
        'The answer, with the numbers of records, such as partial: 1000 records, 2 rejected.',
      ),
      nullable('asked_at', 'TIMESTAMP', 'When it was asked last.'),
      nullable(
        'unsent',
        'INT64',
        'Of a failed request: number of its rows that are still to be sent again. Null of any other.',
      ),
      nullable(
        'failures',
        'INT64',
        'Of a failed request with such rows: how many times in a row they have failed. From 3 on, they are sent again after 24 hours.',
      ),
    ],
    query: `WITH sent AS (
  SELECT receipt, source AS sync, destination, replay_id AS run_id, event_id, settled_at
  FROM ${locate(deliveries.name)}
  WHERE settled_at >= ${since} AND receipt IS NOT NULL AND event_name != 'receipt' AND outcome = 'delivered' AND source IS NOT NULL
),
given AS (
  SELECT sent.receipt, sent.sync, sent.destination, sent.run_id, COUNT(DISTINCT sent.event_id) AS changes, MIN(sent.settled_at) AS sent_at,
    COUNT(DISTINCT state.event_id) AS unsent, MAX(state.failures) AS failures
  FROM sent
  LEFT JOIN ${locate(syncState.name)} AS state
    ON state.sync = sent.sync AND state.destination = sent.destination AND state.event_id = sent.event_id
  GROUP BY receipt, sync, destination, run_id
),
answered AS (
  SELECT receipt, destination, outcome, detail, settled_at
  FROM ${locate(deliveries.name)}
  WHERE settled_at >= ${since} AND receipt IS NOT NULL AND event_name = 'receipt' AND outcome != 'deferred'
  QUALIFY ROW_NUMBER() OVER (PARTITION BY destination, receipt ORDER BY settled_at DESC) = 1
)
SELECT given.receipt, given.sync, given.destination, given.run_id, given.changes, given.sent_at,
  CASE
    WHEN answered.receipt IS NULL THEN 'pending'
    WHEN answered.outcome = 'delivered' THEN REGEXP_EXTRACT(answered.detail, r'^[a-z]+')
    ELSE answered.outcome
  END AS state,
  answered.detail, answered.settled_at AS asked_at,
  IF(STARTS_WITH(answered.detail, 'failed'), given.unsent, NULL) AS unsent,
  IF(STARTS_WITH(answered.detail, 'failed') AND given.unsent > 0, given.failures, NULL) AS failures
FROM given
LEFT JOIN answered ON answered.receipt = given.receipt AND answered.destination = given.destination`,
    reads: [deliveries.name, syncState.name],
  }
}
