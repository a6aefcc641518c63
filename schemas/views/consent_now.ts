/** Storage layer: describes view `consent_now`, what each person said last about consent, and generates the GoogleSQL that replays share. */
import { consentSignals } from '../link.ts'
import { nullable } from '../warehouse/column.ts'
import { events } from '../warehouse/events.ts'
import { identifier, type Locate, type View } from './view.ts'
import { daysAgo } from './window.ts'

/** Days in which a choice counts, and in which identifiers are linked. Authorities recommend to ask again after 6 to 13 months.
 * https://www.cnil.fr/en/cookies-and-other-tracking-devices-cnil-publishes-new-guidelines */
export const countedDays = 400

/** The identity fields by which a person is found. */
const ids = ['user_id', 'anonymous_id'] as const

const stated = ['consent', 'limited_data_use', 'gpc', 'tcf_string', 'gpp_string']

/** The value that a person stated last, by `stated_at`. Of two at the same time, the first in this order. */
function last(value: string, order: 'ASC' | 'DESC', name: string): string {
  return `ARRAY_AGG(${value} IGNORE NULLS ORDER BY stated_at DESC, ${value} ${order} LIMIT 1)[SAFE_OFFSET(0)] AS ${name}`
}

/** GoogleSQL for the latest choices by id; `persons`: of the people of these events only. An event counts from when it was received if its own
 * time is later. GPC that was once sent stays: its absence in another browser is no consent (California Code of Regulations, title 11, § 7025). */
export function latestChoices(locate: Locate, persons?: string): string {
  const of = (
    id: string,
  ): string => `SELECT '${id}' AS id_type, ${id} AS id, LEAST(event_time, received_at) AS stated_at,
    ${stated.join(', ')}
  FROM ${locate(events.name)}
  WHERE received_at >= ${daysAgo(countedDays, 'DAY')} AND ${
    persons === undefined ? `${id} IS NOT NULL` : `${id} IN (SELECT ${id} FROM ${persons})`
  }
    AND (${stated.map((name) => `${name} IS NOT NULL`).join(' OR ')})`
  return `SELECT id_type, id, MAX(stated_at) AS stated_at,
  ${consentSignals.map((signal) => last(`JSON_VALUE(consent, '$.${signal}')`, 'ASC', signal)).join(',\n  ')},
  ${last('limited_data_use', 'DESC', 'limited_data_use')},
  LOGICAL_OR(gpc) AS gpc,
  ${last("NULLIF(tcf_string, '')", 'ASC', 'tcf_string')},
  ${last("NULLIF(gpp_string, '')", 'ASC', 'gpp_string')}
FROM (
  ${ids.map(of).join('\n  UNION ALL\n  ')}
)
GROUP BY id_type, id`
}

/** The same, of the people who refuse anything: what the others said last changes no decision about an event. */
export function latestRefusals(locate: Locate, persons: string): string {
  return `SELECT *
FROM (
  ${latestChoices(locate, persons)}
)
WHERE 'denied' IN (${consentSignals.join(', ')}) OR limited_data_use OR gpc OR tcf_string IS NOT NULL OR gpp_string IS NOT NULL`
}

export function consentNow(locate: Locate): View {
  return {
    name: 'consent_now',
    description: `What each person said last about consent and opt-outs, by user_id and by anonymous_id, in the last ${countedDays} days. Null: nothing. Replays apply it.`,
    columns: [
      nullable('id_type', 'STRING', 'user_id or anonymous_id.'),
      nullable('id', 'STRING', 'Value of that field.'),
      nullable('stated_at', 'TIMESTAMP', 'When the person last stated any of these.'),
      ...consentSignals.map((name) => nullable(name, 'STRING', `Consent signal ${name}: granted or denied.`)),
      nullable('limited_data_use', 'BOOL', 'True if the person has opted out of sale and sharing.'),
      nullable('gpc', 'BOOL', 'True if a browser of the person sent Global Privacy Control.'),
      nullable('tcf_string', 'STRING', 'TC string of the IAB Transparency and Consent Framework.'),
      nullable('gpp_string', 'STRING', 'GPP string of the IAB Global Privacy Platform.'),
    ],
    query: latestChoices(locate),
    reads: [events.name],
  }
}

/** Columns with the latest choices of the persons of `event`, as JSON text or NULL, and the joins that give them. `choices` is a common table
 * expression of `latestChoices`. */
export const choicesOfEvent = {
  columns: ids.map((id) => `IF(by_${id}.id IS NULL, NULL, TO_JSON_STRING(by_${id})) AS by_${id}`).join(', '),
  joins: ids
    .map(
      (id) =>
        `LEFT JOIN choices AS by_${id} ON by_${id}.id_type = '${id}' AND by_${id}.id = event.${identifier(id)}`,
    )
    .join('\n'),
} as const
