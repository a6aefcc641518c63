/** Bench `bigquery`: compares queries and inserts of the embedded BigQuery, through its REST API, with plain DuckDB doing the same work on the
 * same data. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { load, type Api } from './bigquery_data.ts'
import { measuredQueries, type Measured } from './bigquery_queries.ts'
import { dataset, project, startSubject, type Subject } from './bigquery_subject.ts'
import { median, rateLine } from './report.ts'
import { pick, rounds, type Scale } from './scale.ts'

/** Maximum memory of the process at this number of events, in MiB, whatever the queries. */
const memoryGoal = 1024

export async function benchBigquery(scale: Scale): Promise<void> {
  const events = pick(scale, 1_000_000, 2_000)
  const dir = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const [own, copy] = [join(dir, 'own'), join(dir, 'copy')]
  try {
    const loading = await startSubject('embedded', own)
    const started = performance.now()
    await load(clientOf(loading), { project, dataset, events })
    const seconds = (performance.now() - started) / 1000
    console.log(`${events} events made by SQL in ${seconds.toFixed(1)} s`)
    console.log(await memoryLine('while they were made', loading))
    await loading.stop()
    await cp(own, copy, { recursive: true })
    const embedded = await startSubject('embedded', own)
    const plain = await startSubject('plain', copy)
    await measureQueries(embedded, plain, scale)
    await measureAppends(embedded, plain, scale)
    await embedded.stop()
    await plain.stop()
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

interface Client extends Api {
  insertAll: (rows: readonly string[]) => Promise<void>
}

function clientOf({ url }: Subject): Client {
  const pool = new Pool(url, { connections: 8, bodyTimeout: 600_000, headersTimeout: 600_000 })
  const post = async (path: string, body: string): Promise<void> => {
    const answer = await pool.request({ method: 'POST', path: `/projects/${project}/${path}`, body })
    const text = await answer.body.text()
    if (answer.statusCode !== 200 || text.includes('insertErrors'))
      throw new Error(`${path} returned ${answer.statusCode}: ${text.slice(0, 500)}`)
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

async function measureQueries(embedded: Subject, plain: Subject, scale: Scale): Promise<void> {
  const client = clientOf(embedded)
  const defaultDataset = { projectId: project, datasetId: dataset }
  const ask = ({ query, parameters: queryParameters }: Measured): Promise<void> =>
    client.call('queries', {
      query,
      useLegacySql: false,
      parameterMode: 'NAMED',
      queryParameters,
      defaultDataset,
    })
  const all = measuredQueries(Date.now())
  for (const measured of all) {
    const { name, plain: byHand } = measured
    const times: [measured: number, baseline: number][] = []
    // The first round is a warm-up.
    for (const counts of rounds(scale, 5)) {
      const started = performance.now()
      await ask(measured)
      const pair: [number, number] = [
        performance.now() - started,
        await plain.ask({ kind: 'query', measured }),
      ]
      if (counts) times.push(pair)
    }
    const ratios = times.map(([own, baseline]) => own / baseline)
    const [own, baseline] = [0, 1].map((index) => median(times.map((pair) => pair[index]!)).toFixed(0))
    console.log(
      `${name}: embedded BigQuery ${own} ms, plain DuckDB ${byHand ? 'by hand' : 'with the same SQL'} ${baseline} ms: ` +
        `${median(ratios).toFixed(2)}× (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
    )
  }
  console.log(await memoryLine('with one query at a time', embedded))
  for (const [index, measured] of all.entries())
    await Promise.all([ask(measured), ask(all[(index + 1) % all.length]!)])
  console.log(await memoryLine('with two queries at a time', embedded))
}

/** Returns the peak memory of the process, compared with the goal. */
async function memoryLine(when: string, subject: Subject): Promise<string> {
  const peak = (await subject.ask({ kind: 'memory' })) / 2 ** 20
  return `memory ${when}: ${peak.toFixed(0)} MiB at most (${peak < memoryGoal ? 'goal' : 'MISSED goal'} ${memoryGoal} MiB)`
}

let appended = 1_000_000

function row(): string {
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

async function measureAppends(embedded: Subject, plain: Subject, scale: Scale): Promise<void> {
  const client = clientOf(embedded)
  for (const [perRequest, concurrency, inFull] of [
    [1, 1, 40],
    [1, 64, 256],
    [100, 4, 40],
    [500, 4, 20],
  ] as const) {
    const requests = pick(scale, inFull, concurrency)
    const rates: [number, number][] = []
    for (const counts of rounds(scale, 3)) {
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
      if (counts) rates.push([measured, baseline])
    }
    console.log(
      rateLine(
        `insertAll, ${perRequest} rows per request, ${concurrency} at a time`,
        'embedded BigQuery',
        'plain DuckDB, one commit per request',
        rates,
      ),
    )
  }
}
