/** `npx sluice send`: events from arguments, a file and stdin reach the warehouse; what is wrong with them is readable. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientOf } from '../support/client.ts'
import { sluice, type CommandOptions, type CommandResult } from '../support/operate.ts'
import { freePorts } from '../support/ports.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

describe('npx sluice send', () => {
  let stack: TestStack
  before(async () => {
    stack = await TestStack.start()
  })
  after(() => stack.remove())

  const send = (args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> =>
    sluice(['send', ...args], { dir: stack.dir, ...options })
  const stored = (marker: string, count: number): Promise<unknown> =>
    until('the events are stored', async () => {
      const rows = await clientOf(stack.facts).query(
        `SELECT user_id, content_name FROM view_content WHERE content_name = '${marker}' ORDER BY user_id`,
      )
      return rows.length === count && rows
    })
  const lines = (marker: string, count: number): string =>
    Array.from({ length: count }, (_, n) =>
      JSON.stringify({ event_name: 'view_content', user_id: `u-${n}`, content_name: marker }),
    ).join('\n')

  it('sends events of its arguments, and prints a message id for each', async () => {
    const marker = randomUUID()
    const events = ['a', 'b'].map((user_id) => JSON.stringify({ user_id, content_name: marker }))
    const { code, stdout } = await send(['view_content', ...events])
    assert.equal(code, 0)
    assert.match(stdout, /^\d+\n\d+\n$/)
    assert.deepEqual(await stored(marker, 2), [
      { user_id: 'a', content_name: marker },
      { user_id: 'b', content_name: marker },
    ])
  })

  it('sends a file of NDJSON, in several requests, with its progress', async () => {
    const marker = randomUUID()
    const file = join(stack.dir, 'events.ndjson')
    await writeFile(file, `${lines(marker, 1200)}\n\n`)
    const { code, stdout, stderr } = await send(['--file', file, '--json'])
    assert.equal(code, 0, stderr)
    const { messageIds } = JSON.parse(stdout) as { messageIds: readonly string[] }
    assert.equal(new Set(messageIds).size, 1200)
    assert.match(stderr, /^sent 1000 events$/m)
    await stored(marker, 1200)
  })

  it('reads stdin: NDJSON, an array, and one object over several lines', async () => {
    const marker = randomUUID()
    const event = { event_name: 'view_content', content_name: marker, user_id: 'u-9' }
    const inputs = [
      // JSON need not escape U+2028, which ends a line elsewhere.
      `\uFEFF${lines(marker, 2)}\r\n${JSON.stringify({ ...event, content_category: 'a\u2028b' })}`,
      `\n${JSON.stringify([event, event], null, 2)}`,
      JSON.stringify(event, null, 2),
    ]
    const counts = await Promise.all(
      inputs.map(async (input) => {
        const { stdout, stderr } = await send(['-'], { input })
        return stdout === '' ? stderr : stdout.trim().split('\n').length
      }),
    )
    assert.deepEqual(counts, [3, 2, 1])
    await stored(marker, 6)
  })

  it('explains with --validate-only what is wrong, and sends nothing', async () => {
    const events = ['{"value":"x"}', '{"transaction_id":"t-1","value":1,"currency":"EUR"}']
    const { code, stdout } = await send(['purchase', ...events, '--validate-only'])
    assert.equal(code, 1)
    assert.match(
      stdout,
      /^event 1: purchase is invalid; table events\n(?: {2}.*\n)* {2}event_data\.value: Expected number; got string/,
    )
    assert.match(stdout, /\nevent 2: purchase is valid; table events\n$/)
    const valid = await send(['purchase', events[1]!, '--validate-only', '--json'])
    assert.equal(valid.code, 0)
    const { results } = JSON.parse(valid.stdout) as { results: readonly { valid: boolean }[] }
    assert.deepEqual(
      results.map(({ valid }) => valid),
      [true],
    )
  })

  const mistakes: Readonly<Record<string, readonly [readonly string[], CommandOptions, number, RegExp]>> = {
    'an unknown event type': [
      ['view_contnt', '{}'],
      {},
      3,
      /^Error: Event type "view_contnt" does not exist\. Did you mean view_content\?/m,
    ],
    'a topic of the platform': [['stored', '{}'], {}, 3, /^Error: Event type "stored" does not exist/m],
    'two sources': [
      ['purchase', '{}', '--file', 'x'],
      {},
      2,
      /^Error: Pass events as arguments or with --file/,
    ],
    'text that is not JSON': [['purchase', '{"value"}'], {}, 2, /^Error: event 1 is not valid JSON: /m],
    'JSON that is not an object': [
      ['purchase', '[1]'],
      {},
      2,
      /^Error: event 1, element 1: expected an event/m,
    ],
    'a wrong line': [
      ['-'],
      { input: '{"event_name":"login"}\nnothing' },
      2,
      /^Error: stdin:2 is not valid JSON/m,
    ],
    'no event on stdin': [['-'], { input: '\n' }, 2, /^Error: The input has no event\.$/m],
    'a file that does not exist': [
      ['--file', 'nowhere.ndjson'],
      {},
      3,
      /^Error: nowhere\.ndjson does not exist\.$/m,
    ],
    'an event that the front door refuses': [
      ['purchase', `{"a":${'['.repeat(600)}${']'.repeat(600)}}`],
      {},
      2,
      /^Error: event 1: Invalid JSON payload received\. Objects and arrays are nested deeper than 500 levels\.$/m,
    ],
    'an address that is not a URL': [['purchase', '{}', '--url', 'events'], {}, 2, /Expected a URL such as/],
  }
  for (const [mistake, [args, options, expected, message]] of Object.entries(mistakes))
    it(`explains ${mistake} without a stack trace`, async () => {
      const { code, stdout, stderr } = await send(args, options)
      assert.match(stderr, message)
      assert.doesNotMatch(stderr, /^ +at /m)
      assert.deepEqual([code, stdout], [expected, ''])
    })

  it('explains a front door that does not answer', async () => {
    const url = `http://127.0.0.1:${await freePorts(1)}`
    const { code, stderr } = await send(['purchase', '{}', '--url', `${url}/`])
    assert.match(stderr, /^Error: Cannot reach 127\.0\.0\.1:\d+: the connection is refused\.$/m)
    assert.equal(code, 5)
  })

  it('sends with the token of the producer, which has no other rights', async () => {
    const dir = join(stack.dir, 'other')
    await mkdir(dir)
    const { roles } = stack.facts
    const facts = { ...stack.facts, roles: { ...roles, producer: { ...roles.producer, token: 'expired' } } }
    await writeFile(join(dir, 'stack.json'), JSON.stringify(facts))
    const { code, stderr } = await send(['login', '{"user_id":"u-1"}'], { dir })
    assert.equal(code, 4, stderr)
    assert.match(stderr, /^Error: event 1: .*authentication credential/m)
  })
})
