/** Sync: conversions: each order once, completed by what the warehouse knows of the buyer. It takes the place of the stored purchases. */
import { clickIds } from '../context/click_ids.ts'
import { contextNames } from '../context.ts'
import { purchase } from '../events/purchase.ts'
import { consentSignals } from '../link.ts'
import { emailHash, identifierOf, personSql } from '../person.ts'
import { defineSync } from '../sync.ts'
import { countedDays } from '../views/consent_now.ts'
import { clickDays } from '../views/last_click.ts'
import type { Locate } from '../views/view.ts'
import { daysAgo } from '../views/window.ts'

/** Minutes that an order waits for the events that name the buyer and their click. They are linked when the search for links has read them. */
const waitMinutes = 30

/** Days in which an order is sent. Afterwards it is too late: the sync did not run, or the order stayed restricted. */
const orderDays = 3

const name = 'conversions'

/** What the browser of the visit tells; platforms require it of a conversion on a site.
 * https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/customer-information-parameters */
const browser = ['page_url', 'user_agent', 'ip']
const visit = [...Object.keys(clickIds), ...browser]
const contact = ['email', 'phone', 'first_name', 'last_name']
const texts = ['tcf_string', 'gpp_string']
const opinions = ['consent', 'limited_data_use', 'gpc', ...texts]
const said = [...visit, ...contact, ...opinions]

/** Context fields that only the order itself states. */
const own = [...contextNames].filter(
  (field) => !['event_id', 'event_name', 'sent_at', 'source', ...said].includes(field),
)

/** TO_JSON encodes some NUMERIC values as strings. */
const orderFields = Object.entries(purchase.fields).filter(([field]) => field !== 'transaction_id')

/** The first value of the events that posted the order. */
function posted(field: string): string {
  return `ARRAY_AGG(${field} IGNORE NULLS ORDER BY received_at, event_id LIMIT 1)[SAFE_OFFSET(0)]`
}

/** The last value that counts; of two at the same time, the first in this order. */
function last(value: string, order: string, alias: string): string {
  return `ARRAY_AGG(${value} IGNORE NULLS ORDER BY ${order} LIMIT 1)[SAFE_OFFSET(0)] AS ${alias}`
}

/** The text of a consent signal, or NULL. */
function signal(member: string): string {
  const value = `JSON_VALUE(consent, '$.${member}')`
  return `IF(${value} IN ('granted', 'denied'), ${value}, NULL)`
}

const consentMembers = [...consentSignals, 'region']

/** The members of `consent` as JSON, or NULL if there is none. */
const consentText = `NULLIF(ARRAY_TO_STRING([
      ${consentMembers
        .map((member) => `IF(${member} IS NULL, NULL, CONCAT('"${member}":', TO_JSON_STRING(${member})))`)
        .join(',\n      ')}
    ], ','), '')`

/** Older events are not searched for the visit, which is the most bytes. */
const recentDays = clickDays + orderDays

function statementColumns(visitColumns: readonly string[]): string {
  return `${identifierOf('event')}, LEAST(event_time, received_at) AS stated_at, event_id, user_id,
    ${[...visitColumns, ...contact, ...opinions].join(', ')}`
}

