/** Bench `bigquery`: the embedded BigQuery through its REST door against plain DuckDB that runs the same compiled SQL on the same
 * data, and that appends the same rows. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { tableSchema } from '../infra/table_schema.ts'
import { views } from '../schemas/views.ts'
import { tables } from '../schemas/warehouse.ts'
import { project, startSubject, type Subject } from './bigquery_subject.ts'
import { median, rateLine } from './report.ts'

const events = 1_000_000
const rounds = 5
const dataset = 'bench'

/** What dashboards ask. */
const queries = {
  'events by day':
    'SELECT DATE(received_at) AS day, COUNT(*) AS events FROM bench.events_deduplicated GROUP BY day ORDER BY day',
  'purchases by currency':
    'SELECT currency, COUNT(*) AS purchases, SUM(value) AS value FROM bench.purchase GROUP BY currency ORDER BY currency',
  'pairs by outcome':
    'SELECT destination, outcome, COUNT(*) AS pairs FROM bench.delivery_state GROUP BY 1, 2 ORDER BY 1, 2',
}

export const benchBigquery = async (): Promise<void> => {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const [own, copy] = [join(dir, 'own'), join(dir, 'copy')]
  try {
    const loading = await startSubject('embedded', own)
    const started = performance.now()
    await load(clientOf(loading))
    const seconds = (performance.now() - started) / 1000
    const peak = await loading.ask({ kind: 'memory' })
    console.log(
      `${events} events made by SQL in ${seconds.toFixed(1)} s; ${(peak / 2 ** 20).toFixed(0)} MiB of memory at most`,
    )
    await loading.stop()
    await cp(own, copy, { recursive: true })
    const embedded = await startSubject('embedded', own)
    const plain = await startSubject('plain', copy)
    await measureQueries(embedded, plain)
    await measureAppends(embedded, plain)
    await embedded.stop()
    await plain.stop()
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

interface Client {
  call: (path: string, body: object) => Promise<void>
  query: (query: string) => Promise<void>
  insertAll: (rows: readonly string[]) => Promise<void>
}

const clientOf = ({ url }: Subject): Client => {
  const pool = new Pool(url, { connections: 8, bodyTimeout: 600_000, headersTimeout: 600_000 })
  const post = async (path: string, body: string): Promise<void> => {
    const answer = await pool.request({ method: 'POST', path: `/projects/${project}/${path}`, body })
    const text = await answer.body.text()
    if (answer.statusCode !== 200 || text.includes('insertErrors'))
      throw new Error(`${path} was answered ${answer.statusCode}: ${text.slice(0, 500)}`)
  }
  const call: Client['call'] = (path, body) => post(path, JSON.stringify(body))
  return {
    call,
    query: (query) => call('queries', { query, useLegacySql: false }),
    insertAll: (rows) =>
      post(
        `datasets/${dataset}/tables/events/insertAll`,
        `{"rows":[${rows.map((json) => `{"json":${json}}`).join(',')}]}`,
      ),
  }
}

/** The tables and views of the platform, a million events in them, and a delivery for every second one. */
const load = async ({ call, query }: Client): Promise<void> => {
  await call('datasets', { datasetReference: { datasetId: dataset } })
  for (const { name, columns } of Object.values(tables))
    await call(`datasets/${dataset}/tables`, {
      tableReference: { tableId: name },
      schema: { fields: JSON.parse(tableSchema(columns)) as unknown },
    })
  for (const { name, query: view } of views(project, dataset))
    await call(`datasets/${dataset}/tables`, { tableReference: { tableId: name }, view: { query: view } })
  for (let from = 0; from < events; from += 100_000) {
    const numbers = `UNNEST(GENERATE_ARRAY(${from + 1}, ${from + 100_000})) AS n`
    await query(`INSERT INTO bench.events
      (event_id, event_name, event_time, received_at, stored_at, topic, message_id, definition, hop, event_data, decisions)
      SELECT CONCAT('e', CAST(n AS STRING)), IF(MOD(n, 5) = 0, 'purchase', 'view_content'), time, time, time, 'events',
        CAST(n AS STRING), 'purchase@1.0', 0,
        PARSE_JSON(CONCAT('{"value":', CAST(MOD(n, 500) AS STRING), ',"currency":"', IF(MOD(n, 3) = 0, 'EUR', 'BRL'), '"}')),
        [STRUCT('ads' AS destination, MOD(n, 2) = 0 AS permitted, 'consent' AS rule, 'consented' AS reason)]
      FROM (SELECT n, TIMESTAMP_ADD(TIMESTAMP '2024-01-01', INTERVAL n SECOND) AS time FROM ${numbers})`)
    await query(`INSERT INTO bench.deliveries
      (${deliveryColumns.join(', ')})
      SELECT ${deliveryColumns.map((name) => deliveryValues[name] ?? 'NULL').join(', ')}
      FROM (SELECT n, TIMESTAMP_ADD(TIMESTAMP '2024-01-01', INTERVAL n SECOND) AS time FROM ${numbers}) WHERE MOD(n, 2) = 0`)
  }
}

const deliveryColumns = tables.deliveries.columns
  .filter(({ mode }) => mode === 'REQUIRED')
  .map(({ name }) => name)
const deliveryValues: Readonly<Record<string, string>> = Object.fromEntries(
  tables.deliveries.columns.map(({ name, type }) => [
    name,
    type === 'TIMESTAMP' ? 'time' : type === 'INT64' ? '1' : type === 'BOOL' ? 'TRUE' : `'${name}'`,
  ]),
)
Object.assign(deliveryValues, {
  event_id: "CONCAT('e', CAST(n AS STRING))",
  event_name: "'purchase'",
  destination: "'ads'",
  outcome: "IF(MOD(n, 20) = 0, 'refused', 'delivered')",
})

const measureQueries = async (embedded: Subject, plain: Subject): Promise<void> => {
  const client = clientOf(embedded)
  for (const [name, query] of Object.entries(queries)) {
    const times: [measured: number, baseline: number][] = []
    for (let round = -1; round < rounds; round++) {
      const started = performance.now()
      await client.query(query)
      const pair: [number, number] = [performance.now() - started, await plain.ask({ kind: 'query', query })]
      // The first round warms both up.
      if (round >= 0) times.push(pair)
    }
    const ratios = times.map(([measured, baseline]) => measured / baseline)
    const [measured, baseline] = [0, 1].map((index) => median(times.map((pair) => pair[index]!)).toFixed(0))
    console.log(
      `${name}: embedded BigQuery ${measured} ms, plain DuckDB ${baseline} ms: ` +
        `${median(ratios).toFixed(2)}× (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
    )
  }
  const bytes = await embedded.ask({ kind: 'memory' })
  console.log(`memory with the queries, at most: ${(bytes / 2 ** 20).toFixed(0)} MiB`)
}

let appended = events
const row = (): string => {
  const id = String(++appended)
  const time = '2024-02-01T10:00:00.123456Z'
  return JSON.stringify({
    event_id: `e${id}`,
    event_name: 'purchase',
    event_time: time,
    received_at: time,
    stored_at: time,
    topic: 'events',
    message_id: id,
    definition: 'purchase@1.0',
    hop: 0,
    event_data: JSON.stringify({ value: 12.5, currency: 'EUR', transaction_id: id }),
    decisions: [{ destination: 'ads', permitted: true, rule: 'consent', reason: 'consented' }],
  })
}

const measureAppends = async (embedded: Subject, plain: Subject): Promise<void> => {
  const client = clientOf(embedded)
  for (const [perRequest, concurrency, requests] of [
    [1, 1, 40],
    [1, 64, 256],
    [100, 4, 40],
    [500, 4, 20],
  ] as const) {
    const rates: [number, number][] = []
    for (let round = -1; round < 3; round++) {
      const batches = Array.from({ length: requests }, () => Array.from({ length: perRequest }, row))
      const count = requests * perRequest
      let next = 0
      const lane = async (): Promise<void> => {
        for (let batch = batches[next++]; batch; batch = batches[next++]) await client.insertAll(batch)
      }
      const started = performance.now()
      await Promise.all(Array.from({ length: concurrency }, lane))
      const measured = count / ((performance.now() - started) / 1000)
      const task = { kind: 'append', table: 'events', rows: batches.flat(), perCommit: perRequest } as const
      const baseline = count / ((await plain.ask(task)) / 1000)
      if (round >= 0) rates.push([measured, baseline])
    }
    console.log(
      rateLine(
        `insertAll, ${perRequest} rows a request, ${concurrency} at a time`,
        'embedded BigQuery',
        'plain DuckDB, one commit a request',
        rates,
      ),
    )
  }
}
