/** Demo: delivers the messages of the past to one destination by the code of `forward`, against the vendors of the third-party recorder as they
 * behaved then, with the retries of the bus. */
import { parseStoredMessage } from '../../functions/bus/stored_message.ts'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import { createSettlement } from '../../functions/delivery/settle.ts'
import { createWaitingRoom } from '../../functions/delivery/waiting_room.ts'
import { createLinkDigest } from '../../functions/linkage/link_digest.ts'
import type { HttpRequest, HttpResponse } from '../../functions/net/http.ts'
import { storeDeadLetters } from '../../functions/storage/dead_letters.ts'
import { settingsOf, targetOf } from '../../functions/targets/registry.ts'
import { attributes, subscriptions } from '../../schemas/bus.ts'
import type { Destination } from '../../schemas/destination.ts'
import { recipientOf } from '../third_party/recipient.ts'
import { replyTo } from '../third_party/reply.ts'
import type { CollectedRows } from './collected_rows.ts'
import type { HistorySettings } from './history_settings.ts'
import { answerAt } from './vendor_answers.ts'
import { pushOf } from './push_of.ts'
import type { StoredMessage } from './store_history.ts'

interface Due {
  /** When its next attempt is due, in ms since 1970. */
  due: number
  attempt: number
  stored: StoredMessage
}

/** The end of the history, in ms since 1970: what is due later is left to the running stack. */
interface HistoryEnd {
  end: number
  /** URL of the recorder, at which the settings have some destinations. */
  thirdPartyUrl: string
}

/** Delivers in the order of time. Returns the messages that are still on their way at the end. */
export async function deliverHistory(
  destination: Destination,
  stored: readonly StoredMessage[],
  { forwardEnvironment, delivery }: HistorySettings,
  { append }: CollectedRows,
  { end, thirdPartyUrl }: HistoryEnd,
): Promise<readonly StoredMessage[]> {
  let clock = 0
  const now = (): Date => new Date(clock)
  const wait = async (ms: number): Promise<void> => void (clock += ms)
  const send = vendorsOfThePast({ now, wait, end, thirdPartyUrl })
  const target = targetOf(destination.target)
  const settle = createSettlement(destination, {
    now,
    deliver: createDelivery(destination, target, settingsOf(destination, forwardEnvironment), {
      now,
      send,
      wait,
      authorization: () => 'Bearer demo',
      dropToken: () => {},
      room: createWaitingRoom({ maxEvents: 20, maxBytes: 10_000_000 }),
      share: () => undefined,
      vault: undefined,
      alert: () => {},
    }),
    record: async (row) => (await append('deliveries', [row]))[0]!,
    wait,
    linkOf: createLinkDigest(destination, target),
  })
  const subscription = subscriptions.forward(destination.id)
  const first = stored
    .filter(({ message }) => message.attributes[attributes.permit(destination.id)] !== undefined)
    .map((each): Due => ({ due: each.at + 15, attempt: 1, stored: each }))
    .toSorted((a, b) => a.due - b.due)
  const retries: Due[] = []
  const next = (): Due | undefined => {
    const isRetry = (retries[0]?.due ?? Infinity) < (first.at(-1)?.due ?? Infinity)
    return isRetry ? retries.shift() : first.pop()
  }
  first.reverse()
  for (let each = next(); each; each = next()) {
    if (each.due > end) return [each, ...retries, ...first].map((due) => due.stored)
    const { due, attempt } = each
    clock = Math.max(clock, due)
    const message = pushOf(each.stored, subscription, attempt)
    const settlement = await settle(parseStoredMessage(message))
    if (settlement.kind === 'settled') continue
    if (attempt >= delivery.maxAttempts) {
      await die(destination, each, { append, now, subscription })
      continue
    }
    const backoff = Math.min(delivery.maximumBackoff, delivery.minimumBackoff * 2 ** (attempt - 1))
    // Pub/Sub spreads its retries. Without that, messages that meet once would always meet again.
    const spread = 0.9 + (Number(each.stored.messageId.replace(/\D/g, '')) % 20) / 100
    insert(retries, { ...each, attempt: attempt + 1, due: clock + backoff * spread })
  }
  return []
}

/** Keeps the list in the order of time. */
function insert(retries: Due[], due: Due): void {
  const after = retries.findLastIndex((each) => each.due <= due.due)
  retries.splice(after + 1, 0, due)
}

/** What becomes of a message whose attempts are exhausted.
 * https://cloud.google.com/pubsub/docs/handling-failures#track-delivery-attempts */
async function die(
  { target }: Destination,
  { stored, attempt }: Due,
  { append, now, subscription }: Pick<CollectedRows, 'append'> & { now: () => Date; subscription: string },
): Promise<void> {
  const letter = pushOf({ ...stored, at: now().getTime() }, subscriptions.deadLettersHold, 1)
  const source = {
    CloudPubSubDeadLetterSourceSubscription: subscription,
    CloudPubSubDeadLetterSourceDeliveryCount: String(attempt),
  }
  await storeDeadLetters({ now, targetOf: () => target, append, endedRows: async () => new Set() }, [
    { ...letter, attributes: { ...letter.attributes, ...source } },
  ])
}

/** Returns the vendors as they behaved at the time of each request. An answer takes 40 to 400 ms. */
function vendorsOfThePast({
  now,
  wait,
  end,
  thirdPartyUrl,
}: HistoryEnd & { now: () => Date; wait: (ms: number) => Promise<void> }) {
  let requests = 0
  return async ({ url, headers, body, timeout }: HttpRequest): Promise<HttpResponse> => {
    const { host, pathname, search } = new URL(url)
    const path = url.startsWith(thirdPartyUrl) ? pathname : `/${host}${pathname}${search}`
    const begun = now().getTime()
    const rule = answerAt(end, recipientOf(path).key, begun)
    if (rule.behavior === 'hang') {
      await wait(timeout)
      throw Object.assign(new Error('no response'), { code: 'UND_ERR_HEADERS_TIMEOUT' })
    }
    const text = body.toString()
    const reply = replyTo(rule, path, { headers, text, bytes: text.length, now: begun })
    await wait(40 + ((requests++ * 131) % 360))
    return {
      status: reply.status,
      headers: reply.headers ?? {},
      body: typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}),
    }
  }
}
