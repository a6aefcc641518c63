/** Health through the whole stack: a destination whose third party answers 403 to everything is held and reported once, and loses nothing. */
import assert from 'node:assert/strict'
import { logMessages } from '../../schemas/log_messages.ts'
import { until } from '../support/until.ts'
import { ReplayStack, webhook } from '../replay/stack.ts'

const count = 200

describe('a destination that gets 403 for everything', function () {
  this.timeout(300_000)
  let stack: ReplayStack

  before(async () => {
    stack = await ReplayStack.start(
      { crm: webhook('crm') },
      // A hold lasts a minute, in which the bus must not use up the attempts.
      { 'sluice:delivery': { maxAttempts: 100, minimumBackoff: '1s', maximumBackoff: '5s' } },
    )
  })
  after(() => stack.stack.remove())

  /** The log entries of alerts, of any function. */
  const alerts = () =>
    stack.stack.lines.flatMap((line) => {
      const [, json] = /^(?:sync|forward): (\{.*)$/.exec(line) ?? []
      const entry = json === undefined ? {} : (JSON.parse(json) as Readonly<Record<string, string>>)
      return 'alert' in entry ? [entry] : []
    })

  it('is reported once, at once, with reason, example and command', async () => {
    await stack.client.thirdPartyAnswers({ path: '/crm', status: 403, body: 'account suspended' })
    const events = Array.from({ length: count }, (_, index) => ({
      event_id: `e-${index}`,
      content_name: `Page ${index}`,
      content_type: 'article',
    }))
    const { status } = await stack.client.post('/v1/topics/view_content', events)
    assert.equal(status, 200)
    await until('the alert is logged', () => alerts().length > 0)
    const { message, alert, destination, reason, example_event_id: example, command } = alerts()[0]!
    assert.deepEqual([alert, destination, reason], ['credentials', 'crm', 'auth'])
    assert.ok(message!.includes(logMessages.credentials), message)
    assert.match(example!, /^e-\d+$/)
    assert.equal(
      command,
      `pulumi config set --secret --path 'sluice:destinations.crm.secrets.secret' && pulumi up`,
    )
    await until('the terminal shows it', () =>
      stack.stack.output.includes('ALERT credentials: crm holds its events'),
    )
  })

  it('is shown as failing by the check, which reports it no second time', async () => {
    const run = await stack.done('health', {})
    assert.deepEqual([run.state, run.counts['reported']], ['finished', 0])
    assert.equal(alerts().length, 1)
    const open = await stack.client.query(
      `SELECT subject, reason, command FROM health_alerts WHERE recovered_at IS NULL`,
    )
    assert.ok(open.every(({ subject, reason }) => subject === 'crm' && reason === 'auth'))
  })

  it('gets every event once the third party accepts the credentials', async () => {
    await stack.client.thirdPartyAnswers(undefined)
    await until('all are delivered', async () => {
      const [row] = await stack.client.query(
        `SELECT COUNTIF(outcome = 'delivered') AS delivered, COUNT(*) AS pairs FROM delivery_state WHERE destination = 'crm'`,
      )
      return Number(row!['delivered']) === count && Number(row!['pairs']) === count
    })
    assert.equal(alerts().length, 1)
  })
})
