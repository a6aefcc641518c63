/** Console: questions about the rows of table `events` and what became of each: page Events. */
import { pairs, precedence } from '../../../schemas/views/pairs.ts'
import { eachEventOnce } from '../../../schemas/views/view.ts'
import { hasIdentifier, personFields } from './person_condition.ts'
import type { Question } from './question.ts'

/** Rows of a page, and one more that says whether there are older ones. */
const pageRows = 50

/** Partition of `events`. */
const inPeriod = 'received_at >= @since AND received_at < @until'

/** The events that have a pair with this destination, outcome and reason. Counts each pair once, as view `delivery_funnel` does. */
function withPair(conditions: readonly string[]): string {
  const attempts = `deliveries
  WHERE settled_at >= TIMESTAMP_SUB(@since, INTERVAL 1 DAY) AND received_at >= @since AND received_at < @until`
  const events = eachEventOnce('events', 'event.received_at >= @since AND event.received_at < @until')
  return `event_id IN (
  WITH ${pairs(events, attempts, { inDetail: true })}
  SELECT event_id FROM pairs WHERE ${conditions.join(' AND ')}
)`
}

export const eventsQuestion: Question = {
  name: 'events',
  description:
    'The latest events of a period, each once; with `after_id`, those before it at the end of the period. ' +
    'A person is searched in every identifier; an id among users, devices, orders and events.',
  parameters: {
    since: 'TIMESTAMP',
    until: 'TIMESTAMP',
    'type?': 'STRING',
    'via?': 'STRING',
    'violates?': 'STRING',
    'person?': 'STRING',
    'id?': 'STRING',
    'to?': 'STRING',
    'outcome?': 'STRING',
    'reason?': 'STRING',
    'rule?': 'STRING',
    'after_id?': 'STRING',
  },
  sql: (has) => {
    const ofPair = [
      has('to') && 'destination = @to',
      has('outcome') && 'outcome = @outcome',
      has('reason') && 'reason = @reason',
      has('rule') && 'rule = @rule',
    ].filter((condition) => condition !== false)
    const conditions = [
      has('after_id')
        ? 'received_at >= @since AND received_at <= @until AND (received_at < @until OR event_id > @after_id)'
        : inPeriod,
      has('type') && 'event_name = @type',
      has('via') && 'connection = @via',
      has('violates') &&
        (`EXISTS (SELECT 1 FROM UNNEST(violations) AS violation WHERE @violates IN ('*', violation.field))` as const),
      has('person') &&
        (`(${personFields.map((field) => hasIdentifier(field, 'person')).join(' OR ')})` as const),
      has('id') &&
        (`(user_id = @id OR anonymous_id = @id OR event_id = @id OR JSON_VALUE(event_data, '$.transaction_id') = @id)` as const),
      ofPair.length > 0 && withPair(ofPair),
    ].filter((condition) => condition !== false)
    return `SELECT event_id, event_name, received_at, stored_at, topic, connection, user_id, anonymous_id, email,
  ARRAY_LENGTH(violations) AS violated, decisions
FROM events
WHERE ${conditions.join('\n  AND ')}
QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY received_at, stored_at, message_id) = 1
ORDER BY received_at DESC, event_id
LIMIT ${pageRows + 1}`
  },
}

export const latestEventsQuestion: Question = {
  name: 'latest_events',
  description:
    'The events since a time, the latest first: what a live view adds. Without decisions, so that it reads little.',
  parameters: { since: 'TIMESTAMP', 'type?': 'STRING' },
  sql: (
    has,
  ) => `SELECT event_id, event_name, received_at, stored_at, topic, connection, user_id, anonymous_id, email,
  ARRAY_LENGTH(violations) AS violated
FROM events
WHERE received_at >= @since${has('type') ? ' AND event_name = @type' : ''}
ORDER BY received_at DESC, event_id
LIMIT 100`,
}

export const outcomesQuestion: Question = {
  name: 'outcomes',
  description: 'The current outcome of each event at each destination that was attempted.',
  parameters: { since: 'TIMESTAMP', ids: 'STRING[]' },
  sql: () => `SELECT event_id, destination, outcome, reason
FROM deliveries
WHERE settled_at >= TIMESTAMP_SUB(@since, INTERVAL 1 DAY) AND event_id IN UNNEST(@ids) AND source IS NULL
QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id, destination ORDER BY ${precedence}) = 1
ORDER BY event_id, destination`,
}

export const heldCountsQuestion: Question = {
  name: 'held_counts',
  description: 'How many events, messages in quarantine and dead letters a period has.',
  parameters: { since: 'TIMESTAMP', until: 'TIMESTAMP' },
  sql: () => `SELECT
  (SELECT COUNT(DISTINCT event_id) FROM events WHERE ${inPeriod}) AS stored,
  (SELECT COUNT(DISTINCT event_id) FROM quarantine WHERE ${inPeriod}) AS quarantined,
  (SELECT COUNT(DISTINCT message_id) FROM dead_letters WHERE dead_at >= @since AND dead_at < @until) AS dead`,
}

export const eventNamesQuestion: Question = {
  name: 'event_names',
  description: 'The event types of a period, the most frequent first.',
  parameters: { since: 'TIMESTAMP', until: 'TIMESTAMP' },
  sql: () => `SELECT event_name, COUNT(*) AS events
FROM events
WHERE ${inPeriod}
GROUP BY event_name
ORDER BY events DESC
LIMIT 200`,
}
