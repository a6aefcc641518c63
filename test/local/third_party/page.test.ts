/** Third-party recorder: checks how its page is served, and the requests after a restart. */
import assert from 'node:assert/strict'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordedRequest } from '../../../local/third_party/recorded_request.ts'
import { serveThirdParty, type ThirdParty } from '../../../local/third_party/server.ts'
import { until } from '../../support/until.ts'

describe('the third-party recorder', () => {
  let thirdParty: ThirdParty

  beforeEach(async () => {
    thirdParty = await serveThirdParty({ port: 0 })
  })
  afterEach(() => thirdParty.close())

  const call = (path: string, options: RequestInit = {}) => fetch(thirdParty.url + path, options)
  const post = (path: string, body: RequestInit['body'] = '{}') =>
    call(path, { method: 'POST', body: body ?? null })
  const answerWith = (answer: unknown) => call('/answer', { method: 'PUT', body: JSON.stringify(answer) })
  const received = async (): Promise<RecordedRequest[]> => JSON.parse(await (await call('/requests')).text())

  describe('the page', () => {
    it('is served with its files under a policy that blocks other origins', async () => {
      const page = await call('/')
      const policy = page.headers.get('content-security-policy') ?? ''
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'/)
      assert.doesNotMatch(policy, /unsafe|\*|https?:/)
      const html = await page.text()
      assert.doesNotMatch(html, /\sstyle=|\son\w+=|<script>|<style>|https?:\/\//)
      const files = [...html.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path]) => path ?? '')
      assert.equal(files.length, 6)
      const modules = ['answers.js', 'parties.js', 'request_row.js'].map((name) => `/requests/${name}`)
      for (const file of [...files, ...modules]) assert.equal((await call(file)).status, 200, file)
      assert.deepEqual(await received(), [], 'looking at the page leaves no trace')
    })

    it('gets requests, changed answers and the clearing of the record live', async () => {
      await post('/before')
      const stop = new AbortController()
      const stream = await call('/requests/stream', { signal: stop.signal })
      assert.equal(stream.headers.get('content-type'), 'text/event-stream')
      let seen = ''
      const reading = (async () => {
        for await (const chunk of stream.body ?? []) seen += Buffer.from(chunk).toString()
      })().catch(() => undefined)
      const sees = (pattern: RegExp) => until(`${pattern} is streamed`, () => pattern.test(seen))
      await sees(/event: answers\ndata: \[\]\n\nevent: reset\ndata: \{"total":1,.*\/before/)
      await answerWith({ status: 503 })
      await sees(/event: answers\ndata: \[\{"status":503\}\]/)
      await post('/after', 'two\nlines')
      await sees(/event: requests\ndata: \{"total":2,.*\/after.*"status":503.*\}\n\n/)
      await call('/requests', { method: 'DELETE' })
      await sees(/event: reset\ndata: \{"total":0,"requests":\[\],"parties":\[\]\}/)
      stop.abort()
      await reading
    })
  })

  it('rejects unknown control paths instead of recording them', async () => {
    assert.equal((await post('/requests')).status, 404)
    assert.equal((await call('/requests/nothing')).status, 404)
    assert.deepEqual(await received(), [])
  })

  describe('with a folder', () => {
    let dir: string

    beforeEach(async () => {
      await thirdParty.close()
      dir = await mkdtemp(join(tmpdir(), 'third_party-'))
      thirdParty = await serveThirdParty({ port: 0, dir })
    })
    afterEach(() => rm(dir, { recursive: true }))

    async function restart(): Promise<void> {
      await thirdParty.close()
      thirdParty = await serveThirdParty({ port: 0, dir })
    }

    it('keeps requests across a restart, even if the last line is incomplete', async () => {
      await Promise.all(['/a', '/b', '/c'].map((path) => post(path, 'ü\n')))
      const before = await received()
      await restart()
      assert.deepEqual(await received(), before)
      await thirdParty.close()
      await appendFile(join(dir, 'requests.ndjson'), '{"number":4,"ti')
      await restart()
      await post('/d')
      await restart()
      assert.deepEqual(
        (await received()).map(({ number }) => number),
        [1, 2, 3, 4],
      )
    })

    it('stays cleared after a restart', async () => {
      await post('/a')
      await call('/requests', { method: 'DELETE' })
      await post('/b')
      await restart()
      assert.deepEqual(
        (await received()).map(({ url }) => url),
        ['/b'],
      )
    })
  })
})
