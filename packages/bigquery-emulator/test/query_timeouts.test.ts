/** The time that a request waits for its query. https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/query#QueryRequest */
import assert from 'node:assert/strict'
import { post, project, startServer, type TestServer } from './support/server.ts'

interface Answer {
  jobComplete?: boolean
  jobReference: { jobId: string }
  rows?: { f: { v: string }[] }[]
  error?: { message: string }
  status?: { state: string; errorResult?: { message: string } }
  statistics?: { endTime?: string }
}

/** A script that runs until it is cancelled. */
const endless = 'DECLARE x INT64 DEFAULT 0; LOOP SET x = x + 1; END LOOP'

describe('timeouts of queries', () => {
  let server: TestServer
  const get = async (path: string): Promise<Answer> =>
    (await (await fetch(`${server.url}/projects/${project}/${path}`)).json()) as Answer
  const query = async (text: string, more: object): Promise<Answer> =>
    (await post(server.url, `/projects/${project}/queries`, { query: text, useLegacySql: false, ...more }))
      .body

  before(async () => {
    server = await startServer()
  })
  after(() => server.stop())

  it('answers that a query still runs, and its result or error later', async () => {
    const answer = await query(endless, { timeoutMs: 50 })
    assert.equal(answer.jobComplete, false)
    assert.equal(answer.rows, undefined)
    const { jobId } = answer.jobReference
    const job = await get(`jobs/${jobId}`)
    assert.equal(job.status!.state, 'RUNNING')
    assert.equal(job.statistics!.endTime, undefined)
    assert.equal((await get(`queries/${jobId}?timeoutMs=50`)).jobComplete, false)
    await post(server.url, `/projects/${project}/jobs/${jobId}/cancel`, {})
    assert.match((await get(`queries/${jobId}`)).error!.message, /User requested cancellation/)
    assert.equal((await get(`jobs/${jobId}`)).status!.state, 'DONE')
  })

  it('ends such a job after jobTimeoutMs', async () => {
    const { jobReference } = await query(endless, { timeoutMs: 1, jobTimeoutMs: '100' })
    assert.match((await get(`queries/${jobReference.jobId}`)).error!.message, /Job timed out after 100 ms/)
  })

  it('answers a query that ends in time as ever', async () => {
    const { jobComplete, rows } = await query('SELECT 1 AS x', { timeoutMs: 60_000 })
    assert.equal(jobComplete, true)
    assert.deepEqual(rows, [{ f: [{ v: '1' }] }])
  })

  it('lets the official client throw', async () => {
    await assert.rejects(
      server.client.query(endless, { timeoutMs: 50 }),
      /The query did not complete before 50ms/,
    )
    const { jobs } = (await get('jobs?stateFilter=running')) as unknown as { jobs: Answer[] }
    assert.equal(jobs.length, 1)
    await post(server.url, `/projects/${project}/jobs/${jobs[0]!.jobReference.jobId}/cancel`, {})
  })
})
