/** Event bus: what a worker pool does instead of a function that is pushed to: drains its subscriptions, each in a lane of its own. */
import { setTimeout as wait } from 'node:timers/promises'
import { drainVariable, type DrainedFunction } from '../../schemas/drain.ts'
import { isOrderedSubscription } from '../../schemas/bus.ts'
import { drainInstanceOf } from '../../schemas/instance.ts'
import { subscriberOf, type Subscriber } from '../google/subscriber.ts'
import { StatusError } from '../serving/answer.ts'
import { finishBeforeExit } from '../serving/drain.ts'
import { logEntry } from '../serving/log.ts'
import { traceOf } from '../serving/serve.ts'
import { startWatchdog, type Watchdog } from '../serving/watchdog.ts'
import { createByteShares } from './byte_share.ts'
import { createLane, type HandleMessage, type Lane } from './lane.ts'

interface DrainOptions {
  name: DrainedFunction
  env: NodeJS.ProcessEnv
  project: string
  authorization: () => string | Promise<string>
  /** Handles one message. A StatusError, or false, delivers it again. */
  handle: HandleMessage
  /** The time in ms since 1970 until which the destination of a subscription takes no requests. Default: 0. */
  pausedUntil?: (subscription: string) => number
  /** The time in ms since 1970. */
  now: () => number
}

/** Interval at which the mode of each subscription is read, in ms. */
const modeIntervalMs = 10_000

/** Time for messages that are handled when the instance ends, in ms. Cloud Run allows ten seconds.
 * https://cloud.google.com/run/docs/container-contract#instance-shutdown */
const graceMs = 6000

/** Minimum time between two log entries about messages that are delivered again, in ms. */
const logIntervalMs = 10_000

/** Starts to drain the subscriptions that variable `DRAIN` names, if this process belongs to a worker pool. On SIGTERM it stops pulling and
 * finishes; see functions/serving/drain.ts. */
export function startDrain({
  name,
  env,
  project,
  authorization,
  handle,
  pausedUntil,
  now,
}: DrainOptions): void {
  const subscriptions = (env[drainVariable] ?? '').split(',').filter((each) => each !== '')
  if (subscriptions.length === 0) return
  const { messages, bytes } = drainInstanceOf(name)
  const openShare = createByteShares(bytes)
  const watched = watching(startWatchdog(), handle, now)
  const lanes = subscriptions.map((subscription) => {
    const subscriber = subscriberOf(env, `projects/${project}/subscriptions/${subscription}`, authorization)
    const lane = createLane({
      subscription,
      isOrdered: isOrderedSubscription(subscription),
      subscriber,
      maxMessages: messages,
      bytes: openShare(),
      handle: watched,
      pausedUntil: () => pausedUntil?.(subscription) ?? 0,
      now,
    })
    void followMode(subscription, subscriber, lane)
    return lane
  })
  finishBeforeExit(() => Promise.all(lanes.map((lane) => lane.stop(graceMs))))
}

/** Reads the mode of the subscription again and again. An update, `sluice pause` and `sluice resume` change it while the pool runs. */
async function followMode(subscription: string, subscriber: Subscriber, lane: Lane): Promise<never> {
  let isReported = false
  for (;;) {
    const mode = await subscriber.mode()
    if (mode === 'forbidden') {
      // The pool starts before the grants of a first deployment have propagated.
      if (isReported)
        logEntry('ERROR', 'a subscription cannot be read, so it is not drained', { subscription })
      isReported = true
      lane.setMode('paused')
    } else if (mode) {
      isReported = false
      lane.setMode(mode)
    }
    await wait(modeIntervalMs, undefined, { ref: false })
  }
}

/** Returns the handler that never rejects, and whose messages the watchdog counts as open requests. */
function watching(watchdog: Watchdog, handle: HandleMessage, now: () => number): HandleMessage {
  let loggedAt = 0
  return async (message, turn) => {
    watchdog.requestOpened()
    try {
      return await handle(message, turn)
    } catch (error) {
      const { subscription } = message
      if (!(error instanceof StatusError)) {
        logEntry('ERROR', 'unexpected error in a handler', { subscription, ...traceOf(error) })
      } else if (now() - loggedAt > logIntervalMs) {
        loggedAt = now()
        logEntry('WARNING', error.message, { subscription })
      }
      return false
    } finally {
      watchdog.requestClosed()
    }
  }
}
