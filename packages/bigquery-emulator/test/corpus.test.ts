/** Analytics queries with the results of Google's reference implementation. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { difference, type Answer, type Field } from './support/compare.ts'
import { post, project, startServer, type TestServer } from './support/server.ts'

interface Corpus {
  setup: string[]
  queries: {
    id: string
    sql: string
    /** Statements to run before the query. */
    pre?: string
    params?: Record<string, [type: string, value: unknown]>
    expected: Answer
  }[]
}

type Cell = string | null | { v: Cell }[] | { f: { v: Cell }[] }

const corpus = JSON.parse(await readFile(new URL('support/corpus.json', import.meta.url), 'utf8')) as Corpus

function inDataset(sql: string): string {
  return sql.replaceAll('${DATASET}', `${project}.ds`)
}

describe('GoogleSQL', () => {
  let server: TestServer
  const run = async (query: string, queryParameters: unknown[] = []): Promise<Answer> => {
    const request = {
      query,
      useLegacySql: false,
      queryParameters,
      formatOptions: { useInt64Timestamp: true },
    }
    const { status, body } = await post(server.url, `/projects/${project}/queries`, request)
    const answer = body as {
      error?: { message: string }
      schema: { fields: Field[] }
      rows: { f: { v: Cell }[] }[]
    }
    if (status !== 200) throw new Error(answer.error?.message ?? `HTTP ${status}`)
    const { fields } = answer.schema
    return { schema: fields, rows: answer.rows.map((row) => record(row, fields)) }
  }

  before(async () => {
    server = await startServer()
    await post(server.url, `/projects/${project}/datasets`, { datasetReference: { datasetId: 'ds' } })
    for (const statement of corpus.setup) await run(inDataset(statement))
  })
  after(() => server.stop())

  for (const { id, sql, pre, params = {}, expected } of corpus.queries)
    it(`answers ${id} as BigQuery does`, async () => {
      if (pre) await run(inDataset(pre))
      const parameters = Object.entries(params).map(([name, [type, value]]) => parameter(name, type, value))
      assert.equal(difference(expected, await run(inDataset(sql), parameters)), undefined)
    })
})

function parameter(name: string, type: string, value: unknown): unknown {
  const element = /^ARRAY<(.+)>$/.exec(type)?.[1]
  if (element === undefined)
    return { name, parameterType: { type }, parameterValue: { value: String(value) } }
  const arrayValues = (value as unknown[]).map((item) => ({ value: String(item) }))
  return {
    name,
    parameterType: { type: 'ARRAY', arrayType: { type: element } },
    parameterValue: { arrayValues },
  }
}

function record({ f }: { f: { v: Cell }[] }, fields: Field[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field, i) => [field.name, value(f[i]!.v, field)]))
}

function value(cell: Cell, field: Field): unknown {
  if (cell === null) return null
  if (field.mode === 'REPEATED')
    return (cell as { v: Cell }[]).map((item) => value(item.v, { ...field, mode: 'NULLABLE' }))
  if (field.type === 'RECORD') return record(cell as { f: { v: Cell }[] }, field.fields!)
  return field.type === 'TIMESTAMP' ? instant(BigInt(cell as string)) : cell
}

function instant(micros: bigint): string {
  const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n
  const seconds = new Date(Number((micros - fraction) / 1000n)).toISOString().slice(0, 19)
  return `${seconds.replace('T', ' ')}${fraction === 0n ? '' : `.${String(fraction).padStart(6, '0')}`}`
}
