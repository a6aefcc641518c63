/** Console: each question reads only the partitions that it names: a day of a month costs a thirtieth of the month. */
import assert from 'node:assert/strict'
import { fill } from '../../bench/bigquery_data.ts'
import { questions } from '../../functions/console/questions/index.ts'
import { parametersOf } from '../../functions/console/questions/question.ts'
import { clientOf, type Client } from '../support/client.ts'
import { TestStack } from '../support/stack.ts'

const msPerDay = 86_400_000

/** Days of `deliveries` that are read for one day of events, by question: attempts end after their events are received. */
const moreDays: Readonly<Record<string, number>> = {
  outcomes: 4,
  dead_letters: 3,
  firing_counts: 2,
  action_firings: 2,
  person_deliveries: 2,
}

/** A value for each parameter that is no time. */
const others: Readonly<Record<string, unknown>> = {
  type: 'purchase',
  reason: 'unknown_event',
  event_name: 'purchse',
  event_id: 'e1',
  destination: 'ads',
  name: 'shop_orders',
  ids: ['e1'],
  run: 'r1',
  action: 'welcome_back',
  sync: 'lapsed_customers',
  stored_since: new Date().toISOString(),
}

describe('the partitions of the console’s questions', () => {
  let stack: TestStack
  let client: Client
  before(async () => {
    stack = await TestStack.start()
    client = clientOf(stack.facts)
    await fill(async (sql) => void (await client.arrange(sql)), {
      dataset: stack.facts.dataset,
      events: 6000,
    })
  })
  after(() => stack?.remove())

  const estimate = async (ask: string, values: object): Promise<number> => {
    const response = await client.post('/v1/console/ask', { ask, values, estimate: true })
    const body = (await response.json()) as { bytes: number }
    assert.equal(response.status, 200, JSON.stringify(body))
    return body.bytes
  }

  /** Yesterday, and the 29 days that end with it. Both are whole partitions with rows everywhere. */
  const end = Math.floor(Date.now() / msPerDay) * msPerDay
  const period = (days: number) => ({
    since: new Date(end - days * msPerDay).toISOString(),
    until: new Date(end).toISOString(),
  })

  for (const question of questions) {
    const parameters = parametersOf(question).filter(({ isOptional }) => !isOptional)
    if (!parameters.some(({ name }) => name === 'since')) continue
    const hasEnd = parameters.some(({ name }) => name === 'until')
    it(`${question.name} reads a day of a month`, async () => {
      const values = (days: number) =>
        Object.fromEntries(
          parameters.map(
            ({ name }) => [name, { ...others, ...period(days), day: period(1).since }[name]] as const,
          ),
        )
      const [day, month] = await Promise.all([1, 29].map((days) => estimate(question.name, values(days))))
      const days = moreDays[question.name] ?? (hasEnd ? 1 : 2)
      // Days differ in their bytes: numbers and ids differ in length, and a day has few messages in quarantine.
      assert.ok(day! <= ((days * 1.5) / 29) * month!, `${day} of ${month} bytes`)
    })
  }

  const filters: readonly [what: string, filters: object, days: number][] = [
    ['a type', { type: 'purchase' }, 1],
    ['an outcome at a destination', { to: 'ads', outcome: 'refused' }, 3],
    ['a person', { person: 'u-31' }, 1],
    ['the rows after one', { after_id: 'e1' }, 2],
  ]
  for (const [what, more, days] of filters)
    it(`the events with ${what} are read from a day of a month`, async () => {
      const day = await estimate('events', { ...period(1), ...more })
      const month = await estimate('events', { ...period(29), ...more })
      assert.ok(day <= ((days * 1.1) / 29) * month, `${day} of ${month} bytes`)
    })

  it('are an upper bound: a type is a cluster, whose blocks BigQuery knows only when it has run', async () => {
    const all = await estimate('latest_events', { since: period(1).since })
    const purchases = await estimate('latest_events', { since: period(1).since, type: 'purchase' })
    assert.ok(purchases >= all, `${purchases} of ${all} bytes`)
  })
})
