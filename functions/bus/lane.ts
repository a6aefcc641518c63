/** Event bus: drains one subscription: pulls messages, keeps their leases while they are handled, and gives each back as soon as its own end
 * is known. */
import { setTimeout as wait } from 'node:timers/promises'
import { leaseSeconds, type SubscriptionMode } from '../../schemas/drain.ts'
import { orderMarginSeconds } from '../../schemas/instance.ts'
import type { PulledMessage, Subscriber } from '../google/subscriber.ts'
import type { ByteShare } from './byte_share.ts'
import { createLeases } from './leases.ts'
import type { PushMessage, Turn } from './push.ts'
import { createWindow } from './window.ts'

/** Handles one message. Resolves to false if Pub/Sub must deliver it again. */
export type HandleMessage = (message: PushMessage, turn: Turn) => Promise<boolean>

interface LaneOptions {
  /** Id of the subscription. */
  subscription: string
  /** True for a subscription with message ordering. */
  isOrdered: boolean
  subscriber: Subscriber
  /** Maximum number of messages that are pulled and not settled. */
  maxMessages: number
  bytes: ByteShare
  /** Never rejects. */
  handle: HandleMessage
  /** The time in ms since 1970 until which the third party takes no requests. */
  pausedUntil: () => number
  /** The time in ms since 1970. */
  now: () => number
}

export interface Lane {
  /** Pulls only from a drained subscription. */
  setMode: (mode: SubscriptionMode) => void
  /** Stops pulling, waits for what is handled for at most `graceMs`, and returns the rest to Pub/Sub. */
  stop: (graceMs: number) => Promise<void>
}

/** Pub/Sub returns at most this many messages. */
const maxPerPull = 1000

/** Pulls under way at a time. One may come back with few messages although more wait, so Google recommends several; fewer give larger batches.
 * https://cloud.google.com/pubsub/docs/pull#unary_pull */
const pullsAtOnce = { usual: 2, backlog: 4, large: 1 } as const

/** Bytes of the messages of a pull after which the next one begins alone: what waits for others takes memory. A thousand ordinary messages are a
 * quarter of it. */
const largePullBytes = 4_000_000

/** Delay after a failed pull, in ms. */
const failureDelayMs = 1000

/** Time for the pulls under way when the lane stops, in ms. Pub/Sub would keep what they bring until its deadline. */
const lastPullMs = 1000

interface Held {
  ackId: string
  message: PushMessage
}

export function createLane(options: LaneOptions): Lane {
  const { subscription, isOrdered, subscriber, maxMessages, bytes, handle, pausedUntil, now } = options
  const leases = createLeases(subscriber, isOrdered ? leaseSeconds.ordered : leaseSeconds.plain, now)
  const window = createWindow(maxMessages, now)
  /** The latest message of each ordering key, until it is settled. It is false if it goes back to Pub/Sub. */
  const latest = new Map<string, Promise<boolean>>()
  const batches = new Set<Promise<void>>()
  const pulls = new Set<Promise<void>>()
  let mode: SubscriptionMode = 'paused'
  const stopping = new AbortController()
  const isStopping = (): boolean => stopping.signal.aborted
  /** Messages that the pulls under way asked for. */
  let asked = 0
  let hasBacklog = false
  let isLarge = false
  let failedUntil = 0
  let timer: NodeJS.Timeout | undefined

  const pauseMs = (): number => Math.max(pausedUntil(), window.closedUntil(), failedUntil) - now()

  /** Starts as many pulls as make sense now. It is called after each change. */
  const pump = (): void => {
    if (isStopping() || mode !== 'drain' || bytes.isFull()) return
    const ms = pauseMs()
    if (ms > 0) {
      timer ??= setTimeout(() => {
        timer = undefined
        pump()
      }, ms)
      return
    }
    while (pulls.size < pullsAtOnce[isLarge ? 'large' : hasBacklog ? 'backlog' : 'usual']) {
      const room = window.size() - leases.size() - asked
      if (room <= 0) return
      const pulling = pull(Math.min(maxPerPull, room))
      pulls.add(pulling)
      void pulling.finally(() => {
        pulls.delete(pulling)
        pump()
      })
    }
  }

  const pull = async (count: number): Promise<void> => {
    asked += count
    const pulled = await subscriber.pull(count)
    asked -= count
    hasBacklog = pulled !== undefined && pulled.length * 2 > count
    if (!pulled) failedUntil = now() + failureDelayMs
    if (!pulled || pulled.length === 0) return
    leases.open(pulled.map(({ ackId }) => ackId))
    // Not the pulled messages: they would last as long as the work, beside the data that is decoded from them.
    const held = pulled.map((each) => ({ ackId: each.ackId, message: messageOf(subscription, each) }))
    const size = held.reduce((sum, { message }) => sum + message.data.length, 0)
    isLarge = size > largePullBytes
    const batch = work(held, size)
    batches.add(batch)
    void batch.finally(() => {
      batches.delete(batch)
      pump()
    })
  }

  const work = async (held: readonly Held[], size: number): Promise<void> => {
    // What a pull brought during a pause waits here: handled now, it would come back at once and count as an attempt.
    for (let ms = pauseMs(); ms > 0 && !isStopping(); ms = pauseMs())
      await wait(ms, undefined, stopping).catch(() => undefined)
    await bytes.enter(size)
    let returned = 0
    await Promise.all(
      held.map(async (each) => {
        const isDone = await handleInTurn(each)
        if (!isDone) returned++
        leases.settle(each.ackId, isDone)
      }),
    )
    bytes.leave(size)
    if (!isStopping()) window.observe({ returned, of: held.length })
  }

  /** Handles a message after the one before it with the same key. If that goes back to Pub/Sub, so do those that follow it. */
  const handleInTurn = (held: Held): Promise<boolean> => {
    const key = held.message.orderingKey ?? ''
    if (!isOrdered || key === '') return handleHeld(held)
    const before = latest.get(key)
    const own = before ? before.then((isDone) => isDone && handleHeld(held)) : handleHeld(held)
    latest.set(key, own)
    void own.finally(() => {
      if (latest.get(key) === own) latest.delete(key)
    })
    return own
  }

  const handleHeld = async ({ ackId, message }: Held): Promise<boolean> => {
    const expiry = leases.expiresAt(ackId)
    const arrivedAt = now()
    // Its redelivery may be under way.
    if (isStopping() || expiry === 0 || (isOrdered && expiry < arrivedAt)) return false
    return handle(message, { arrivedAt, orderedUntil: expiry - orderMarginSeconds * 1000 })
  }

  return {
    setMode: (next) => {
      mode = next
      pump()
    },
    stop: async (graceMs) => {
      stopping.abort()
      clearTimeout(timer)
      await within(graceMs, async () => {
        await within(lastPullMs, () => Promise.all(pulls))
        await Promise.all(batches)
      })
      await leases.close()
    },
  }
}

/** Waits for the work, but no longer than `ms`. */
async function within(ms: number, work: () => Promise<unknown>): Promise<void> {
  const time = Promise.withResolvers<void>()
  const end = setTimeout(time.resolve, ms)
  await Promise.race([work(), time.promise])
  clearTimeout(end)
}

function messageOf(subscription: string, { message, deliveryAttempt }: PulledMessage): PushMessage {
  return {
    subscription,
    messageId: message.messageId,
    publishTime: message.publishTime,
    data: Buffer.from(message.data ?? '', 'base64'),
    attributes: message.attributes ?? {},
    orderingKey: message.orderingKey ?? '',
    // 0 without a dead-letter policy.
    attempt: deliveryAttempt || 1,
  }
}
