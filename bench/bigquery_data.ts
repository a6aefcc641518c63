/** Bench: generates a month of events in the warehouse with SQL: decided for two destinations, delivered, some with errors. */
import { tableSchema } from '../infra/resources/table_schema.ts'
import { views } from '../schemas/views.ts'
import { tables } from '../schemas/warehouse.ts'

/** Sends a request to the REST API. */
export interface Api {
  call: (path: string, body: object) => Promise<void>
  query: (query: string) => Promise<void>
}

const perStatement = 100_000

/** A price with two decimals, sometimes one with a rounding error of doubles. */
const price = `IF(MOD(n, 50) = 0, TO_JSON_STRING(0.1 * MOD(n, 890)),
    CONCAT(CAST(MOD(n, 499) AS STRING), '.', CAST(10 + MOD(n, 89) AS STRING)))`

const eventColumns: Readonly<Record<string, string>> = {
  event_id: 'id',
  event_name: 'name',
  event_time: 'TIMESTAMP_SUB(received_at, INTERVAL 200 + MOD(n * 7919, 2000) MILLISECOND)',
  received_at: 'received_at',
  stored_at: 'stored_at',
  topic: 'name',
  message_id: 'CAST(n AS STRING)',
  definition: "CONCAT(name, '@1.0')",
  hop: '0',
  user_id: "CONCAT('u-', CAST(MOD(n * 31, 90000) AS STRING))",
  anonymous_id: "CONCAT('a-', CAST(MOD(n * 37, 200000) AS STRING))",
  email: "IF(name = 'purchase', CONCAT('u-', CAST(MOD(n * 31, 90000) AS STRING), '@acme.example'), NULL)",
  connection: "IF(MOD(n, 10) = 5, 'shop_orders@1.0', NULL)",
  page_url: "CONCAT('https://shop.example/p/', CAST(MOD(n, 3000) AS STRING))",
  country: "IF(MOD(n, 3) = 0, 'GB', 'BR')",
  event_data: `PARSE_JSON(CONCAT('{"transaction_id":"T-', CAST(n AS STRING), '","value":', ${price},
    ',"currency":"', IF(MOD(n, 3) = 0, 'EUR', 'BRL'), '","tax":', CAST(MOD(n, 40) AS STRING), '.5}'))`,
  violations: `IF(MOD(n, 100) = 1,
    [STRUCT('event_data.price' AS field, 'wrong_type' AS code, 'a number' AS expected, 'text' AS got)], [])`,
  decisions: `[
    STRUCT('ads' AS destination, to_ads AS permitted, IF(to_ads, 'consent', NULL) AS rule, IF(to_ads, 'permitted', 'consent_denied') AS reason),
    STRUCT('crm', to_crm, IF(to_crm, 'purchases', NULL), IF(to_crm, 'permitted', 'no_permit'))]`,
}

const deliveryColumns: Readonly<Record<string, string>> = {
  event_id: 'id',
  event_name: 'name',
  destination: 'destination',
  target: "'webhook'",
  outcome:
    "CASE WHEN MOD(n, 200) < 4 THEN 'refused' WHEN MOD(n, 200) < 6 THEN 'deferred' ELSE 'delivered' END",
  reason: "CASE WHEN MOD(n, 200) < 4 THEN 'rejected' WHEN MOD(n, 200) < 6 THEN 'throttled' END",
  detail:
    "IF(MOD(n, 200) < 6, CONCAT('order ', CAST(n AS STRING), ' of ada@example.com: value must be a number'), NULL)",
  http_status: 'CASE WHEN MOD(n, 200) < 4 THEN 400 WHEN MOD(n, 200) < 6 THEN 429 ELSE 200 END',
  attempt: '1',
  latency_ms: '60 + MOD(n * 104729, 900)',
  received_at: 'received_at',
  stored_at: 'stored_at',
  settled_at: 'TIMESTAMP_ADD(stored_at, INTERVAL 100 + MOD(n * 104729, 900) MILLISECOND)',
}

