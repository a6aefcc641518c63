/** Load jobs: options, headers of CSV files, bad records, and uploads that break or go on.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/Job#jobconfigurationload */
import assert from 'node:assert/strict'
import { project, rows, startServer, type TestServer } from './support/server.ts'

interface JobAnswer {
  error?: { code: number; message: string }
  status?: { errorResult?: { message: string }; errors?: { message: string }[] }
  statistics?: { load?: { outputRows: string; badRecords: string } }
}

describe('load jobs', () => {
  let server: TestServer
  let loads = 0
  const sql = (query: string): Promise<unknown[][]> => rows(server.url, query)
  const path = `/upload/bigquery/v2/projects/${project}/jobs`
  const jobOf = (tableId: string, options: object): string =>
    JSON.stringify({ configuration: { load: { destinationTable: { datasetId: 'd', tableId }, ...options } } })

  const send = async (body: string): Promise<{ status: number; answer: JobAnswer }> => {
    const response = await fetch(`${server.url}${path}?uploadType=multipart`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/related; boundary=xx' },
      body,
    })
    return { status: response.status, answer: (await response.json()) as JobAnswer }
  }
  const load = async (csv: string, options: object): Promise<JobAnswer & { table: string }> => {
    const table = `t${++loads}`
    const head = '--xx\r\ncontent-type: application/json\r\n\r\n'
    const body = `${head}${jobOf(table, options)}\r\n--xx\r\ncontent-type: text/csv\r\n\r\n${csv}\r\n--xx--`
    return { ...(await send(body)).answer, table }
  }
  const detected = async (csv: string, options: object = {}): Promise<unknown> => {
    const { table, status } = await load(csv, { autodetect: true, ...options })
    assert.equal(status?.errorResult, undefined)
    const columns = await sql(
      `SELECT column_name FROM d.INFORMATION_SCHEMA.COLUMNS WHERE table_name = '${table}' ORDER BY ordinal_position`,
    )
    const [[count] = []] = await sql(`SELECT COUNT(*) FROM d.${table}`)
    return [columns.flat(), count]
  }

  before(async () => {
    server = await startServer()
    await sql('CREATE SCHEMA d')
  })
  after(() => server.stop())

  // https://cloud.google.com/bigquery/docs/schema-detect#csv_header
  it('takes a first row of texts above other types for a header, and no other', async () => {
    assert.deepEqual(await detected('name,n\nada,1\nbob,2\n'), [['name', 'n'], '2'])
    assert.deepEqual(await detected('ada,1\nbob,2\n'), [['string_field_0', 'int64_field_1'], '2'])
    assert.deepEqual(await detected('a,b\nc,d\n'), [['string_field_0', 'string_field_1'], '2'])
    assert.deepEqual(await detected('1.5,true,2024-01-02\n'), [
      ['double_field_0', 'bool_field_1', 'date_field_2'],
      '1',
    ])
  })

  it('follows skipLeadingRows when it looks for a header', async () => {
    assert.deepEqual(await detected('name,n\nada,1\n', { skipLeadingRows: 1 }), [['name', 'n'], '1'])
    assert.deepEqual(await detected('about,this\nname,n\nada,1\n', { skipLeadingRows: 2 }), [
      ['name', 'n'],
      '1',
    ])
    assert.deepEqual(await detected('name,n\nada,1\n', { skipLeadingRows: 0 }), [
      ['string_field_0', 'string_field_1'],
      '2',
    ])
  })

  const schema = {
    fields: [
      { name: 's', type: 'STRING' },
      { name: 'n', type: 'INTEGER' },
    ],
  }

  it('leaves out as many bad records as maxBadRecords allows, and tells them', async () => {
    const csv = 'a,1\nb,x\nc\nd,4\n'
    const { statistics, status, table } = await load(csv, { schema, maxBadRecords: 2 })
    assert.equal(status?.errorResult, undefined)
    assert.deepEqual([statistics?.load?.outputRows, statistics?.load?.badRecords], ['2', '2'])
    assert.equal(status?.errors?.length, 2)
    assert.deepEqual(await sql(`SELECT s, n FROM d.${table} ORDER BY n`), [
      ['a', '1'],
      ['d', '4'],
    ])
    const refused = await load(csv, { schema, maxBadRecords: 1 })
    assert.match(refused.status!.errorResult!.message, /references column position 1.* Row: 3/)
    await assert.rejects(sql(`SELECT 1 FROM d.${refused.table}`), /Not found/)
    const jagged = await load('c\nd,4\n', { schema, allowJaggedRows: true })
    assert.deepEqual(await sql(`SELECT s, n FROM d.${jagged.table} ORDER BY s`), [
      ['c', null],
      ['d', '4'],
    ])
  })

  it('names the row that is not JSON, also when it detects the schema', async () => {
    const json = { sourceFormat: 'NEWLINE_DELIMITED_JSON', autodetect: true }
    const { status } = await load('{"a":1}\n{broken\n', json)
    assert.match(status!.errorResult!.message, /^Error while reading data, error message: .* Row: 2$/)
    const { table } = await load('{"a":1}\n{broken\n', { ...json, maxBadRecords: 1 })
    assert.deepEqual(await sql(`SELECT a FROM d.${table}`), [['1']])
  })

  it('refuses options by name instead of ignoring them', async () => {
    for (const [options, message] of [
      [{ schemaUpdateOptions: ['ALLOW_FIELD_ADDITION'] }, /Load option schemaUpdateOptions is not supported/],
      [{ quote: "'" }, /Load option quote "'" is not supported/],
      [{ encoding: 'ISO-8859-1' }, /Encoding ISO-8859-1 is not supported/],
      [{ dateFormat: 'YYYY/MM/DD' }, /Load option dateFormat is not supported/],
    ] as const)
      assert.match((await load('a,1\n', { schema, ...options })).status!.errorResult!.message, message)
  })

  it('refuses a broken multipart upload with 400', async () => {
    const part = `--xx\r\ncontent-type: application/json\r\n\r\n${jobOf('broken', {})}\r\n`
    for (const body of [
      part,
      `${part}--xx--`,
      `${part}--xx\r\nno end of headers--xx--`,
      '--xx\r\n\r\nnot json\r\n--xx\r\n\r\na\r\n--xx--',
      '--xx\r\n\r\n{}\r\n--xx\r\n\r\na\r\n--xx--',
      '',
    ])
      assert.equal((await send(body)).status, 400, JSON.stringify(body))
  })

  // https://cloud.google.com/bigquery/docs/reference/api-uploads#resume-upload
  it('tells how much of a resumable upload it has, before and after its end', async () => {
    const begun = await fetch(`${server.url}${path}?uploadType=resumable`, {
      method: 'POST',
      body: jobOf('resumed', { schema }),
    })
    const location = begun.headers.get('location')!
    const put = (range: string, body: string): Promise<Response> =>
      fetch(location, { method: 'PUT', headers: { 'content-range': range }, body })
    const state = async (): Promise<unknown> => {
      const answer = await put('bytes */8', '')
      return [answer.status, answer.headers.get('range')]
    }
    assert.deepEqual(await state(), [308, null])
    assert.equal((await put('bytes 0-3/8', 'a,1\n')).status, 308)
    assert.deepEqual(await state(), [308, 'bytes=0-3'])
    assert.equal((await put('bytes 2-5/8', 'xxxx')).status, 400)
    assert.equal((await put('bytes 4-7/8', 'b,2\n')).status, 200)
    assert.deepEqual(await state(), [200, null])
    assert.deepEqual(await sql('SELECT s, n FROM d.resumed ORDER BY n'), [
      ['a', '1'],
      ['b', '2'],
    ])
  })
})
