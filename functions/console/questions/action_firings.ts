/** Console: questions about the firings of actions, each with the last outcome of the event that it sent: page Automations. */
import type { Question } from './question.ts'

/** The last attempt of each event that an action or sync has sent to a destination. */
function lastAttempts(columns: string, condition: string): string {
  return `SELECT event_id, destination, ${columns}
  FROM deliveries
  WHERE settled_at >= @since AND ${condition}
  QUALIFY ROW_NUMBER() OVER (
    PARTITION BY event_id, destination ORDER BY outcome = 'delivered' DESC, outcome = 'deferred', settled_at DESC
  ) = 1`
}

export const firingCountsQuestion: Question = {
  name: 'firing_counts',
  description:
    'Matches of triggers, each once for each destination, by action, outcome, reason and `effect`, the outcome of what was sent: `recent` since `day`, `total` since `since`.',
  parameters: { since: 'TIMESTAMP', day: 'TIMESTAMP', until: 'TIMESTAMP', 'action?': 'STRING' },
  sql: (has) => `WITH firing AS (
  SELECT firing_id, destination, action, state, outcome, reason, MIN(fired_at) AS fired_at
  FROM action_firings
  WHERE fired_at >= @since AND fired_at < @until${has('action') ? ' AND action = @action' : ''}
  GROUP BY firing_id, destination, action, state, outcome, reason
),
attempt AS (
  ${lastAttempts('outcome AS effect', has('action') ? 'source = @action' : 'source IS NOT NULL')}
)
SELECT action, state, outcome, reason, effect, COUNTIF(fired_at >= @day) AS recent, COUNT(*) AS total
FROM firing
LEFT JOIN attempt ON attempt.event_id = firing.firing_id AND attempt.destination = firing.destination
GROUP BY action, state, outcome, reason, effect
ORDER BY action, state, outcome, reason, effect
LIMIT 1000`,
}

export const actionFiringsQuestion: Question = {
  name: 'action_firings',
  description:
    'The latest matches of the trigger of an action, each once for each destination: the event that caused it, and the outcome of what was sent.',
  parameters: {
    action: 'STRING',
    since: 'TIMESTAMP',
    until: 'TIMESTAMP',
    'outcome?': 'STRING',
    'effect?': 'STRING',
    'run?': 'STRING',
  },
  sql: (has) => {
    const conditions = [
      'fired_at >= @since',
      'fired_at < @until',
      'action = @action',
      ...(has('outcome') ? ['outcome = @outcome'] : []),
      ...(has('run') ? ['run_id = @run'] : []),
    ]
    return `WITH firing AS (
  SELECT firing_id, event_id, run_id, state, destination, subject, outcome, reason, detail, fired_at
  FROM action_firings
  WHERE ${conditions.join(' AND ')}
  QUALIFY ROW_NUMBER() OVER (PARTITION BY firing_id, destination, state, outcome, reason ORDER BY fired_at) = 1
),
attempt AS (
  ${lastAttempts('outcome, reason, detail, http_status, settled_at', 'source = @action')}
),
cause AS (
  SELECT event_id, event_name, received_at
  FROM events
  WHERE received_at >= TIMESTAMP_SUB(@since, INTERVAL 1 DAY) AND received_at < @until
    AND event_id IN (SELECT event_id FROM firing)
  QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY received_at) = 1
)
SELECT firing.firing_id, firing.event_id, firing.run_id, firing.state, firing.destination, firing.subject, firing.outcome,
  firing.reason, firing.detail, firing.fired_at, cause.event_name AS cause_name, cause.received_at AS cause_received_at,
  attempt.outcome AS effect, attempt.reason AS effect_reason, attempt.detail AS effect_detail,
  attempt.http_status AS effect_status, attempt.settled_at AS effect_at
FROM firing
LEFT JOIN attempt ON attempt.event_id = firing.firing_id AND attempt.destination = firing.destination
LEFT JOIN cause ON cause.event_id = firing.event_id${has('effect') ? '\nWHERE attempt.outcome = @effect' : ''}
ORDER BY firing.fired_at DESC, firing.firing_id, firing.destination
LIMIT 101`
  },
}
