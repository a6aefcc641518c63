/** Demo: what people and the scheduler do with the history: counts its hours, runs syncs and checks, saves a connection, suppresses a person. */
import { publisherTo } from '../../functions/google/pubsub.ts'
import { topics } from '../../schemas/bus.ts'
import type { StackInfo } from '../stack_info.ts'
import { postAs, runAndWait, setVendorAnswer } from './front_door.ts'
import type { DemoHistory } from './history.ts'
import { presentAnswers } from './vendor_answers.ts'
import type { Shop } from './traffic.ts'
import { tillConnection, tillReceipts } from './till.ts'

/** Messages of one publish request. */
const publishedTogether = 500

/** Gives the vendors their pastAnswers, and the bus the messages that are still on their way. */
export async function resumeDelivery(
  stack: StackInfo,
  { pending }: Pick<DemoHistory, 'pending'>,
): Promise<void> {
  await Promise.all(presentAnswers.map((rule) => setVendorAnswer(stack, rule)))
  const publish = publisherTo(
    { PUBSUB_EMULATOR_HOST: stack.pubsubHost },
    `projects/${stack.project}/topics/${topics.stored}`,
    () => `Bearer ${stack.token}`,
  )
  for (let start = 0; start < pending.length; start += publishedTogether) {
    const result = await publish(pending.slice(start, start + publishedTogether))
    if (result !== 'accepted') throw new Error('Publishing the events that are on their way failed.')
  }
}

/** Counts the hours of the history, by the health check: until then the Overview has no numbers of the past. */
export async function countHistory(stack: StackInfo): Promise<void> {
  const state = await runAndWait(stack, 'health', {})
  if (state !== 'finished') throw new Error(`The health check of the demo has ended as "${state}".`)
}

/** Saves the connection of the till, and posts its first receipts. */
export async function connectTill(stack: StackInfo, { random }: Shop): Promise<void> {
  await demand(
    postAs(stack, 'editor', '/v1/console/definitions', {
      translation: tillConnection,
      comment: 'Receipts of the store in Hamburg',
    }),
  )
  for (let count = 0; count < 3; count++) await sendReceipts(stack, random, Date.now() + count)
}

/** Posts receipts. The till does not look at the answer. */
export async function sendReceipts(stack: StackInfo, random: Shop['random'], now: number): Promise<void> {
  const response = await postAs(
    stack,
    'producer',
    `/v1/translators/${tillConnection.name}`,
    tillReceipts(random, now),
  )
  await response.text()
}

/** Puts a customer who asked for it on the suppression list. */
export async function suppressCustomer(stack: StackInfo, { visitors }: Shop): Promise<void> {
  const { customer } = visitors.findLast((visitor) => visitor.customer !== undefined)!
  await demand(
    postAs(stack, 'operator', '/v1/console/suppressions/add', {
      field: 'email',
      value: customer!.email,
      reason: 'Asked for it by letter',
    }),
  )
}

/** Runs what operators run, one after the other: links of people, the daily check, syncs, a back-test and a dry run. Logs the ones that
 * are refused. */
export async function runEverything(
  stack: StackInfo,
  yesterday: { from: string; to: string },
): Promise<void> {
  await runAndWait(stack, 'people', {})
  await runAndWait(stack, 'sync', { sync: 'lapsed_customers', destination: 'meta_lapsed' })
  await runAndWait(stack, 'sync', { sync: 'customer_profiles', destination: 'klaviyo_mail', dry_run: true })
  await runAndWait(stack, 'action', { action: 'repeat_buyer', dry_run: true, days: 30 })
  await runAndWait(stack, 'replay', {
    destination: 'orders_hook',
    ...yesterday,
    outcomes: ['dead', 'refused'],
    dry_run: true,
  })
  await runAndWait(stack, 'reconcile', { days: 3 })
  await runAndWait(stack, 'sync', { sync: 'customer_profiles', destination: 'klaviyo_mail' })
  await runAndWait(stack, 'health', {})
}

async function demand(answer: Promise<Response>): Promise<void> {
  const response = await answer
  if (!response.ok) throw new Error(`The demo was refused at ${response.url}: ${await response.text()}`)
}
