/** Load jobs from gs:// and extract jobs to it, with a Cloud Storage emulator.
 * https://cloud.google.com/bigquery/docs/loading-data-cloud-storage-json, /exporting-data */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openBigquery, type Bigquery } from '../src/index.ts'
import { startObjectServer, type ObjectServer } from './support/object_server.ts'
import { everything, post, project, rows } from './support/server.ts'

interface JobAnswer {
  status: { errorResult?: { message: string; reason: string } }
  statistics: { load?: { outputRows: string } }
}

describe('jobs with gs://', () => {
  let storage: ObjectServer
  let bigquery: Bigquery
  let dir: string
  const sql = (query: string) => rows(bigquery.url, query)
  const run = async (configuration: object): Promise<JobAnswer> =>
    (await post(bigquery.url, `/projects/${project}/jobs`, { configuration })).body
  const table = (tableId: string) => ({ projectId: project, datasetId: 'd', tableId })

  before(async () => {
    storage = await startObjectServer()
    dir = await mkdtemp(join(tmpdir(), 'sluice-bigquery-'))
    bigquery = await openBigquery({ dir, project, access: everything, storage: storage.url })
    await sql('CREATE SCHEMA d')
  })
  after(async () => {
    await bigquery.close()
    await storage.stop()
    await rm(dir, { recursive: true })
  })

  it('load several objects, some of them compressed', async () => {
    storage.objects.set('bucket/a b.json', Buffer.from('{"id":1}\n{"id":2}'))
    storage.objects.set('bucket/deep/c.json.gz', gzipSync('{"id":3}\n'))
    const schema = { fields: [{ name: 'id', type: 'INT64' }] }
    const sourceUris = ['gs://bucket/a b.json', 'gs://bucket/deep/c.json.gz']
    const sourceFormat = 'NEWLINE_DELIMITED_JSON'
    const job = await run({ load: { sourceUris, sourceFormat, schema, destinationTable: table('loaded') } })
    assert.equal(job.status.errorResult, undefined)
    assert.equal(job.statistics.load!.outputRows, '3')
    assert.deepEqual(await sql('SELECT id FROM d.loaded ORDER BY id'), [['1'], ['2'], ['3']])
  })

  it('name an object that does not exist, and what they do not support', async () => {
    const load = { destinationTable: table('nothing'), autodetect: true }
    for (const [sourceUris, message] of [
      [['gs://bucket/missing.csv'], /^Not found: URI gs:\/\/bucket\/missing\.csv$/],
      [['gs://bucket/*.csv'], /^A wildcard in a gs:\/\/ URI is not supported/],
      [['gs://bucket/a.csv', 'gs://bucket/b.csv'], /^A load job of several CSV files is not supported/],
      [['s3://bucket/a.csv'], /^Source URI must be a Google Cloud Storage location/],
    ] as const) {
      const { status } = await run({ load: { ...load, sourceUris } })
      assert.match(status.errorResult!.message, message)
    }
    const extract = {
      sourceTable: table('loaded'),
      destinationUris: ['gs://bucket/out'],
      destinationFormat: 'AVRO',
    }
    const { status } = await run({ extract })
    assert.match(status.errorResult!.message, /^An extract job to AVRO is not supported/)
  })

  it('extract rows as JSON: INT64 as text, timestamps in UTC, nothing for NULL', async () => {
    await sql(
      "CREATE TABLE d.kinds AS SELECT 9007199254740993 AS i, 1.5 AS f, TRUE AS b, 'x' AS s, b'ab' AS y, DATE '2026-01-02' AS day, " +
        "TIMESTAMP '2026-01-02 03:04:05.5+01' AS t, DATETIME '2026-01-02 03:04:05' AS dt, [STRUCT(1 AS a, CAST(NULL AS STRING) AS n)] AS list, CAST(NULL AS NUMERIC) AS none",
    )
    const destinationUris = ['gs://bucket/out.json.gz']
    const destinationFormat = 'NEWLINE_DELIMITED_JSON'
    const extract = {
      sourceTable: table('kinds'),
      destinationUris,
      destinationFormat,
      compression: 'GZIP',
    }
    assert.equal((await run({ extract })).status.errorResult, undefined)
    const text = gunzipSync(storage.objects.get('bucket/out.json.gz')!).toString()
    assert.ok(text.endsWith('}\n'))
    assert.deepEqual(JSON.parse(text), {
      i: '9007199254740993',
      f: 1.5,
      b: true,
      s: 'x',
      y: 'YWI=',
      day: '2026-01-02',
      t: '2026-01-02 02:04:05.5 UTC',
      dt: '2026-01-02T03:04:05',
      list: [{ a: '1' }],
    })
  })

  it('extract rows as CSV: a header, nothing for NULL, quotes where they are needed', async () => {
    await sql(
      `CREATE TABLE d.cells AS SELECT 1 AS i, 'a,"b"' AS s, TRUE AS b, TIMESTAMP '2026-01-02 03:04:05 UTC' AS t, CAST(NULL AS DATE) AS day`,
    )
    const destinationUris = ['gs://bucket/out.csv']
    const extracted = async (more: object): Promise<string> => {
      const { status } = await run({ extract: { sourceTable: table('cells'), destinationUris, ...more } })
      return status.errorResult?.message ?? storage.objects.get('bucket/out.csv')!.toString()
    }
    const line = '1,"a,""b""",true,2026-01-02 03:04:05 UTC,\n'
    assert.equal(await extracted({}), `i,s,b,t,day\n${line}`)
    assert.equal(await extracted({ printHeader: false }), line)
    assert.equal(
      await extracted({ printHeader: false, fieldDelimiter: '\t' }),
      '1\t"a,""b"""\ttrue\t2026-01-02 03:04:05 UTC\t\n',
    )
    assert.match(await extracted({ fieldDelimiter: '||' }), /^The field delimiter "\|\|" is not supported/)
    for (const [value, message] of [
      ["''", /^An extract job to CSV of an empty STRING is not supported/],
      ['1.5', /^An extract job to CSV of a value of type FLOAT64 is not supported/],
      ['[1]', /^Operation cannot be performed on a nested schema\. Field: x$/],
    ] as const) {
      await sql(`CREATE OR REPLACE TABLE d.cells AS SELECT ${value} AS x`)
      assert.match(await extracted({}), message)
    }
  })

  it('refuse a value whose text in an export is not settled', async () => {
    await sql("CREATE TABLE d.amounts AS SELECT NUMERIC '1.5' AS n")
    const { status } = await run({
      extract: {
        sourceTable: table('amounts'),
        destinationUris: ['gs://bucket/amounts.json'],
        destinationFormat: 'NEWLINE_DELIMITED_JSON',
      },
    })
    assert.match(status.errorResult!.message, /^An extract job of a value of type NUMERIC is not supported/)
    assert.equal(storage.objects.has('bucket/amounts.json'), false)
  })
})
