/** Front door: events of a deprecated type are accepted, with headers that say until when and what to send instead. */
import assert from 'node:assert/strict'
import { tables } from '../../schemas/warehouse.ts'
import type { Answered, Sent } from '../support/front_door.ts'
import { until } from '../support/until.ts'
import type { Context } from './context.ts'

const definitions = [
  {
    name: 'basket_opened',
    version: '1.1',
    status: 'deprecated',
    // 1 January 2026 in Unix time: 1767225600.
    deprecation: { since: '2026-01-01', sunset: '2027-01-01', successor: 'view_cart' },
  },
  {
    name: 'basket_closed',
    version: '1.2.3',
    status: 'deprecated',
    // 1 June 2025 in Unix time: 1748736000.
    deprecation: { since: '2025-06-01', sunset: '2026-12-01' },
  },
  { name: 'basket_shared', version: '0.1', status: 'draft' },
]

export function deprecation(getContext: () => Context): void {
  const post = (sent: Sent): Promise<Answered> =>
    getContext().door.send({ token: getContext().token, ...sent })
  const hintsIn = ({ json }: Answered) =>
    (json as { results: readonly { hints?: readonly { kind?: string }[] }[] }).results.map(({ hints = [] }) =>
      hints.filter(({ kind }) => kind !== undefined),
    )
  const headersOf = ({ headers }: Answered) => [headers['deprecation'], headers['sunset'], headers['link']]

  const ofOpened = [
    '@1767225600',
    'Fri, 01 Jan 2027 00:00:00 GMT',
    '</v1/event-types/view_cart>; rel="successor-version"',
  ]
  const none = [undefined, undefined, undefined]

  describe('a deprecated event type', () => {
    before(async () => {
      const { door } = getContext()
      // The tests before may have made it.
      await door.warehouse
        .createTable(tables.definitions)
        .catch((error: Error) => assert.match(error.message, /\b409\b/))
      for (const each of definitions) {
        const text = JSON.stringify({ description: 'Somebody used a basket.', fields: {}, ...each })
        await door.warehouse.query(
          `INSERT INTO definitions (kind, name, version, created_at, created_by, definition)
           VALUES ('event', '${each.name}', '${each.version}', CURRENT_TIMESTAMP(), 'ada@example.com', JSON '${text}')`,
        )
      }
      await until('the front door finds the definitions', async () => {
        const explained = await post({ path: '/v1/topics/basket_shared?validateOnly=true', body: '{}' })
        return explained.text.includes('basket_shared@0.1')
      })
    })

    it('is answered with Deprecation, Sunset and Link, by its topic and by the name in the body', async () => {
      const { bus } = getContext()
      const ways: readonly Sent[] = [
        { path: '/v1/topics/basket_opened', body: '{}' },
        { path: '/v1/topics', body: '{"event_name":"basket_opened"}' },
        { path: '/v1/topics?attributes.event_name=basket_opened', body: '{}' },
        {
          path: '/v1/topics/events',
          body: '{"messages":[{"data":"e30=","attributes":{"event_name":"basket_opened"}}]}',
        },
      ]
      for (const way of ways) {
        const answered = await post(way)
        assert.equal(answered.status, 200, answered.text)
        assert.deepEqual(headersOf(answered), ofOpened, way.path)
      }
      assert.equal((await bus.take('events')).length, ways.length)
    })

    it('is answered with the earliest dates of several, and only those with a successor name one', async () => {
      const both = ['basket_closed', 'basket_opened', 'view_content'].map((name) =>
        JSON.stringify({ event_name: name }),
      )
      const answered = await post({ path: '/v1/topics', body: `[${both.join(',')}]` })
      assert.deepEqual(headersOf(answered), ['@1748736000', 'Tue, 01 Dec 2026 00:00:00 GMT', ofOpened[2]])
      const lines = await post({
        path: '/v1/topics',
        body: both[0]!,
        headers: { 'content-type': 'application/x-ndjson' },
      })
      assert.deepEqual(headersOf(lines), ['@1748736000', 'Tue, 01 Dec 2026 00:00:00 GMT', undefined])
    })

    it('gives a hint in validateOnly, as a draft does, and other types give none', async () => {
      const body = JSON.stringify(
        ['basket_opened', 'basket_closed', 'basket_shared', 'view_content'].map((name) => ({
          event_name: name,
        })),
      )
      const explained = await post({ path: '/v1/topics?validateOnly=true', body })
      assert.deepEqual(hintsIn(explained), [
        [
          {
            field: 'event_name',
            kind: 'deprecated',
            did_you_mean: 'view_cart',
            description:
              'basket_opened is deprecated since 2026-01-01; its sunset is 2027-01-01. Send view_cart instead.',
          },
        ],
        [
          {
            field: 'event_name',
            kind: 'deprecated',
            description: 'basket_closed is deprecated since 2025-06-01; its sunset is 2026-12-01.',
          },
        ],
        [
          {
            field: 'event_name',
            kind: 'draft',
            description: 'basket_shared is a draft: its fields may change at any time.',
          },
        ],
        [],
      ])
      assert.equal(headersOf(explained)[0], '@1748736000')
    })

    it('says so in the catalogue; others have no such headers', async () => {
      const { json, headers } = await post({ method: 'GET', path: '/v1/event-types/basket_opened' })
      const { version, status, deprecation: stated } = json as Readonly<Record<string, unknown>>
      assert.deepEqual([version, status, stated], ['1.1', 'deprecated', definitions[0]!.deprecation])
      assert.deepEqual(headersOf({ headers } as Answered), none)
      for (const path of ['/v1/topics/view_content', '/v1/topics/basket_shared'])
        assert.deepEqual(headersOf(await post({ path, body: '{}' })), none, path)
      const typescript = await post({ method: 'GET', path: '/v1/event-types/basket_opened?as=typescript' })
      assert.match(
        typescript.text,
        /\/\*\* Somebody used a basket\. @deprecated basket_opened is deprecated since 2026-01-01; its sunset is 2027-01-01\. Send view_cart instead\. \*\//,
      )
    })
  })
}
