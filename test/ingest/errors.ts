/** Front door: provokes every error of the catalogue. */
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { bodyLimitsOf } from '../../schemas/instance.ts'
import { limits } from '../../schemas/limits.ts'
import type { CatalogueEntry } from '../../functions/serving/catalogue_entry.ts'
import { catalogue, type ErrorReason } from '../../functions/serving/error_catalogue.ts'
import { startFrontDoor, type Sent } from '../support/front_door.ts'
import { openRaw } from '../support/raw_http.ts'
import { startServed } from '../support/served.ts'
import { until } from '../support/until.ts'
import { overload } from './overload.ts'
import { reasonOf, type Context } from './context.ts'

interface Refused {
  status: number
  text: string
  contentType: string
}

type Provoke = (context: Context) => Promise<Refused>

function sending(request: Sent): Provoke {
  return async ({ door, token }) => {
    const { status, text, headers } = await door.send({ token, body: '{}', ...request })
    return { status, text, contentType: String(headers['content-type']) }
  }
}

function saying(bytes: string): Provoke {
  return ({ door }) => say(door.port, bytes)
}

async function say(port: number, bytes: string): Promise<Refused> {
  const { write, answer, closed } = await openRaw(port)
  await write(bytes)
  const { status, text, head } = await answer()
  await closed
  return { status, text, contentType: /content-type: (.*)\r/i.exec(head)?.[1] ?? '' }
}

function query(text: string): Provoke {
  return sending({ path: `/v1/topics?${text}` })
}

function body(content: string | Buffer): Provoke {
  return sending({ body: content })
}

function withHeaders(headers: Readonly<Record<string, string>>, content: string | Buffer = '{}'): Provoke {
  return sending({ headers, body: content })
}

function served(bytes: (token: string) => string, ...options: Parameters<typeof startServed>): Provoke {
  return async ({ token }) => {
    const { port, stop } = await startServed(...options)
    try {
      return await say(port, bytes(token))
    } finally {
      await stop()
    }
  }
}

/** Sends more bytes of bodies at once than an instance takes, and never the last ones. */
async function sayTooMuchAtOnce({ door, token }: Context): Promise<Refused> {
  const part = Math.ceil(limits.requestBytes * 0.9)
  const count = Math.ceil(bodyLimitsOf('ingest').bytes / part) + 1
  const opened = await Promise.all(Array.from({ length: count }, () => openRaw(door.port)))
  const head = `POST /v1/topics HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n`
  const sent = opened.map(({ write }) =>
    write(`${head}content-length: ${limits.requestBytes}\r\n\r\n${' '.repeat(part)}`),
  )
  const { status, text, head: answered } = await Promise.race(opened.map(({ answer }) => answer()))
  assert.match(answered, /\r\nretry-after: 1\r\n/i)
  for (const { socket } of opened) socket.destroy()
  await Promise.all(sent)
  return { status, text, contentType: /content-type: (.*)\r/i.exec(answered)?.[1] ?? '' }
}

