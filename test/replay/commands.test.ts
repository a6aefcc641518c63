/** Runs as people ask for them: by the commands of an operator, and by the API of the console, which says what is wrong or missing. */
import assert from 'node:assert/strict'
import { tokenOfNobody } from '../console/door.ts'
import { ReplayStack, always, webhook } from './stack.ts'
import { operate, sluice, type CommandResult } from '../support/operate.ts'
import { tokenOf } from '../support/roles.ts'
import { until } from '../support/until.ts'

describe('the commands over runs', () => {
  let stack: ReplayStack
  before(async () => {
    stack = await ReplayStack.start({ crm: webhook('crm') })
    await stack.client.thirdPartyAnswers({ path: '/crm', status: 400 })
    const events = Array.from({ length: 40 }, (_, n) => ({ event_id: `e-${n}`, content_name: 'x' }))
    await stack.send(events, 40, "outcome = 'refused'")
    await stack.client.thirdPartyAnswers(undefined)
  })
  after(() => stack.stack.remove())

  const command = (verb: string, ...args: readonly string[]): Promise<string> =>
    operate(stack.stack.dir, verb, ...args)
  /** What a command prints that exits with another code than 0. */
  const failure = async (verb: string, ...args: readonly string[]): Promise<CommandResult> => {
    const result = await sluice([verb, ...args], { dir: stack.stack.dir })
    assert.notEqual(result.code, 0, result.stdout)
    return result
  }
  const period = ['--from', always.from, '--to', always.to]

  it('tell how many would be sent, send them, and then have nothing to send', async () => {
    const dry = await command(
      'replay',
      '--destination',
      'crm',
      ...period,
      '--where',
      "event_id < 'e-2'",
      '--dry-run',
    )
    assert.match(dry, /^finished after [\d.]+ s\n {2}selected {4}12\n {2}sent {8}12\n {2}restricted {2}0\n/)
    assert.match(dry, /before: refused 12\nsamples:\n {2}\{"before":"refused","event_id":"e-/)
    const sent = await command('replay', '--destination', 'crm', ...period, '--where', "event_id < 'e-2'")
    assert.match(sent, /\n {2}sent {8}12\n[^]*outcomes: delivered 12$/)
    const again = await command(
      'replay',
      '--destination',
      'crm',
      ...period,
      '--where',
      "event_id < 'e-2'",
      '--outcome',
      'refused',
    )
    assert.match(again, /\n {2}selected {4}0\n/)
  })

  it('list runs, show one, stop one', async () => {
    const slow = await command('replay', '--destination', 'crm', ...period, '--rate', '0.2', '--no-wait')
    const id = /\d+/.exec(slow)![0]
    await until('it runs', async () => ((await stack.run(id))?.counts['sent'] ?? 0) > 0)
    assert.match(
      await command('runs'),
      new RegExp(`^${id} {2}\\S+ {2}replay to crm {2}running: selected`, 'm'),
    )
    assert.match(await command('cancel', id), /^cancelled after/)
    const shown = await failure('runs', id)
    assert.equal(shown.code, 1)
    assert.match(shown.stderr, /^replay to crm, requested at /m)
    assert.match(shown.stdout, /^cancelled after [\d.]+ s: Cancelled on request\./)
    assert.equal(await command('runs', '--kind', 'erasure'), 'There are no runs.')
  })

  it('stop following with Ctrl-C, and not the run', async () => {
    const args = ['replay', '--destination', 'crm', ...period, '--again', '--rate', '0.2']
    const { code, stdout, stderr } = await sluice(args, {
      dir: stack.stack.dir,
      onStderr: (text, child) => void (/^(running|waiting):/m.test(text) && child.kill('SIGINT')),
    })
    assert.deepEqual([code, stdout], [130, ''])
    const [, id = ''] = /Error: Run (\d+) continues\. "npx sluice runs \1" shows it/.exec(stderr) ?? []
    assert.match(await command('cancel', id), /^cancelled after/)
  })

  it('end with 1 and the reason when the run does not finish', async () => {
    const { code, stdout, stderr } = await failure(
      'replay',
      '--destination',
      'crm',
      ...period,
      '--where',
      'evnt_name = "x"',
    )
    assert.equal(code, 1)
    assert.match(stderr, /^Requested run \d+\.$/m)
    assert.match(stdout, /^failed after [\d.]+ s: Unrecognized name: evnt_name; Did you mean event_name\?/)
  })

  it('say in one line what is wrong with what they are told', async () => {
    const cases: readonly (readonly [number, readonly string[], RegExp])[] = [
      [2, ['replay'], /^Missing option: --destination <id>\. See "npx sluice replay --help"\.$/],
      [
        2,
        ['replay', '--destination', 'crm', '--from', 'yesterday'],
        /^Option '--from <time>' argument 'yesterday' is invalid\. Expected a time such as/,
      ],
      [3, ['replay', '--destination', 'crn', ...period], /Did you mean crm\?/],
      [
        2,
        ['replay', '--destination', 'crm', ...period, '--rate', 'fast'],
        /'fast' is invalid\. Expected a number\./,
      ],
      [
        2,
        ['replay', '--destination', 'crm', ...period, '--where', 'a) OR (b'],
        /^Invalid value for where: A "\)" in the condition closes nothing\./,
      ],
      [
        2,
        ['replay', '--destination', 'crm', ...period, '--outcome', 'lost'],
        /one or more of skipped, refused/,
      ],
      [2, ['replay', '--destinaton', 'crm'], /^Unknown option '--destinaton'\. Did you mean --destination\?/],
      [2, ['reprocess', '--from', always.to, '--to', always.from], /Expected a time before `to`/],
      [2, ['sync'], /^Missing required argument 'name'\./],
      [2, ['backtest', 'x', '--days', 'all'], /'all' is invalid\. Expected a number\./],
      [2, ['erase'], /^Missing identity: pass --email, --subject or --stdin\./],
      [2, ['erase', '--subject', 'jane@acme.example'], /^--subject must be <field>=<value>/],
      [3, ['cancel', '404'], /^Run 404 does not exist/],
      [2, ['runs', '--kind', 'dance'], /Expected one of sync, action, replay, reprocess, erasure/],
    ]
    for (const [expected, args, message] of cases) {
      const { code, stdout, stderr } = await failure(...(args as [string]))
      assert.equal(code, expected, stderr)
      assert.equal(stdout, '')
      const [error = '', ...others] = stderr
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('Using the local stack'))
      assert.match(error.replace(/^Error: /, ''), message)
      assert.deepEqual(others, [])
      assert.doesNotMatch(stderr, /jane@/)
    }
  })

  it('are refused by the API to those who may not ask, with what they lack', async () => {
    const stranger = await tokenOfNobody(stack.stack.facts)
    const analyst = tokenOf(stack.stack.facts, 'analyst')
    const asked = { destination: 'crm', ...always }
    const { status, body } = await stack.console('POST', 'runs/replay', asked, analyst)
    const { error } = body as { error: { message: string; status: string; details: readonly object[] } }
    assert.equal(status, 403)
    assert.equal(error.status, 'PERMISSION_DENIED')
    assert.match(
      error.message,
      /may not request runs: it lacks the permission pubsub\.topics\.publish on the topic runs/,
    )
    assert.match(error.message, /sluice:operators/)
    assert.match(JSON.stringify(error.details), /"RIGHT_MISSING"/)
    // BigQuery tells who asks, so a stranger lacks that first.
    const unknown = await stack.console('POST', 'runs/replay', asked, stranger)
    assert.equal(unknown.status, 403)
    assert.match(JSON.stringify(unknown.body), /it lacks the permission bigquery\.jobs\.create/)
    // Nor does a stranger learn which destinations there are.
    const guess = await stack.console('POST', 'runs/replay', { destination: 'crn', ...always }, stranger)
    assert.deepEqual(guess, unknown)
    assert.equal((await stack.console('GET', 'runs', undefined, stranger)).status, 403)
    assert.equal((await stack.console('GET', 'runs', undefined, '')).status, 401)
    assert.equal((await stack.console('POST', 'runs/replay', asked, '')).status, 401)
  })

  it('are told by the API which field is wrong', async () => {
    const fieldOf = async (kind: string, request: unknown): Promise<string> => {
      const { status, body } = await stack.console('POST', `runs/${kind}`, request)
      assert.equal(status, 400, JSON.stringify(body))
      const { details } = body['error'] as {
        details: readonly { fieldViolations: readonly { field: string }[] }[]
      }
      return details[0]!.fieldViolations[0]!.field
    }
    assert.equal(await fieldOf('replay', { destination: 'crm', from: always.from }), 'to')
    assert.equal(await fieldOf('replay', { destination: 'crm', ...always, from: 'x' }), 'from')
    assert.equal(
      await fieldOf('replay', { destination: 'crm', ...always, from: '2026-13-01T00:00:00Z' }),
      'from',
    )
    assert.equal(await fieldOf('replay', { destination: 'nobody', ...always }), 'destination')
    assert.equal(await fieldOf('replay', { destination: 'crm', ...always, outcomes: ['lost'] }), 'outcomes.0')
    assert.equal(await fieldOf('replay', { destination: 'crm', ...always, rate: 0 }), 'rate')
    assert.equal(await fieldOf('reprocess', { ...always, where: 'TRUE; TRUE' }), 'where')
    assert.equal(await fieldOf('reprocess', { ...always, again: true }), 'again')
    assert.equal(await fieldOf('sync', []), 'body')
    assert.equal((await stack.console('POST', 'runs/dance', {})).status, 404)
    assert.equal((await stack.console('GET', 'runs/404')).status, 404)
  })
})
