/** Event bus: keeps the leases of the pulled messages of one subscription, and gives them back: acknowledged, or to be delivered again. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Subscriber } from '../google/subscriber.ts'
import { groupCommit } from '../net/group_commit.ts'

export interface Leases {
  /** Number of messages that are pulled and not settled. */
  size: () => number
  /** Adds messages that a pull just brought. */
  open: (ackIds: readonly string[]) => void
  /** Returns the time in ms since 1970 at which Pub/Sub would deliver the message again; 0 if it is settled. */
  expiresAt: (ackId: string) => number
  /** Acknowledges the message, or returns it to Pub/Sub at once. Does nothing if that was already done. */
  settle: (ackId: string, isDone: boolean) => void
  /** Returns all messages that are not settled. Resolves when every request is done, and renews nothing from then on. */
  close: () => Promise<void>
}

/** Interval of renewals in ms. A deadline of 15 s then survives two that fail. */
const renewalMs = 5000

/** A request has at most 512 KiB. https://cloud.google.com/pubsub/quotas#resource_limits */
const idLimits = { maxItems: 2500, maxBytes: 400_000, bytesOf: (id: string) => id.length, inFlight: 4 }

/** Number of tries to acknowledge, and the delay between them in ms. Without success the messages are delivered again. */
const acknowledging = { tries: 3, delayMs: 250 }

/** `seconds`: the acknowledgement deadline; `now`: the time in ms since 1970. */
export function createLeases(subscriber: Subscriber, seconds: number, now: () => number): Leases {
  const open = new Map<string, number>()
  const requests = new Set<Promise<unknown>>()
  const track = (request: Promise<unknown>): void => {
    requests.add(request)
    void request.finally(() => requests.delete(request))
  }

  const acknowledge = groupCommit(async (ackIds: readonly string[]) => {
    for (let tries = 1; !(await subscriber.acknowledge(ackIds)) && tries < acknowledging.tries; tries++)
      await wait(acknowledging.delayMs)
    return ackIds
  }, idLimits)

  // One request after the other, so that a message of a key is returned before those that follow it.
  const giveBack = groupCommit(
    async (ackIds: readonly string[]) => {
      await subscriber.modifyDeadline(ackIds, 0)
      return ackIds
    },
    { ...idLimits, inFlight: 1 },
  )

  const renew = groupCommit(async (ackIds: readonly string[]) => {
    const asked = now()
    if (await subscriber.modifyDeadline(ackIds, seconds))
      for (const id of ackIds) if (open.has(id)) open.set(id, asked + seconds * 1000)
    return ackIds
  }, idLimits)

  const keeper = setInterval(() => {
    const old = now() + seconds * 1000 - renewalMs / 2
    for (const [id, expiry] of open) if (expiry < old) track(renew(id))
  }, renewalMs)

  const settle = (ackId: string, isDone: boolean): void => {
    if (open.delete(ackId)) track(isDone ? acknowledge(ackId) : giveBack(ackId))
  }

  return {
    size: () => open.size,
    open: (ackIds) => {
      const expiry = now() + seconds * 1000
      for (const id of ackIds) open.set(id, expiry)
    },
    expiresAt: (ackId) => open.get(ackId) ?? 0,
    settle,
    close: async () => {
      clearInterval(keeper)
      for (const id of open.keys()) settle(id, false)
      while (requests.size > 0) await Promise.all(requests)
    },
  }
}