const provoke: Readonly<Record<ErrorReason, Provoke>> = {
  CREDENTIALS_MISSING: async ({ door }) => {
    const { status, text, headers } = await door.send({ body: '{}' })
    assert.equal(headers['www-authenticate'], 'Bearer realm="https://accounts.google.com/"')
    return { status, text, contentType: String(headers['content-type']) }
  },
  PATH_UNKNOWN: sending({ path: '/v1/events' }),
  PATH_MALFORMED: sending({ path: '/v1/topics/%E0%A4%A' }),
  METHOD_NOT_ALLOWED: sending({ method: 'PUT' }),
  PROJECT_UNKNOWN: sending({ path: '/v1/projects/another/topics/view_content:publish' }),
  TOPIC_INVALID: sending({ path: '/v1/topics/x' }),
  TOPIC_INTERNAL: sending({ path: '/v1/topics/stored' }),
  EVENT_TYPE_NOT_ALLOWED: sending({ path: '/v1/topics/source-shop', body: '{"event_name":"purchase"}' }),
  EVENT_TYPE_UNKNOWN: sending({ method: 'GET', path: '/v1/event-types/view_contents', body: '' }),
  DEFINITIONS_UNREADABLE: async ({ bus, proxy, token }) => {
    const env = { BIGQUERY_EMULATOR_HOST: 'http://127.0.0.1:1' }
    const door = await startFrontDoor({ bus: proxy.host, identityDir: bus.dir, env })
    try {
      const { status, text, headers } = await door.send({ method: 'GET', path: '/v1/event-types', token })
      assert.equal(headers['retry-after'], '1')
      return { status, text, contentType: String(headers['content-type']) }
    } finally {
      await door.stop()
    }
  },
  PARAMETER_UNKNOWN: query('access_token=never-repeated'),
  PARAMETER_INVALID: query('validateOnly=yes'),
  PARAMETER_NOT_APPLICABLE: sending({
    path: '/v1/topics?attributes.a=1',
    body: '{"messages":[{"data":"e30="}]}',
  }),
  ATTRIBUTES_TOO_MANY: query(Array.from({ length: 101 }, (_, n) => `attributes.a${n}=1`).join('&')),
  ATTRIBUTE_NAME_INVALID: query('attributes.google=1'),
  ATTRIBUTE_NAME_TOO_LONG: query(`attributes.${'a'.repeat(257)}=1`),
  ATTRIBUTE_VALUE_TOO_LONG: query(`attributes.a=${'%C3%A9'.repeat(513)}`),
  ORDERING_KEY_TOO_LONG: query(`orderingKey=${'a'.repeat(1025)}`),
  BODY_EMPTY: body(' \n\t'),
  BODY_TOO_LARGE: body(Buffer.alloc(limits.requestBytes + 1, ' ')),
  BODY_TOO_DEEP: body(`{"a":${'['.repeat(500)}${']'.repeat(500)}}`),
  BODY_TOO_WIDE: body(
    JSON.stringify(Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`a${n}`, 1]))),
  ),
  EVENT_TOO_MANY_VALUES: body(`[{},{"a":[${'0,'.repeat(limits.valuesPerEvent)}0]}]`),
  BODY_NOT_UTF8: body(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
  BODY_NOT_JSON: body('{"secret":"not repeated",}'),
  GZIP_BROKEN: withHeaders({ 'content-encoding': 'gzip' }, gzipSync('{"a":1}').subarray(0, -4)),
  CHARSET_UNSUPPORTED: withHeaders({ 'content-type': 'application/json; charset=iso-8859-1' }),
  ENCODING_UNSUPPORTED: withHeaders({ 'content-encoding': 'br' }),
  EVENT_NOT_AN_OBJECT: body('[{"a":1},7]'),
  ENVELOPE_INVALID: body('{"messages":{"data":"e30="}}'),
  EVENTS_MISSING: body('[]'),
  EVENTS_TOO_MANY: body(JSON.stringify(Array.from({ length: 1001 }, () => ({})))),
  EVENT_TOO_LARGE: body(JSON.stringify({ a: 'x'.repeat(limits.eventBytes) })),
  EVENTS_TOO_LARGE: body(JSON.stringify(['1', '2'].map((a) => ({ a: a.repeat(limits.publishBytes / 2) })))),
  HEADERS_TOO_LARGE: saying(
    `POST /v1/topics HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(limits.headerBytes)}`,
  ),
  REQUEST_TOO_SLOW: served(
    (token) =>
      `POST /v1/topics HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-length: 9\r\n\r\n{`,
    'shortTimeouts',
  ),
  INSTANCE_BUSY: sayTooMuchAtOnce,
  HTTP_MALFORMED: saying('POST /v1/topics HTTP/1.1\r\nhost: localhost\r\ncontent-length: no\r\n\r\n'),
  OVERLOADED: (context) => {
    const { door, proxy, token } = context
    return overload(context, async () => {
      proxy.forget()
      const { status, text, headers } = await door.send({ token, body: '{}' })
      assert.equal(headers['retry-after'], '1')
      assert.deepEqual(proxy.publishes, [])
      return { status, text, contentType: String(headers['content-type']) }
    })
  },
  BUS_UNREACHABLE: async ({ bus, token }) => {
    const door = await startFrontDoor({ bus: '127.0.0.1:1', identityDir: bus.dir })
    try {
      const { status, text, headers } = await door.send({ token, body: '{}' })
      assert.equal(headers['retry-after'], '1')
      await until('the error is logged', () => door.output().includes('\n'))
      assert.match(door.output(), /^\{"severity":"WARNING","message":"the event bus could not be reached"/)
      assert.ok(!door.output().includes(token))
      return { status, text, contentType: String(headers['content-type']) }
    } finally {
      await door.stop()
    }
  },
  BUS_UNREADABLE: async (context) => {
    context.proxy.answerWith({ status: 502, body: '<html>Bad Gateway</html>' })
    return sending({})(context)
  },
  INTERNAL: served(
    (token) =>
      `POST /v1/topics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer ${token}\r\ncontent-length: 2\r\n\r\n{}`,
  ),
}

/** Returns a pattern for the message of an entry, with any values. */
function pattern(message: string): RegExp {
  return new RegExp(`^${RegExp.escape(message).replace(/\\\{\w+\\\}/g, '[^]+')}$`)
}

export function errors(getContext: () => Context): void {
  describe('errors', () => {
    for (const [reason, entry] of Object.entries<CatalogueEntry>(catalogue)) {
      it(`${reason}: ${entry.when}`, async () => {
        const context = getContext()
        const { status, text, contentType } = await provoke[reason as ErrorReason](context)
        const json = JSON.parse(text) as { error: { code: number; status: string; message: string } }
        assert.equal(reasonOf({ json }), reason)
        assert.equal(contentType, 'application/json; charset=UTF-8')
        assert.equal(json.error.status, entry.status)
        assert.equal(json.error.code, status)
        assert.match(json.error.message, pattern(entry.message))
        assert.ok(!text.includes(context.token), 'the token is in the answer')
        assert.doesNotMatch(text, /never-repeated|not repeated/)
      })
    }

    it('leave nothing in the log', () => {
      const { door } = getContext()
      assert.equal(door.output(), '')
    })
  })
}
