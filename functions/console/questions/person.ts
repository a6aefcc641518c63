/** Console: questions about one person, found by one identity field: page People. */
import { erasableFields } from '../../../schemas/erasable_fields.ts'
import { consentSignals } from '../../../schemas/link.ts'
import { hasIdentifier } from './person_condition.ts'
import type { Question } from './question.ts'

/** One of the identity fields is set. */
const parameters: Question['parameters'] = {
  since: 'TIMESTAMP',
  until: 'TIMESTAMP',
  ...Object.fromEntries(erasableFields.map((field) => [`${field}?`, 'STRING' as const])),
}

/** No column but those of the identity fields has a cluster, so the period is what limits the bytes. */
function ofPerson(has: (parameter: string) => boolean): string {
  const conditions = erasableFields.filter(has).map((field) => hasIdentifier(field, field))
  return `received_at >= @since AND received_at < @until
  AND ${conditions.length > 0 ? conditions.join(' AND ') : 'FALSE'}`
}

export const personIdentifiers: Question = {
  name: 'person_identifiers',
  description: 'The identifiers that came in the events of a person, with the events that have each.',
  parameters,
  sql: (has) => `SELECT identifier.field, identifier.value, COUNT(DISTINCT event_id) AS events,
  MIN(received_at) AS first_received, MAX(received_at) AS last_received
FROM events
CROSS JOIN UNNEST([
  ${erasableFields.map((field) => `STRUCT('${field}' AS field, ${field} AS value)`).join(',\n  ')}
]) AS identifier
WHERE ${ofPerson(has)}
  AND identifier.value IS NOT NULL
GROUP BY identifier.field, identifier.value
ORDER BY events DESC, field, value
LIMIT 200`,
}

/** What a person states about consent, as text. GPC that was once sent stays, as in view `consent_now`. */
const statements: readonly (readonly [name: string, value: string])[] = [
  ...consentSignals.map((signal) => [signal, `JSON_VALUE(consent, '$.${signal}')`] as const),
  ['limited_data_use', 'CAST(limited_data_use AS STRING)'],
  ['gpc', `IF(gpc, 'true', NULL)`],
  ['tcf_string', `NULLIF(tcf_string, '')`],
  ['gpp_string', `NULLIF(gpp_string, '')`],
]

export const personConsent: Question = {
  name: 'person_consent',
  description:
    'What a person said last about consent: each signal with its time and event, and how many different values it had.',
  parameters,
  sql: (has) => `SELECT statement.name AS signal, COUNT(DISTINCT statement.value) AS different,
  ARRAY_AGG(
    STRUCT(statement.value, event_id, event_name, received_at, LEAST(event_time, received_at) AS stated_at)
    ORDER BY LEAST(event_time, received_at) DESC, statement.value NOT IN ('denied', 'true'), statement.value, event_id
    LIMIT 1
  )[OFFSET(0)] AS latest
FROM events
CROSS JOIN UNNEST([
  ${statements.map(([name, value]) => `STRUCT('${name}' AS name, ${value} AS value)`).join(',\n  ')}
]) AS statement
WHERE ${ofPerson(has)}
  AND statement.value IS NOT NULL
GROUP BY statement.name
ORDER BY signal`,
}

export const personDeliveries: Question = {
  name: 'person_deliveries',
  description: 'The destinations that accepted events of a person, each with the number and the last time.',
  parameters,
  sql: (has) => `SELECT destination, COUNT(DISTINCT event_id) AS events, MAX(settled_at) AS last_delivered
FROM deliveries
WHERE settled_at >= @since AND outcome = 'delivered' AND source IS NULL AND event_id IN (
  SELECT event_id
  FROM events
  WHERE ${ofPerson(has)}
)
GROUP BY destination
ORDER BY last_delivered DESC, destination
LIMIT 200`,
}