function model(locate: Locate): string {
  return `WITH post AS (
  SELECT *, LEAST(event_time, received_at) AS stated_at
  FROM ${locate('purchase')}
  WHERE received_at >= ${daysAgo(orderDays)} AND LENGTH(transaction_id) BETWEEN 1 AND 256
),
linked AS (
  SELECT MAX(started_at) AS until FROM ${locate('runs')} WHERE kind = 'people' AND state = 'finished'
),
paid AS (
  SELECT transaction_id, ${posted("NULLIF(email, '')")} AS email,
    ${own.map((field) => `${posted(field)} AS ${field}`).join(',\n    ')},
    ${orderFields
      .map(([field, { column }]) =>
        column === 'NUMERIC'
          ? `CAST(${posted(field)} AS FLOAT64) AS ${field}`
          : `${posted(field)} AS ${field}`,
      )
      .join(',\n    ')}
  FROM post
  GROUP BY transaction_id
  HAVING MIN(received_at) < TIMESTAMP_SUB((SELECT until FROM linked), INTERVAL ${waitMinutes} MINUTE)
),
identified AS (
  SELECT transaction_id, event_time AS paid_at, ${identifierOf('paid')}
  FROM paid
),
buyer AS (
  SELECT transaction_id, paid_at, identified.id_type, identified.id, ${personSql.column('identified')}
  FROM identified
  ${personSql.join(locate, 'identified')}
),
member AS (
  SELECT id_type, id, person_id FROM buyer WHERE person_id IS NOT NULL
  UNION DISTINCT
  SELECT id_type, id, person_id FROM ${locate('people')}
  WHERE person_id IN (SELECT person_id FROM buyer)
),
statement AS (
  SELECT ${statementColumns(visit)}
  FROM ${locate('events')} AS event
  WHERE received_at >= ${daysAgo(recentDays, 'DAY')}
  UNION ALL
  SELECT ${statementColumns(visit.map((field) => `CAST(NULL AS STRING) AS ${field}`))}
  FROM ${locate('events')} AS event
  WHERE received_at >= ${daysAgo(countedDays, 'DAY')} AND received_at < ${daysAgo(recentDays, 'DAY')}
),
known AS (
  SELECT buyer.transaction_id, buyer.paid_at, FALSE AS is_own,
    statement.user_id IS NOT NULL OR CONCAT('email_sha256:', ${emailHash('statement.email')}) = buyer.person_id AS is_named,
    statement.stated_at, statement.event_id, ${said.map((field) => `statement.${field}`).join(', ')}
  FROM buyer
  JOIN member ON member.person_id = buyer.person_id
  JOIN statement ON statement.id_type = member.id_type AND statement.id = member.id
  UNION ALL
  SELECT buyer.transaction_id, buyer.paid_at, TRUE, TRUE,
    post.stated_at, post.event_id, ${said.map((field) => `post.${field}`).join(', ')}
  FROM buyer
  JOIN post ON post.transaction_id = buyer.transaction_id
),
complete AS (
  SELECT transaction_id,
    ${contact
      .map((field) =>
        last(`IF(is_named, NULLIF(${field}, ''), NULL)`, 'is_own DESC, stated_at DESC, event_id', field),
      )
      .join(',\n    ')},
    ${visit
      .map((field) =>
        last(
          `IF(is_own OR (stated_at <= paid_at AND stated_at > TIMESTAMP_SUB(paid_at, INTERVAL ${clickDays} DAY)), NULLIF(${field}, ''), NULL)`,
          'is_own DESC, stated_at DESC, event_id',
          field,
        ),
      )
      .join(',\n    ')},
    ${consentSignals.map((member) => last(signal(member), `stated_at DESC, ${signal(member)}`, member)).join(',\n    ')},
    ${last("JSON_VALUE(consent, '$.region')", 'stated_at DESC, event_id', 'region')},
    ${last('limited_data_use', 'stated_at DESC, limited_data_use DESC', 'limited_data_use')},
    LOGICAL_OR(gpc) AS gpc,
    ${texts.map((field) => last(`NULLIF(${field}, '')`, `stated_at DESC, ${field}`, field)).join(',\n    ')}
  FROM known
  GROUP BY transaction_id
),
consented AS (
  SELECT *, ${consentText} AS consent_text
  FROM complete
)
SELECT paid.transaction_id, ${orderFields.map(([field]) => `paid.${field}`).join(', ')}, '${name}' AS source,
  ${own.map((field) => `paid.${field}`).join(', ')},
  PARSE_JSON(CONCAT('{', consent_text, '}')) AS consent,
  ${[...contact, ...visit, ...opinions.filter((field) => field !== 'consent')].map((field) => `consented.${field}`).join(', ')}
FROM paid
JOIN consented ON consented.transaction_id = paid.transaction_id`
}

export const conversions = defineSync({
  name,
  description: `Sends each order once, ${waitMinutes} minutes after it came, with the click, the consent and the identity of its buyer.`,
  key: ['transaction_id'],
  mode: 'append',
  event: purchase,
  replacesStored: true,
  model,
  schedule: { cron: '*/10 * * * *', timeZone: 'Etc/UTC' },
  // It runs 144 times a day.
  guards: { maximumBytesBilled: 5 * 1024 ** 3 },
})