const quarantineColumns: Readonly<Record<string, string>> = {
  received_at: 'received_at',
  stored_at: 'stored_at',
  topic: "'events'",
  message_id: "CONCAT('q', CAST(n AS STRING))",
  event_id: "CONCAT('q', CAST(n AS STRING))",
  event_name: "IF(MOD(n, 500) = 7, 'pageview', 'purchse')",
  reason: "'unknown_event'",
  suggestion: "IF(MOD(n, 500) = 7, 'page_view', 'purchase')",
  original: `CAST(CONCAT('{"event_name":"purchse","note":"', REPEAT('x', 600), '"}') AS BYTES)`,
}

const deadLetterColumns: Readonly<Record<string, string>> = {
  dead_at: 'stored_at',
  stored_at: 'stored_at',
  message_id: 'CAST(n AS STRING)',
  subscription: "'forward-ads'",
  destination: "'ads'",
  attempts: '5',
  event_id: 'id',
  event_name: 'name',
  original: `CAST(REPEAT('x', 600) AS BYTES)`,
  part: '1',
  parts: '1',
}

function insert(table: string, columns: Readonly<Record<string, string>>, from: string): string {
  return `INSERT INTO ${table} (${Object.keys(columns).join(', ')}) SELECT ${Object.values(columns).join(', ')} FROM ${from}`
}

/** Creates the tables and views, and events of the last thirty days. */
export async function load(
  { call, query }: Api,
  { project, dataset, events }: { project: string; dataset: string; events: number },
): Promise<void> {
  await call('datasets', { datasetReference: { datasetId: dataset } })
  for (const { name, columns } of Object.values(tables))
    await call(`datasets/${dataset}/tables`, {
      tableReference: { tableId: name },
      schema: { fields: JSON.parse(tableSchema(columns)) as unknown },
    })
  for (const { name, query: view } of views(project, dataset))
    await call(`datasets/${dataset}/tables`, { tableReference: { tableId: name }, view: { query: view } })
  await fill(query, { dataset, events })
}

/** Inserts events of the last thirty days in the order of their arrival: every fifth is a purchase, half of them are for `ads`, the purchases
 * for `crm`, and each thousandth is stored twice. */
export async function fill(
  query: Api['query'],
  { dataset, events }: { dataset: string; events: number },
): Promise<void> {
  const now = `TIMESTAMP '${new Date().toISOString()}'`
  const step = Math.floor((29.5 * 86_400_000) / events)
  for (let from = 0; from < events; from += perStatement) {
    const numbers = `UNNEST(GENERATE_ARRAY(${from + 1}, ${Math.min(from + perStatement, events)})) AS n`
    const received = `(SELECT n, TIMESTAMP_SUB(${now}, INTERVAL (${events} - n) * ${step} MILLISECOND) AS received_at FROM ${numbers})`
    const source = `(SELECT n, received_at, CONCAT('e', CAST(n AS STRING)) AS id,
        CASE WHEN MOD(n, 5) = 0 THEN 'purchase' WHEN MOD(n, 5) = 1 THEN 'view_item' ELSE 'page_view' END AS name,
        TIMESTAMP_ADD(received_at, INTERVAL 40 + MOD(n * 7907, 400) MILLISECOND) AS stored_at,
        MOD(n, 2) = 0 AS to_ads, MOD(n, 5) = 0 AS to_crm FROM ${received})`
    await query(insert(`${dataset}.events`, eventColumns, source))
    await query(insert(`${dataset}.events`, eventColumns, `${source} WHERE MOD(n, 1000) = 0`))
    await query(
      insert(
        `${dataset}.deliveries`,
        deliveryColumns,
        `(SELECT *, 'ads' AS destination FROM ${source} WHERE to_ads UNION ALL SELECT *, 'crm' FROM ${source} WHERE to_crm)`,
      ),
    )
    await query(insert(`${dataset}.quarantine`, quarantineColumns, `${source} WHERE MOD(n, 250) = 7`))
    await query(insert(`${dataset}.dead_letters`, deadLetterColumns, `${source} WHERE MOD(n, 5000) = 8`))
  }
}
