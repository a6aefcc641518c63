/** The commands that look into events: search, explain and tail, on one stack. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { EventJourney } from '../../cli/events/explain.ts'
import type { FoundEvent, FoundEvents } from '../../cli/events/search.ts'
import type { Client } from '../support/client.ts'
import { eventConsent, refusedId, startEventStack, type EventStack } from './event_stack.ts'

const program = fileURLToPath(new URL('../../cli/index.ts', import.meta.url))

describe('npx sluice search, explain and tail', () => {
  let events: EventStack
  let client: Client
  before(async () => {
    events = await startEventStack()
    client = events.client
  })
  after(() => events?.stack.remove())

  const run: EventStack['run'] = (args, options) => events.run(args, options)
  const json = async <Document>(args: readonly string[], input?: string): Promise<Document> =>
    (await events.json(args, input)) as Document

  describe('search', () => {
    it('lists events with their outcomes, the latest first, without what identifies a person', async () => {
      const { code, stdout, stderr } = await run(['search'])
      assert.equal(code, 0, stderr)
      const [first, second, ...others] = stdout.trimEnd().split('\n')
      assert.match(first!, /^\S+Z +purchase +order-1042 +•{6} +crm delivered, partner delivered$/)
      assert.ok(second!.includes(`  ${refusedId}  `), second)
      assert.match(second!, / crm refused \(rejected\), partner restricted \(no_permit\)$/)
      assert.deepEqual(others, [])
      assert.match(stderr, /^2 events\. \d.* read\.$/m)
      const shown = await run(['search', '--personal'])
      assert.match(shown.stdout, / {2}ada@acme\.example {2}.*\n.* {2}u-1\\u\{1b\}\[31m {2}/)
    })

    it('finds by outcome, by an order, and by a person whom only stdin names', async () => {
      const ids = async (...args: readonly string[]) =>
        (await json<FoundEvents>(['search', ...args])).events.map(({ event_id: id }) => id)
      assert.deepEqual(await ids('--destination', 'crm', '--outcome', 'refused'), [refusedId])
      assert.deepEqual(await ids('--destination', 'partner', '--outcome', 'refused'), [])
      assert.deepEqual(await ids('--id', 'T-1'), ['order-1042'])
      const asked = ['search', '--person', '-', '--type', 'purchase', '--personal']
      const { events } = await json<FoundEvents>(asked, 'ada@acme.example\n')
      assert.deepEqual(
        events.map(({ event_id: id, email }) => [id, email]),
        [['order-1042', 'ada@acme.example']],
      )
    })

    it('gives each event once, page by page', async () => {
      const first = await json<FoundEvents>(['search', '--limit', '1'])
      assert.equal(first.events[0]!.event_id, 'order-1042')
      const { since, until: end, next_page_token: token } = first
      const place = ['--since', since, '--until', end, '--page-token', String(token)]
      const second = await json<FoundEvents>(['search', ...place])
      assert.deepEqual(
        second.events.map(({ event_id: id }) => id),
        [refusedId],
      )
      assert.equal(second.next_page_token, null)
      assert.ok(second.bytes_read > 0)
    })

    it('says which value is wrong', async () => {
      for (const [args, message] of [
        [
          ['--outcome', 'lost'],
          /'--outcome <outcome>' argument 'lost' is invalid\. Allowed choices are delivered, /,
        ],
        [['--since', 'yesterday'], /Expected a time such as 2026-03-14T09:00:00Z, or an age such as 30m/],
        [['--limit', '5000'], /Expected a whole number from 1 to 1000/],
        [['--page-token', 'x'], /The page token is not valid/],
        [['--max-bytes', '1', '--type', 'purchase', '--since', '1h'], /would read more than/],
      ] as const) {
        const { code, stderr } = await run(['search', ...args])
        assert.ok(code === 2 || code === 5, stderr)
        assert.match(stderr, message)
      }
    })
  })

  describe('explain', () => {
    it('tells the journey of an event, and why it did not reach a destination', async () => {
      const { code, stdout, stderr } = await run(['explain', refusedId])
      assert.equal(code, 0, stderr)
      assert.ok(stdout.startsWith(`view_content ${refusedId}\n`), stdout)
      for (const line of [
        /^ {2}Received +\S+Z through topic view_content, message \d+$/m,
        /^ {2}Stored +\S+Z, \d+ ms after it was received; once$/m,
        /^ {4}event_data\.userId: did you mean user_id\?/m,
        /^crm: refused \(rejected\)\n {2}The third party finds the event invalid\.\n {2}Permitted by rule some\.$/m,
        /^ {2}Attempt 1 {2}\S+Z {2}refused: rejected {2}HTTP 422 {2}\d+ ms/m,
        /^ {2}Now: it would be sent\.\n {4}Fields: .*\buser_id\b/m,
        /^partner: restricted \(no_permit\)\n {2}No permit rule matches the event\.$/m,
      ])
        assert.match(stdout, line)
      assert.doesNotMatch(stdout, /ada@acme|Analytical|u-1/)
      assert.match(stderr, /^Values that may identify a person are hidden; --personal shows them\.$/m)
      assert.match(stderr, /^\d.* read\.$/m)
    })

    it('shows the request with --personal, without its secrets', async () => {
      const { stdout } = await run(['explain', 'order-1042', '--type', 'purchase', '--personal'])
      assert.match(stdout, /^ {4}POST http:\S+\/crm$/m)
      assert.match(stdout, /"email": "ada@acme\.example"/)
      assert.doesNotMatch(stdout, /whsec_/)
    })

    it('prints a command that sends the event again', async () => {
      const { destinations } = await json<EventJourney>(['explain', refusedId])
      const { next } = destinations.find(({ destination }) => destination === 'crm')!
      const [command] = /npx sluice replay .*/.exec(next!)!
      assert.match(command, / --dry-run$/)
      const own = command.replace('npx sluice', `${process.execPath} ${program}`)
      const env = { ...process.env, SLUICE_DATA_DIR: events.stack.dir, GOOGLE_CLOUD_PROJECT: '' }
      const { stdout } = await promisify(execFile)('sh', ['-c', `${own} --json`], { env })
      const { state, counts } = JSON.parse(stdout) as { state: string; counts: { sent: number } }
      assert.deepEqual([state, counts.sent], ['finished', 1])
    })

    it('gives what is decided, attempted and would be sent as one document', async () => {
      const at = (await json<FoundEvents>(['search', '--id', 'T-1'])).events[0]!.received_at
      const journey = await json<EventJourney>(['explain', 'order-1042', '--at', at])
      const { event, destinations, bytes_read: bytes, times_stored: times } = journey
      assert.deepEqual([event['email'], event['event_name'], times], ['••••••', 'purchase', 1])
      const [crm] = destinations
      assert.deepEqual(
        [crm!.outcome, crm!.decision?.rule, crm!.attempts[0]!.http_status, crm!.next],
        ['delivered', 'some', 200, null],
      )
      assert.equal(crm!.now!.permitted, true)
      assert.equal(crm!.now!.request, undefined)
      assert.ok(bytes > 0)
    })

    it('tells that a message is in quarantine, and that no event has an id', async () => {
      const id = String((await client.query('SELECT event_id FROM quarantine'))[0]!['event_id'])
      const held = await run(['explain', id])
      assert.equal(held.code, 1)
      assert.ok(held.stdout.startsWith(`Message ${id} is in quarantine: unknown_event\n`), held.stdout)
      assert.match(held.stdout, /did you mean purchase\?/)
      assert.match(
        held.stdout,
        /Next: .*npx sluice reprocess --from \S+ --to \S+ --where 'event_id = "\S+"' --dry-run/,
      )
      const unknown = await run(['explain', 'ada@acme.example'])
      assert.equal(unknown.code, 3)
      assert.match(unknown.stderr, /has this event id.*"npx sluice search --id <id>" finds its events/)
      assert.doesNotMatch(unknown.stderr, /ada@/)
    })

    it('says what would happen to events of a file and of stdin, and sends nothing', async () => {
      const file = join(events.stack.dir, 'events.json')
      const order = {
        event_name: 'purchase',
        transaction_id: 'T-2',
        value: 5,
        currency: 'EUR',
        consent: eventConsent,
      }
      await writeFile(file, JSON.stringify([order, { event_name: 'purchas' }]))
      const { code, stdout } = await run(['explain', file])
      assert.equal(code, 1)
      assert.match(stdout, /element 1: purchase is valid; table events\n {2}Checked against purchase@/)
      assert.match(
        stdout,
        /^ {2}partner: would be sent, permitted by rule some\n {4}POST http:\S+\/partner$/m,
      )
      assert.match(stdout, /element 2: purchas is invalid; table quarantine\n.*Did you mean "purchase"\?/)
      const { results } = await json<{ results: readonly { event_name: string; valid: boolean }[] }>(
        ['explain', '-', '--type', 'login'],
        '{"method":"email"}',
      )
      assert.deepEqual([results[0]!.event_name, results[0]!.valid], ['login', true])
      assert.equal((await client.query('SELECT 1 FROM events')).length, 2)
      assert.equal((await run(['explain', 'nosuch.json'])).code, 3)
    })
  })

  describe('tail', () => {
    const linesOf = (stdout: string): readonly FoundEvent[] =>
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as FoundEvent)

    it('shows each event once, one line of JSON each, also one that is sent twice', async () => {
      const { code, stdout, stderr } = await run(['tail', '--since', '1h', '--limit', '4', '--json'], {
        onOutput: async () => {
          const login = { event_id: 'e-3', method: 'email', consent: eventConsent }
          await client.post('/v1/topics/login', login)
          await client.post('/v1/topics/login', login)
          await events.outcomes(4)
          await client.post('/v1/topics/login', { ...login, event_id: 'e-4' })
        },
      })
      assert.equal(code, 0, stderr)
      const shown = linesOf(stdout)
      assert.deepEqual(
        shown.map(({ event_id: id }) => id),
        [refusedId, 'order-1042', 'e-3', 'e-4'],
      )
      assert.deepEqual(shown.at(-1)!.outcomes, [
        { destination: 'crm', outcome: 'delivered', reason: null },
        { destination: 'partner', outcome: 'restricted', reason: 'no_permit' },
      ])
      assert.match(stderr, /^4 events\. \d.* read\.$/m)
    })

    it('follows one outcome, and ends cleanly with Ctrl-C', async () => {
      const { code, stdout, stderr } = await run(['tail', '--since', '1h', '--outcome', 'refused'], {
        onOutput: async (child) => void child.kill('SIGINT'),
      })
      assert.equal(code, 0, stderr)
      assert.equal(stdout.trimEnd().split('\n').length, 1)
      assert.match(stdout, / crm refused \(rejected\), partner restricted \(no_permit\)$/m)
      assert.match(stderr, /^1 event\. \d.* read\.$/m)
    })

    it('misses none across pages of events that were stored at the same time, or late', async () => {
      // Received long before the others, and stored in two moments: more than a page in each.
      await client.arrange(`INSERT INTO events (event_id, event_name, event_time, received_at, stored_at, topic, message_id,
          definition, hop, event_data)
        SELECT FORMAT('p-%04d', n), 'search', moment, TIMESTAMP_SUB(moment, INTERVAL 40 MINUTE),
          TIMESTAMP_SUB(moment, INTERVAL IF(n <= 1300, 60, 50) SECOND), 'search', CAST(n AS STRING), 'search@1.0', 0, JSON '{}'
        FROM UNNEST(GENERATE_ARRAY(1, 2600)) AS n, (SELECT CURRENT_TIMESTAMP() AS moment)`)
      const { code, stdout, stderr } = await run(
        'tail --since 5m --type search --limit 2600 --json'.split(' '),
      )
      assert.equal(code, 0, stderr)
      const ids = linesOf(stdout).map(({ event_id: id }) => id)
      assert.deepEqual(ids, ids.toSorted())
      assert.equal(new Set(ids).size, 2600)
    })

    it('ends before it costs more than allowed', async () => {
      const { code, stderr } = await run(['tail', '--since', '1h', '--max-bytes', '1'])
      assert.equal(code, 1)
      assert.match(stderr, /^Ended: a further look could be billed more than 1 bytes in all\./m)
    })
  })
})
