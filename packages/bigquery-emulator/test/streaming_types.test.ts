/** insertAll: every JSON type in a column of every type, with Google's messages where they are public. */
import assert from 'node:assert/strict'
import { post, project, rows, startServer, type TestServer } from './support/server.ts'
import { jsonTypes } from './support/streaming/case.ts'
import { nestedColumns, requiredCases } from './support/streaming/nested.ts'
import { opaqueColumns } from './support/streaming/opaque.ts'
import { numberColumns } from './support/streaming/numbers.ts'
import { textColumns } from './support/streaming/texts.ts'
import { timeColumns } from './support/streaming/times.ts'
import { refusedTypes, scalarKinds } from '../src/googlesql/types.ts'

interface InsertAnswer {
  insertErrors?: { index: number; errors: { reason: string; location: string; message: string }[] }[]
}

const streamingColumns = [
  ...textColumns,
  ...numberColumns,
  ...timeColumns,
  ...opaqueColumns,
  ...nestedColumns,
]
const dataset = `/projects/${project}/datasets/types`

describe('BigQuery insertAll, JSON types and column types', () => {
  let server: TestServer
  const create = async (tableId: string, fields: readonly object[]) =>
    post(server.url, `${dataset}/tables`, { tableReference: { tableId }, schema: { fields } })

  /** Returns the error messages by row. */
  const insert = async (table: string, texts: readonly string[]): Promise<Map<number, readonly string[]>> => {
    const body = `{"skipInvalidRows":true,"rows":[${texts.map((json) => `{"json":${json}}`).join(',')}]}`
    const answer = await post(server.url, `${dataset}/tables/${table}/insertAll`, body)
    assert.equal(answer.status, 200)
    const { insertErrors = [] } = answer.body as InsertAnswer
    for (const { errors } of insertErrors)
      for (const { reason } of errors) assert.equal(reason, 'invalid', JSON.stringify(errors))
    return new Map(insertErrors.map(({ index, errors }) => [index, errors.map(({ message }) => message)]))
  }

  before(async () => {
    server = await startServer()
    await post(server.url, `/projects/${project}/datasets`, { datasetReference: { datasetId: 'types' } })
  })
  after(() => server.stop())

  it('covers every JSON type and every column type', () => {
    for (const { name, cases } of streamingColumns)
      assert.deepEqual(new Set(cases.map(({ type }) => type)), new Set(jsonTypes), name)
    const types = streamingColumns.map(({ field }) => field.type)
    assert.deepEqual(
      new Set([...types, 'INTERVAL']),
      new Set([...scalarKinds, 'RANGE', 'RECORD']),
      'Add the column type to packages/bigquery-emulator/test/support/streaming/.',
    )
  })

  for (const { name, field, select, cases } of streamingColumns) {
    it(`stores or refuses each in ${field.mode ?? 'NULLABLE'} ${field.type}`, async () => {
      // A table hides a column with the table's name.
      const table = `with_${name}`
      await create(table, [
        { name: 'id', type: 'INT64' },
        { name, ...field },
      ])
      const texts = cases.map(
        ({ json }, id) => `{"id":${id}${json === undefined ? '' : `,"${name}":${json}`}}`,
      )
      const messages = await insert(table, texts)
      const stored = new Map(
        (await rows(server.url, `SELECT id, ${select} FROM types.${table}`)).map(([id, value]) => [
          Number(id),
          value,
        ]),
      )
      for (const [index, { json, stored: expected, refused, source }] of cases.entries()) {
        const what = `${json ?? 'nothing'} (${source})`
        assert.deepEqual(messages.get(index), refused === undefined ? undefined : [refused], what)
        if (refused === undefined) assert.equal(stored.get(index), expected, what)
        else assert.ok(!stored.has(index), what)
      }
    })
  }

  it('refuses a row without a required field, at the top level and inside a record', async () => {
    await create('required', [
      { name: 'must', type: 'STRING', mode: 'REQUIRED' },
      {
        name: 'items',
        type: 'RECORD',
        mode: 'REPEATED',
        fields: [{ name: 'id', type: 'INT64', mode: 'REQUIRED' }],
      },
      { name: 'who', type: 'RECORD', fields: [{ name: 'name', type: 'STRING', mode: 'REQUIRED' }] },
    ])
    const messages = await insert(
      'required',
      requiredCases.map(({ json }) => json),
    )
    for (const [index, { json, refused }] of requiredCases.entries())
      assert.deepEqual(messages.get(index) ?? [], refused, json)
  })

  it('refuses a table with a column of an unsupported type and names the type', async () => {
    for (const type of refusedTypes) {
      const { status, body } = await create(`refused_${type.toLowerCase()}`, [{ name: 'x', type }])
      assert.equal(status, 400, type)
      assert.match(JSON.stringify(body), new RegExp(type))
    }
  })
})
