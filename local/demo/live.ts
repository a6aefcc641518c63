/** Demo: sends the events of visits through the front door, as the shop does, for as long as the demo runs. */
import { setTimeout as wait } from 'node:timers/promises'
import type { StackInfo } from '../stack_info.ts'
import { sendReceipts } from './first_steps.ts'
import { postAs, setVendorAnswer } from './front_door.ts'
import { sendWithMistakes } from './mistakes.ts'
import { passingAnswers } from './vendor_answers.ts'
import type { Shop } from './traffic.ts'
import { visitOf } from './visit.ts'

/** Mean time between two events, in ms. */
const everyMs = 4000
/** After this many visits the till sends receipts, and after twice as many a vendor behaves otherwise. */
const visitsBetween = 5

/** Sends until the signal aborts. A stack that does not answer is asked again. */
export async function sendLive(
  stack: StackInfo,
  { random, visitors }: Shop,
  signal: AbortSignal,
): Promise<void> {
  for (let visit = 1; !signal.aborted; visit++) {
    for (const event of visitOf(random, random.pick(visitors), Date.now())) {
      const { body } = event
      const now = Date.now()
      const current = { at: now, body: { ...body, event_time: new Date(now).toISOString() } }
      for (const { topic, text } of sendWithMistakes(random, current))
        await unlessStopping(postAs(stack, 'producer', `/v1/topics/${topic}`, text))
      await wait(everyMs * (0.5 + random.next()), undefined, { signal }).catch(() => {})
      if (signal.aborted) return
    }
    if (visit % visitsBetween === 0) await unlessStopping(sendReceipts(stack, random, Date.now()))
    if (visit % (2 * visitsBetween) === 0)
      await unlessStopping(setVendorAnswer(stack, random.pick(passingAnswers)))
  }
}

/** The stack may stop at any time; what it did not accept is not sent again. */
async function unlessStopping(request: Promise<Response | void>): Promise<void> {
  try {
    await (await request)?.text()
  } catch {
    // Nobody listens any more.
  }
}
