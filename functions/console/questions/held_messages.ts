/** Console: questions about the messages that wait for a decision of the owner: those in quarantine and the dead letters. */
import type { Question } from './question.ts'

const period = { since: 'TIMESTAMP', until: 'TIMESTAMP' } as const

export const quarantineGroupsQuestion: Question = {
  name: 'quarantine_groups',
  description: 'The messages in quarantine by reason and claimed event type, the largest group first.',
  parameters: period,
  sql: () => `SELECT reason, IFNULL(event_name, '') AS event_name, ANY_VALUE(suggestion) AS suggestion,
  COUNT(DISTINCT event_id) AS messages, MAX(received_at) AS latest
FROM quarantine
WHERE received_at >= @since AND received_at < @until
GROUP BY reason, event_name
ORDER BY messages DESC, reason, event_name
LIMIT 200`,
}

export const quarantinedQuestion: Question = {
  name: 'quarantined',
  description: 'The latest messages in quarantine of a group, without their bytes.',
  parameters: { ...period, reason: 'STRING', event_name: 'STRING' },
  sql: () => `SELECT received_at, topic, message_id, event_id, reason, suggestion, violations, producer, connection,
  TO_JSON_STRING(attributes) AS attributes, parts
FROM quarantine
WHERE received_at >= @since AND received_at < @until AND reason = @reason AND IFNULL(event_name, '') = @event_name
QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY received_at, part) = 1
ORDER BY received_at DESC, event_id
LIMIT 50`,
}

export const quarantinedEventQuestion: Question = {
  name: 'quarantined_event',
  description: 'The message in quarantine with this event id, without its bytes.',
  parameters: { ...period, event_id: 'STRING' },
  sql: () => `SELECT received_at, reason, IFNULL(event_name, '') AS event_name
FROM quarantine
WHERE received_at >= @since AND received_at < @until AND event_id = @event_id
ORDER BY received_at
LIMIT 1`,
}

export const quarantineBytesQuestion: Question = {
  name: 'quarantine_bytes',
  description: 'The bytes of one message in quarantine, in base64, part by part.',
  parameters: { ...period, reason: 'STRING', event_id: 'STRING' },
  sql: () => `SELECT part, original
FROM quarantine
WHERE received_at >= @since AND received_at < @until AND reason = @reason AND event_id = @event_id
QUALIFY ROW_NUMBER() OVER (PARTITION BY part ORDER BY received_at, stored_at) = 1
ORDER BY part
LIMIT 20`,
}

export const deadGroupsQuestion: Question = {
  name: 'dead_groups',
  description: 'The dead letters by destination and event type, the largest group first.',
  parameters: period,
  sql: () => `SELECT IFNULL(destination, '') AS destination, IFNULL(event_name, '') AS event_name,
  ANY_VALUE(subscription) AS subscription, COUNT(DISTINCT message_id) AS messages, MAX(dead_at) AS latest
FROM dead_letters
WHERE dead_at >= @since AND dead_at < @until
GROUP BY destination, event_name
ORDER BY messages DESC, destination, event_name
LIMIT 200`,
}

export const deadLettersQuestion: Question = {
  name: 'dead_letters',
  description:
    'The latest dead letters of a group, without their bytes, and the last answer of the third party.',
  parameters: { ...period, destination: 'STRING', event_name: 'STRING' },
  sql: () => `SELECT letter.dead_at, letter.message_id, letter.event_id, letter.attempts, letter.subscription,
  last.reason, last.detail, last.http_status, last.received_at
FROM (
  SELECT dead_at, message_id, event_id, attempts, subscription, destination
  FROM dead_letters
  WHERE dead_at >= @since AND dead_at < @until AND IFNULL(destination, '') = @destination
    AND IFNULL(event_name, '') = @event_name
  QUALIFY ROW_NUMBER() OVER (PARTITION BY message_id ORDER BY dead_at, part) = 1
  ORDER BY dead_at DESC, message_id
  LIMIT 50
) AS letter
LEFT JOIN (
  SELECT event_id, reason, detail, http_status, received_at
  FROM deliveries
  WHERE settled_at >= TIMESTAMP_SUB(@since, INTERVAL 1 DAY) AND settled_at < TIMESTAMP_ADD(@until, INTERVAL 1 DAY)
    AND destination = @destination AND outcome != 'dead' AND source IS NULL
  QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY settled_at DESC, attempt DESC) = 1
) AS last
  ON last.event_id = letter.event_id
ORDER BY letter.dead_at DESC, letter.message_id`,
}
