/** Test support: a stack with one refused event, one delivered event and one message in quarantine. */
import assert from 'node:assert/strict'
import { settingsWith, webhook } from '../replay/stack.ts'
import { clientOf, type Client } from '../support/client.ts'
import { sluice, type CommandOptions, type CommandResult } from '../support/operate.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

export const eventConsent = { ad_user_data: 'granted', analytics_storage: 'granted' }

/** A shell would end a word at the quote. */
export const refusedId = "it's-1"

/** A terminal would obey the escape character. */
const colorful = 'u-1\u001B[31m'

export interface EventStack {
  stack: TestStack
  client: Client
  /** Waits until as many attempts have ended. */
  outcomes: (count: number) => Promise<void>
  run: (args: readonly string[], options?: CommandOptions) => Promise<CommandResult>
  /** Runs a command with --json and gives its document. Fails if it exits with another code than 0. */
  json: (args: readonly string[], input?: string) => Promise<unknown>
}

/** Destination `crm` gets every event, `partner` gets purchases only. */
export async function startEventStack(): Promise<EventStack> {
  const partner = webhook('partner', 'event.event_name == "purchase"')
  const stack = await TestStack.start(settingsWith({ crm: webhook('crm'), partner }))
  const client = clientOf(stack.facts)
  const outcomes = async (count: number): Promise<void> => {
    const ended = async () => (await client.query('SELECT 1 FROM deliveries')).length >= count
    await until(`${count} outcomes`, ended)
  }
  await client.thirdPartyAnswers({ status: 422, path: '/crm' })
  await client.post('/v1/topics/view_content', {
    event_id: refusedId,
    user_id: colorful,
    consent: eventConsent,
    content_name: 'The Analytical Engine',
    content_type: 'article',
    page_url: 'https://news.example/a?mail=ada@acme.example#a',
    userId: 'u-0',
  })
  await outcomes(1)
  await client.thirdPartyAnswers(undefined)
  const order = { event_id: 'order-1042', transaction_id: 'T-1', value: 640, currency: 'EUR' }
  const person = { user_id: 'u-0', email: 'ada@acme.example' }
  await client.post('/v1/topics/purchase', { ...order, ...person, consent: eventConsent })
  await outcomes(3)
  await client.post('/v1/topics/events', { event_name: 'purchas' })
  await until('it is in quarantine', async () => (await client.query('SELECT 1 FROM quarantine')).length > 0)
  const run: EventStack['run'] = (args, options) =>
    sluice([...args, '--local'], { dir: stack.dir, ...options })
  const json: EventStack['json'] = async (args, input = '') => {
    const { code, stdout, stderr } = await run([...args, '--json'], { input })
    assert.equal(code, 0, stderr + stdout)
    return JSON.parse(stdout) as unknown
  }
  return { stack, client, outcomes, run, json }
}
