/** Runs as people ask for them: by the commands of an operator, and by the API of the console, which says what is wrong or missing. */
import assert from 'node:assert/strict'
import { tokenOfNobody } from '../console/door.ts'
import { ReplayStack, always, webhook } from './stack.ts'
import { operate } from '../support/operate.ts'
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

  const command = (file: string, ...args: readonly string[]): Promise<string> =>
    operate(stack.stack.dir, file, ...args)
  /** What a command that fails prints. */
  const failure = (
    file: string,
    ...args: readonly string[]
  ): Promise<{ code: number; stdout: string; stderr: string }> =>
    command(file, ...args).then(
      (output) => assert.fail(`It did not fail: ${output}`),
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
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
    assert.match(dry, /^Run \d+ is asked for\./)
    assert.match(dry, /finished after [\d.]+ s\n {2}selected {4}12\n {2}sent {8}12\n {2}restricted {2}0\n/)
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
      new RegExp(`^${id} {2}\\S+ {2}replay to crm {2}running {2}selected`, 'm'),
    )
    assert.match(await command('cancel', id), /is asked to stop\.\n[^]*cancelled after/)
    const shown = await failure('runs', id)
    assert.equal(shown.code, 1)
    assert.match(
      shown.stdout,
      /^replay to crm, asked for at [^]*cancelled after [\d.]+ s: Cancelled on request\./,
    )
    assert.equal(await command('runs', '--kind', 'erasure'), 'There are no runs.')
  })

  it('end with 1 and the reason when the run does not finish', async () => {
    const { code, stdout } = await failure(
      'replay',
      '--destination',
      'crm',
      ...period,
      '--where',
      'evnt_name = "x"',
    )
    assert.equal(code, 1)
    assert.match(stdout, /failed after [\d.]+ s: Unrecognized name: evnt_name; Did you mean event_name\?/)
  })

  it('say in one line what is wrong with what they are told', async () => {
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [['replay'], /^Say where to: --destination <id>/],
      [
        ['replay', '--destination', 'crm', '--from', 'yesterday'],
        /^--from must be a time such as .*, got yesterday$/,
      ],
      [
        ['replay', '--destination', 'crn', ...period],
        /Unknown destination\. Did you mean crm\? Configured: crm\./,
      ],
      [
        ['replay', '--destination', 'crm', ...period, '--rate', 'fast'],
        /^--rate must be a number, got fast$/,
      ],
      [
        ['replay', '--destination', 'crm', ...period, '--where', 'a) OR (b'],
        /Invalid value for where: A "\)" in the condition closes nothing\./,
      ],
      [['replay', '--destination', 'crm', ...period, '--outcome', 'lost'], /some of skipped, refused/],
      [['reprocess', '--from', always.to, '--to', always.from], /Expected a time before `to`/],
      [['sync'], /^Name one sync/],
      [['backtest', 'x', '--days', 'all'], /^--days must be a number/],
      [['erase'], /^Say who it is/],
      [['erase', '--subject', 'jane@acme.example'], /^--subject must be <field>=<value>/],
      [['cancel', '404'], /^There is no run 404/],
      [['runs', '--kind', 'dance'], /Expected one of sync, action, replay, reprocess, erasure/],
    ]
    for (const [[file, ...args], words] of cases) {
      const { code, stderr } = await failure(file!, ...args)
      assert.equal(code, 1, file)
      assert.match(stderr.trim(), words)
      assert.doesNotMatch(stderr, /jane@|\n.*\n/)
    }
  })

  for (const file of ['replay', 'reprocess', 'reconcile', 'sync', 'backtest', 'erase', 'runs', 'cancel'])
    it(`${file} tells its options`, async () => {
      const help = await command(file, '--help')
      assert.match(help, new RegExp(`^npm run ${file}`))
      assert.match(help, /--local/)
    })

  it('are refused by the API to those who may not ask, with what they lack', async () => {
    const stranger = await tokenOfNobody(stack.stack.facts)
    const asked = { destination: 'crm', ...always }
    const { status, body } = await stack.console('POST', 'runs/replay', asked, stranger)
    const { error } = body as { error: { message: string; status: string; details: readonly object[] } }
    assert.equal(status, 403)
    assert.equal(error.status, 'PERMISSION_DENIED')
    assert.match(
      error.message,
      /may not request runs: it lacks the permission pubsub\.topics\.publish on the topic runs/,
    )
    assert.match(error.message, /sluice:operators/)
    assert.match(JSON.stringify(error.details), /"RIGHT_MISSING"/)
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
