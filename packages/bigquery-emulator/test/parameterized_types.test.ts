/** Parameterized types over REST: schemas, streamed rows, load jobs, copies and destination tables.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableFieldSchema */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { post, project, rows, startServer, type TestServer } from './support/server.ts'

const schema = [
  { name: 's', type: 'STRING', maxLength: 3 },
  { name: 'b', type: 'BYTES', maxLength: '2' },
  { name: 'n', type: 'NUMERIC', precision: 5, scale: '2' },
  { name: 'a', type: 'STRING', mode: 'REPEATED', maxLength: '3' },
  { name: 'r', type: 'RECORD', fields: [{ name: 'n', type: 'NUMERIC', precision: '3' }] },
]

describe('parameterized types over REST', () => {
  let server: TestServer
  before(async () => {
    server = await startServer()
    await server.client.createDataset('d')
    await createTable({ tableReference: { tableId: 't' }, schema: { fields: schema } })
  })
  after(() => server.stop())

  const createTable = async (table: object): Promise<string> => {
    const answer = await post(server.url, `/projects/${project}/datasets/d/tables`, table)
    return (answer.body as { error?: { message: string } }).error?.message ?? 'created'
  }
  const createdWith = (field: object): Promise<string> =>
    createTable({ tableReference: { tableId: 'bad' }, schema: { fields: [{ name: 'x', ...field }] } })
  const insert = async (row: object): Promise<string> => {
    const answer = await post(server.url, `/projects/${project}/datasets/d/tables/t/insertAll`, {
      rows: [{ json: row }],
    })
    const body = answer.body as { insertErrors?: { errors: { message: string }[] }[] }
    return body.insertErrors?.[0]?.errors[0]?.message ?? 'inserted'
  }

  it('returns the parameters as texts', async () => {
    const [metadata] = await server.client.dataset('d').table('t').getMetadata()
    assert.deepEqual(metadata.schema.fields, [
      { name: 's', type: 'STRING', maxLength: '3' },
      { name: 'b', type: 'BYTES', maxLength: '2' },
      { name: 'n', type: 'NUMERIC', precision: '5', scale: '2' },
      { name: 'a', type: 'STRING', mode: 'REPEATED', maxLength: '3' },
      { name: 'r', type: 'RECORD', fields: [{ name: 'n', type: 'NUMERIC', precision: '3' }] },
    ])
    await rows(server.url, 'CREATE TABLE d.ddl (n NUMERIC(5, 2), whole NUMERIC(4), s ARRAY<STRING(3)>)')
    const [ddl] = await server.client.dataset('d').table('ddl').getMetadata()
    assert.deepEqual(ddl.schema.fields, [
      { name: 'n', type: 'NUMERIC', mode: 'NULLABLE', precision: '5', scale: '2' },
      { name: 'whole', type: 'NUMERIC', mode: 'NULLABLE', precision: '4' },
      { name: 's', type: 'STRING', mode: 'REPEATED', maxLength: '3' },
    ])
  })

  it('refuses parameters that the type does not have', async () => {
    for (const [field, message] of [
      [{ type: 'INTEGER', maxLength: 3 }, /has maxLength but is of type INTEGER/],
      [{ type: 'STRING', precision: 3 }, /has precision but is of type STRING/],
      [{ type: 'NUMERIC', scale: 3 }, /has scale but no precision/],
      [{ type: 'STRING', maxLength: 0 }, /STRING length must be greater than 0/],
      [{ type: 'STRING', maxLength: 'x' }, /Invalid value for maxLength/],
      // https://github.com/googleapis/python-bigquery-sqlalchemy/issues/1164
      [
        { type: 'NUMERIC', precision: 37 },
        /^Field x has precision 37 and scale 0 but precision and scale for NUMERIC must be: 0 <= precision - scale <= 29/,
      ],
      [{ type: 'NUMERIC', precision: 12, scale: 10 }, /must be: .* 0 <= scale <= 9/],
      [{ type: 'NUMERIC', roundingMode: 'ROUND_HALF_EVEN' }, /Member roundingMode .* not supported/],
    ] as const)
      assert.match(await createdWith(field), message)
  })

  it('holds streamed rows against them', async () => {
    const beyond =
      /NUMERIC\(5, 2\) has precision 5 and scale 2 but got a value that is not in range of \[-999.99, 999.99\]/
    assert.match(
      await insert({ s: 'abcd' }),
      /STRING\(3\) has maximum length 3 but got a value with length 4/,
    )
    assert.match(await insert({ a: ['a', 'abcd'] }), /STRING\(3\) has maximum length 3/)
    assert.match(await insert({ b: 'YWJj' }), /BYTES\(2\) has maximum length 2 but got a value with length 3/)
    assert.match(await insert({ n: '999.995' }), beyond)
    assert.match(await insert({ n: '99999999999999999999999999999.999999999' }), beyond)
    assert.match(await insert({ r: { n: 1000 } }), /NUMERIC\(3\) has precision 3 and scale 0/)
    assert.equal(
      await insert({ s: '日本語', b: 'YWI=', n: '-1.005', a: ['abc'], r: { n: '0.5' } }),
      'inserted',
    )
    assert.deepEqual(await rows(server.url, 'SELECT s, n, r.n FROM d.t'), [['日本語', '-1.01', '1']])
  })

  it('holds the rows of load jobs against them', async () => {
    const load = async (text: string, more: object = {}): Promise<string> => {
      const file = join(server.dir, 'rows.json')
      await writeFile(file, text)
      return server.client
        .dataset('d')
        .table('loaded')
        .load(file, { format: 'JSON', ...more })
        .then(
          () => 'loaded',
          (error: Error) => error.message,
        )
    }
    const fields = schema.slice(0, 3)
    assert.equal(await load('{"s":"abc","n":1.005}', { schema: { fields } }), 'loaded')
    assert.match(await load('{"s":"abcd"}'), /STRING\(3\) has maximum length 3/)
    assert.match(
      await load('{"s":"abc"}', { schema: { fields: [{ name: 's', type: 'STRING' }] } }),
      /Provided Schema does not match Table proj:d.loaded. Field s has changed type from STRING\(3\) to STRING/,
    )
    assert.deepEqual(await rows(server.url, 'SELECT s, n FROM d.loaded'), [['abc', '1.01']])
  })

  it('holds the rows of a query against those of its destination', async () => {
    await rows(server.url, 'CREATE TABLE d.target (s STRING(3))')
    await assert.rejects(
      server.client.createQueryJob({
        query: 'SELECT "abcd" AS s',
        destination: server.client.dataset('d').table('target'),
        writeDisposition: 'WRITE_APPEND',
      }),
      /STRING\(3\) has maximum length 3/,
    )
  })

  it('keeps them in a copy, and refuses rows from a table with others', async () => {
    const dataset = server.client.dataset('d')
    await dataset.table('t').copy(dataset.table('copied'))
    assert.match((await dataset.table('copied').getMetadata())[0].schema.fields[0].maxLength, /^3$/)
    await rows(server.url, 'CREATE TABLE d.free (s STRING); CREATE TABLE d.narrow (s STRING(3))')
    const narrow = dataset.table('narrow')
    await assert.rejects(
      dataset.table('free').copy(narrow, { writeDisposition: 'WRITE_APPEND' }),
      /Field s has changed type from STRING\(3\) to STRING/,
    )
  })

  it('refuses to change them in a schema', async () => {
    await assert.rejects(
      server.client
        .dataset('d')
        .table('ddl')
        .setMetadata({
          schema: {
            fields: [
              { name: 'n', type: 'NUMERIC' },
              { name: 'whole', type: 'NUMERIC' },
              { name: 's', type: 'STRING', mode: 'REPEATED' },
            ],
          },
        }),
      /A change of the parameters of a type, of field n, is not supported by the local BigQuery/,
    )
  })
})
