/** Web door tests: a running stack, a server of pages, and what tests ask of them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openapi } from '../../functions/ingest/openapi.ts'
import { resolved, unsaid } from '../ingest/openapi_answers.ts'
import { clientOf, type Client, type Row } from '../support/client.ts'
import type { Answered } from '../support/front_door.ts'
import { repositoryRoot } from '../support/sources.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'
import { key, sendTo, shopOrigin, webSettings } from './settings.ts'

export const granted = { ad_storage: 'granted', ad_user_data: 'granted', analytics_storage: 'granted' }

const meta = {
  target: 'meta',
  settings: { dataset_id: '1234567890' },
  secrets: { access_token: 'a token of Meta' },
  rules: [{ id: 'all', effect: 'permit', when: 'true' }],
}

export interface WebDoor {
  stack: TestStack
  client: Client
  /** The allowed origin of the page, and one that is not. */
  ours: string
  theirs: string
  /** The address of the shop's door. */
  door: (query?: string) => string
  /** Sends a request, and checks its answer against the OpenAPI document. */
  send: typeof sendTo
  /** Sends events of a page of the shop. `from`: an address of this machine. */
  post: (body: unknown, headers?: Readonly<Record<string, string>>, from?: string) => Promise<Answered>
  /** Waits until an event is stored. */
  rowOf: (id: string) => Promise<Row>
  /** Sends one more event, waits for its row, and returns the other stored ids that begin so, and what is in quarantine. */
  storedLike: (prefix: string) => Promise<readonly unknown[]>
  stop: () => Promise<void>
}

export async function openWebDoor(): Promise<WebDoor> {
  const openapiDocument = await resolved(openapi())
  const snippet = await readFile(join(repositoryRoot, 'examples/web/sluice.js'), 'utf8')
  const pages = createServer((request, response) => {
    if (request.url === '/sluice.js') response.setHeader('content-type', 'text/javascript').end(snippet)
    else
      response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><script src="/sluice.js" data-url="${door()}"></script>`)
  })
  await once(pages.listen(0, '127.0.0.1'), 'listening')
  const { port } = pages.address() as AddressInfo
  const ours = `http://127.0.0.1:${port}`
  const settings = webSettings({
    origins: [shopOrigin, ours],
    perAddressPerMinute: 60,
    perMinute: 600,
    cookie: true,
  })
  const stack = await TestStack.start({ ...settings, 'sluice:destinations': { meta } })
  const client = clientOf(stack.facts)

  const door: WebDoor['door'] = (query = `key=${key}`) => `${stack.facts.collectUrl}/web_shop?${query}`
  const send: WebDoor['send'] = async (url, sent) => {
    const answered = await sendTo(url, sent)
    const isPixel = url.includes('/pixel.gif')
    const path = isPixel ? '/v1/collect/{source}/pixel.gif' : '/v1/collect/{source}'
    const operation = openapiDocument.paths[path]![isPixel ? 'get' : 'post']!
    if (answered.status !== 204) assert.equal(unsaid(operation, answered), undefined, answered.text)
    return answered
  }
  const post: WebDoor['post'] = (body, headers = {}, from) =>
    send(door(), {
      headers: { origin: shopOrigin, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(from !== undefined && { from }),
    })
  const rowOf: WebDoor['rowOf'] = (id) =>
    until(`${id} is stored`, async () => {
      const rows = await client.query(`SELECT * FROM events WHERE event_id = '${id}'`)
      return rows[0]
    })
  const storedLike: WebDoor['storedLike'] = async (prefix) => {
    const last = `${prefix}-last`
    assert.equal((await post({ event_name: 'page_view', event_id: last }, {}, '127.0.0.9')).status, 200)
    await rowOf(last)
    const sql = `SELECT event_id FROM events WHERE STARTS_WITH(event_id, '${prefix}') AND event_id != '${last}'
      UNION ALL SELECT event_name FROM quarantine`
    return (await client.query(sql)).map((row) => row['event_id'])
  }
  return {
    stack,
    client,
    ours,
    theirs: `http://localhost:${port}`,
    door,
    send,
    post,
    rowOf,
    storedLike,
    stop: async () => {
      pages.close()
      await stack.remove()
    },
  }
}
