/** Console: the page and its API over HTTP, with the caller's rights. */
import assert from 'node:assert/strict'
import { gunzipSync } from 'node:zlib'
import type { OverviewData } from '../web/overview/overview_data.ts'
import { sectionRows } from '../web/overview/overview_data.ts'
import { figuresOf } from '../web/overview/selected.ts'
import { clientOf } from './console/client.ts'
import { startConsole, startRecorder, tokenOfNobody } from './console/door.ts'
import { figuresBySql } from './console/figures.ts'
import { get as getFrom, type HttpResult } from './console/http.ts'
import { refusedPeriods } from './console/refused_periods.ts'
import { load, monthOf } from './console/seed.ts'
import { tokenOf } from './support/roles.ts'
import { TestStack } from './support/stack.ts'

describe('console', () => {
  let stack: TestStack
  let nobody: string
  const hour = 3_600_000
  const period = (hours = 24) => ({
    from: new Date(Date.now() - hours * hour).toISOString(),
    to: new Date().toISOString(),
  })

  before(async () => {
    stack = await TestStack.start()
    nobody = await tokenOfNobody(stack.facts)
    await load(clientOf(stack.facts).dataset(stack.facts.dataset), monthOf(1500, Date.now()))
  })
  after(() => stack.remove())

  const get = (path: string, headers?: Record<string, string>, base = stack.facts.baseUrl, method?: string) =>
    getFrom(new URL(path, base), headers, method)
  const overview = (parameters: Record<string, string> | string, token: string | undefined, base?: string) =>
    get(
      `/v1/console/overview?${new URLSearchParams(parameters)}`,
      token === undefined ? {} : { authorization: `Bearer ${token}` },
      base,
    )
  const overviewOf = ({ body }: HttpResult) => JSON.parse(body.toString()) as OverviewData
  const errorOf = ({ body }: HttpResult) =>
    (
      JSON.parse(body.toString()) as {
        error: { message: string; status: string; details?: { metadata: object }[] }
      }
    ).error

  describe('the page', () => {
    it('is where / redirects to', async () => {
      for (const path of ['/', '/console']) {
        const { status, headers } = await get(path)
        assert.equal(status, 302)
        assert.equal(headers['location'], '/console/')
      }
    })

    it('has a policy against scripts, resources and frames of other origins', async () => {
      const { status, headers, body } = await get('/console/')
      assert.equal(status, 200)
      assert.equal(
        headers['content-security-policy'],
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(headers['cache-control'], 'no-cache')
      assert.doesNotMatch(body.toString(), /\sstyle=|\son\w+=|<style/)
      assert.ok(!body.includes(stack.facts.token))
    })

    it('has files with a content hash, compressed and cacheable', async () => {
      const html = (await get('/console/')).body.toString()
      const files = [...html.matchAll(/"(\/console\/console-[0-9A-Z]{8}\.(?:js|css))"/g)].map(
        ([, path]) => path!,
      )
      assert.equal(files.length, 2)
      for (const file of files) {
        const packed = await get(file, { 'accept-encoding': 'br, gzip' })
        assert.equal(packed.status, 200)
        assert.equal(packed.headers['content-encoding'], 'gzip')
        assert.equal(packed.headers['cache-control'], 'public, max-age=31536000, immutable')
        const plain = await get(file, { 'accept-encoding': 'gzip;q=0' })
        assert.equal(plain.headers['content-encoding'], undefined)
        assert.deepEqual(gunzipSync(packed.body), plain.body)
      }
    })

    it('allows only Google’s sign-in as another origin, if a client id is set', async () => {
      const door = await startConsole(stack, {
        SIGN_IN: 'google',
        CONSOLE_CLIENT_ID: '1-a.apps.googleusercontent.com',
      })
      try {
        const { headers, body } = await get('/console/', {}, door.url)
        const origins = String(headers['content-security-policy']).match(/https?:[^\s;]+/g) ?? []
        assert.deepEqual(
          [...new Set(origins.map((origin) => new URL(origin).origin))],
          ['https://accounts.google.com'],
        )
        assert.match(body.toString(), /&quot;clientId&quot;:&quot;1-a\.apps\.googleusercontent\.com&quot;/)
      } finally {
        await door.stop()
      }
    })

    it('returns 404 for unknown files and 405 for other methods', async () => {
      assert.equal((await get('/console/nothing.js')).status, 404)
      const { status, headers } = await get('/console/', {}, stack.facts.baseUrl, 'DELETE')
      assert.equal(status, 405)
      assert.equal(headers['allow'], 'GET')
    })
  })

  describe('the API', () => {
    it('has the same counts as SQL over the tables', async () => {
      for (const hours of [1, 24, 720]) {
        const result = await overview(period(hours), tokenOf(stack.facts, 'analyst'))
        assert.equal(result.status, 200, result.body.toString())
        assert.equal(result.headers['cache-control'], 'no-store')
        const answer = overviewOf(result)
        for (const selection of [{}, { eventName: 'page_view' }, { destination: 'ga4_web' }]) {
          const {
            received: _,
            restricted,
            skipped,
            ...shown
          } = figuresOf(answer, {
            eventName: '',
            destination: '',
            ...selection,
          })
          const counted = await figuresBySql(clientOf(stack.facts), stack.facts.dataset, {
            ...answer,
            ...selection,
          })
          assert.deepEqual(shown, counted)
          assert.ok(restricted >= 0 && skipped >= 0)
        }
        const events = sectionRows(answer.sections.volume).reduce((sum, row) => sum + row.events, 0)
        assert.equal(events, figuresOf(answer, { eventName: '', destination: '' }).stored)
      }
    })

    it('returns the account and the period', async () => {
      const requested = period(3)
      const answer = overviewOf(await overview(requested, tokenOf(stack.facts, 'analyst')))
      assert.equal(answer.account, stack.facts.roles.analyst!.account)
      assert.equal(answer.from, `${requested.from.slice(0, 13)}:00:00.000Z`)
      assert.equal(answer.to, requested.to)
    })

    it('returns 401 without a token, and BigQuery’s 401 for a wrong one', async () => {
      const without = await overview(period(), undefined)
      assert.equal(without.status, 401)
      assert.match(String(without.headers['www-authenticate']), /^Bearer/)
      const wrong = await overview(period(), 'ya29.wrong')
      assert.equal(wrong.status, 401)
      assert.match(errorOf(wrong).message, /invalid authentication credentials/)
    })

    it('returns 403 with the missing permission', async () => {
      const result = await overview(period(), nobody)
      assert.equal(result.status, 403)
      const { message, status, details } = errorOf(result)
      assert.equal(status, 'PERMISSION_DENIED')
      assert.match(
        message,
        /may not run queries in project sluice-local: it lacks the permission bigquery\.jobs\.create\./,
      )
      assert.match(message, /roles\/bigquery\.jobUser/)
      assert.deepEqual(details?.at(-1)?.metadata, {
        permission: 'bigquery.jobs.create',
        resource: 'Project sluice-local',
      })
      assert.ok(!stack.output.includes(nobody), 'no token reaches the log')
    })

    for (const [what, query, message] of refusedPeriods) {
      it(`rejects ${what}, without repeating the value`, async () => {
        const result = await overview(query, tokenOf(stack.facts, 'analyst'))
        assert.equal(result.status, 400)
        assert.match(errorOf(result).message, message)
        assert.doesNotMatch(result.body.toString(), /TRUE|1=1/)
      })
    }

    it('runs a fixed set of queries, with values as parameters and a limit of bytes', async () => {
      const recorder = await startRecorder(stack.facts.bigqueryUrl)
      const door = await startConsole(stack, { BIGQUERY_EMULATOR_HOST: recorder.url })
      try {
        for (const hours of [1, 24, 720]) {
          assert.equal((await overview(period(hours), tokenOf(stack.facts, 'analyst'), door.url)).status, 200)
        }
        const requests = recorder.requests().map((body) => JSON.parse(body) as Record<string, string>)
        assert.equal(requests.length, 3 * 8)
        assert.equal(new Set(requests.map(({ query }) => query)).size, 8)
        for (const { query, maximumBytesBilled, useLegacySql } of requests) {
          assert.doesNotMatch(query!, /\d{4}-\d\d-\d\d/)
          assert.ok(Number(maximumBytesBilled) > 0)
          assert.equal(useLegacySql, false)
          if (!query!.includes('SESSION_USER'))
            assert.match(query!, /WHERE (received_at|hour|day|last_seen) >= \S*@from/)
        }
        assert.equal(door.output(), '')
      } finally {
        await door.stop()
        await recorder.close()
      }
    })

    it('returns the other sections when one query fails', async () => {
      await clientOf(stack.facts).dataset(stack.facts.dataset).table('volume_anomalies').delete()
      const { anomalies, funnel } = overviewOf(
        await overview(period(), tokenOf(stack.facts, 'analyst')),
      ).sections
      assert.ok('error' in anomalies)
      assert.match(anomalies.error.message, /volume_anomalies/)
      assert.ok(sectionRows(funnel).length > 0)
    })
  })

  it('returns the developer’s token to pages of its own origin only', async () => {
    const ask = (headers: Record<string, string>) => get('/local/token', headers)
    const sameOrigin = await ask({ 'sec-fetch-site': 'same-origin' })
    assert.deepEqual(JSON.parse(sameOrigin.body.toString()), { token: stack.facts.token })
    assert.equal(sameOrigin.headers['access-control-allow-origin'], undefined)
    const { host } = new URL(stack.facts.baseUrl)
    const refused: readonly (readonly [number, Record<string, string>])[] = [
      [403, {}],
      [403, { 'sec-fetch-site': 'cross-site' }],
      [403, { 'sec-fetch-site': 'same-site' }],
      [403, { 'sec-fetch-site': 'none' }],
      [421, { 'sec-fetch-site': 'same-origin', host: 'evil.example' }],
      [421, { 'sec-fetch-site': 'same-origin', host: `${host}.evil.example` }],
    ]
    for (const [expected, headers] of refused) {
      const { status, body } = await ask(headers)
      assert.equal(status, expected, JSON.stringify(headers))
      assert.ok(!body.includes(stack.facts.token))
    }
    assert.match((await get('/local/')).body.toString(), /^Sluice runs\./)
  })
})
