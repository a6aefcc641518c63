/** Health through the whole stack: a destination that rejects or skips everything is reported once, with the command that repairs it. */
import assert from 'node:assert/strict'
import { logMessages } from '../schemas/log_messages.ts'
import { operate } from './support/operate.ts'
import { until } from './support/until.ts'
import { ReplayStack, settingsWith, webhook } from './replay/stack.ts'

/** A log entry of the check, as Cloud Logging reads it. */
interface LoggedAlert {
  severity: string
  message: string
  alert: string
  subject: string
  destination?: string
  reason: string
  summary: string
  example_event_id: string
  command: string
}

/** The destination `chat` posts the title of the page, unless `text` names another field. */
function destinationsWith(text: string) {
  return {
    crm: webhook('crm'),
    chat: {
      target: 'slack',
      secrets: { webhook_url: 'https://hooks.slack.com/services/T0/B0/abc' },
      linkage: { '*': { text } },
      rules: [{ id: 'all', effect: 'permit', when: 'true' }],
    },
  }
}

const count = 200

function eventsOf(round: string) {
  return Array.from({ length: count }, (_, index) => ({
    event_id: `${round}-${index}`,
    content_name: `Page ${index}`,
    content_type: 'article',
    user_id: `u-${index}`,
  }))
}

describe('the check of the health', function () {
  this.timeout(300_000)
  let stack: ReplayStack

  before(async () => {
    // No event has a page title: chat skips them all.
    stack = await ReplayStack.start(destinationsWith('page_title'))
  })
  after(() => stack.stack.remove())

  const alerts = (): readonly LoggedAlert[] =>
    stack.stack.lines
      .filter((line) => line.startsWith('sync: {'))
      .map((line) => JSON.parse(line.slice('sync: '.length)) as LoggedAlert)
      .filter(({ alert }) => (alert as string | undefined) !== undefined)

  const check = async () => {
    const run = await stack.done('health', {})
    assert.deepEqual([run.state, run.reason], ['finished', null], JSON.stringify(run))
    return run
  }

  /** The pairs of a destination by their current outcome: `delivered 200`. */
  const outcomesOf = async (destination: string): Promise<readonly string[]> =>
    (
      await stack.client.query(
        `SELECT CONCAT(outcome, ' ', COUNT(*)) AS line FROM delivery_state WHERE destination = '${destination}' GROUP BY outcome ORDER BY outcome`,
      )
    ).map(({ line }) => String(line))

  /** Runs the command of an alert, as a person pastes it. */
  const paste = (command: string) => {
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)
    assert.deepEqual(words.slice(0, 2), ['npx', 'sluice'])
    return operate(stack.stack.dir, words[2]!, ...words.slice(3))
  }

  it('reports nothing while there are no events', async () => {
    const { counts } = await check()
    assert.equal(counts['reported'], 0)
    // 31 days, and this hour.
    assert.equal(counts['hours'], 31 * 24 + 1)
    assert.deepEqual(alerts(), [])
  })

  it('reports 200 rejected and 200 skipped events once for each destination, with reason, example and command', async () => {
    await stack.client.thirdPartyAnswers({ path: '/crm', status: 400, body: 'no such customer' })
    await stack.send(eventsOf('first'), 2 * count)
    assert.equal((await check()).counts['reported'], 2)
    assert.equal((await check()).counts['reported'], 0)
    await until('both are logged', () => alerts().length >= 2)
    const logged = alerts().toSorted((a, b) => a.subject.localeCompare(b.subject))
    assert.deepEqual(
      logged.map(({ severity, message, alert, destination, reason }) => ({
        severity,
        message,
        alert,
        destination,
        reason,
      })),
      [
        {
          severity: 'ERROR',
          message: logMessages['destination-failing'],
          alert: 'destination-failing',
          destination: 'chat',
          reason: 'missing_required',
        },
        {
          severity: 'ERROR',
          message: logMessages['destination-failing'],
          alert: 'destination-failing',
          destination: 'crm',
          reason: 'rejected',
        },
      ],
    )
    for (const { summary, example_event_id: example, command, subject, reason } of logged) {
      assert.match(summary, new RegExp(`^${subject} did not get 200 of the latest 200 events, usually 0%\\.`))
      assert.ok(summary.includes(reason), summary)
      assert.match(example, /^first-\d+$/)
      const outcome = subject === 'crm' ? 'refused' : 'skipped'
      await until('the terminal shows it', () =>
        stack.stack.output.includes(`ALERT destination-failing: ${summary}`),
      )
      assert.match(
        command,
        new RegExp(`^npx sluice replay --destination ${subject} --from \\S+Z --outcome ${outcome}$`),
      )
    }
  })

  it('keeps what it reported after a crash', async () => {
    await stack.crash()
    await stack.client.thirdPartyAnswers({ path: '/crm', status: 400, body: 'no such customer' })
    assert.equal((await check()).counts['reported'], 0)
  })

  it('delivers all events with the command of the alert after the cause is fixed, and reports no second alert', async () => {
    const commands = alerts().map(({ command }) => command)
    assert.equal(commands.length, 2)
    await stack.stack.stop()
    await stack.stack.configure(settingsWith(destinationsWith('content_name')))
    await stack.stack.start()
    await stack.client.thirdPartyAnswers(undefined)
    for (const command of commands) assert.match(await paste(`${command} --rate 1000`), /finished after/)
    assert.deepEqual(await outcomesOf('crm'), [`delivered ${count}`])
    assert.deepEqual(await outcomesOf('chat'), [`delivered ${count}`])
    const { counts } = await check()
    assert.deepEqual([counts['reported'], counts['recovered']], [0, 2])
    assert.equal(alerts().length, 2)
  })

  it('reports a second failure after the recovery again', async () => {
    await stack.client.thirdPartyAnswers({ path: '/crm', status: 400, body: 'no such customer' })
    await stack.send(eventsOf('second'), 4 * count)
    assert.equal((await check()).counts['reported'], 1)
    await until('it is logged', () => alerts().length >= 3)
    assert.deepEqual(
      alerts()
        .slice(2)
        .map(({ subject, reason }) => [subject, reason]),
      [['crm', 'rejected']],
    )
    assert.match(
      await operate(stack.stack.dir, 'health'),
      /finished after .*\n {2}hours +\d+\n {2}reported +0/,
    )
  })

  it('reports messages that are quarantined, once, with the command that publishes them again', async () => {
    const messages = Array.from({ length: 30 }, (_, index) => ({ event_name: 'purchas', value: index }))
    const { status } = await stack.client.post('/v1/topics/events', messages)
    assert.equal(status, 200)
    await until('they are in quarantine', async () => {
      const [row] = await stack.client.query('SELECT COUNT(DISTINCT event_id) AS n FROM quarantine')
      return Number(row!['n']) === 30
    })
    assert.equal((await check()).counts['reported'], 1)
    assert.equal((await check()).counts['reported'], 0)
    await until('it is logged', () => alerts().length >= 4)
    const { alert, subject, command } = alerts()[3]!
    assert.deepEqual([alert, subject], ['quarantine-surge', 'unknown_event'])
    assert.match(
      command,
      /^npx sluice reprocess --from \S+Z --where "reason = 'unknown_event' AND event_name = 'purchas'"$/,
    )
    assert.match(await paste(`${command} --dry-run`), /finished after/)
  })
})
