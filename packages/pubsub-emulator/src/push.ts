/** The push loop of a subscription: POSTs messages to the endpoint, and acks or nacks each by the response. */
import type { Agent, Dispatcher } from 'undici'
import type { Deadline, Deadlines } from './deadlines.ts'
import type { LeaseEnd, Lease } from './lease.ts'
import type { MessageStore } from './message_store.ts'
import { PushBackoff } from './push_backoff.ts'
import { pushRequest } from './push_request.ts'
import type { PushConfig } from './resources.ts'
import type { Subscription } from './subscription.ts'
import type { Consumer } from './subscription_dependencies.ts'

/** The statuses that acknowledge a message. https://cloud.google.com/pubsub/docs/push#receive_push */
const acknowledging = new Set([102, 200, 201, 202, 204])

export interface PushParts {
  store: MessageStore
  deadlines: Deadlines
  agent: Agent
  /** Returns a signed OIDC token for an account and an audience. Without it push requests carry no token. */
  idToken: ((email: string, audience: string) => string) | undefined
  /** Maximum number of pushes of one subscription in flight. */
  maxPushes: number
}

/** A POST in flight. */
interface Flight {
  abort: ((reason: Error) => void) | undefined
  done: boolean
}

export class PushLoop implements Consumer {
  readonly #subscription: Subscription
  readonly #parts: PushParts
  readonly #endpoint: { origin: string; path: string }
  readonly #backoff = new PushBackoff()
  readonly #flights = new Map<Lease, Flight>()
  #running = true
  readonly #pause: Deadline = { tick: 0, due: () => this.ready() }

  constructor(subscription: Subscription, parts: PushParts, pushEndpoint: string) {
    this.#subscription = subscription
    this.#parts = parts
    const { origin, pathname, search } = new URL(pushEndpoint)
    this.#endpoint = { origin, path: pathname + search }
  }

  /** Takes no further messages. Pushes in flight are finished. */
  stop(): void {
    this.#running = false
    this.#parts.deadlines.cancel(this.#pause)
  }

  /** Abandons pushes in flight when the process ends. Their messages are delivered again, and these attempts do not count. */
  abandon(): void {
    this.stop()
    for (const flight of this.#flights.values()) flight.done = true
  }

  ready(): void {
    if (!this.#running || !this.#subscription.open) return
    const wait = this.#backoff.remaining(Date.now())
    if (wait > 0) {
      if (this.#pause.tick === 0) this.#parts.deadlines.schedule(this.#pause, wait)
      return
    }
    const room = Math.min(this.#backoff.window, this.#parts.maxPushes) - this.#flights.size
    if (room <= 0) return
    const leases = this.#subscription.take({ messages: room, bytes: Infinity, ended: this.#ended })
    for (const lease of leases) this.#push(lease)
  }

  /** The ack deadline is the timeout of the push. */
  readonly #ended = (lease: Lease, ending: LeaseEnd): void => {
    const flight = this.#flights.get(lease)
    this.#flights.delete(lease)
    if (!flight || flight.done) return
    flight.done = true
    if (ending === 'expired') this.#backoff.refused(Date.now())
    flight.abort?.(new Error('The ack deadline passed before the endpoint answered.'))
    this.ready()
  }

  #push(lease: Lease): void {
    const flight: Flight = { abort: undefined, done: false }
    this.#flights.set(lease, flight)
    const begun = performance.now()
    const answered = (status: number): void => {
      if (flight.done) return
      flight.done = true
      const acknowledged = acknowledging.has(status)
      if (acknowledged) {
        this.#backoff.acknowledged(performance.now() - begun)
        this.#subscription.acknowledge(lease.ackId)
      } else {
        this.#backoff.refused(Date.now())
        this.#subscription.modifyAckDeadline(lease.ackId, 0)
      }
      this.ready()
    }
    try {
      this.#parts.agent.dispatch(this.#options(lease), {
        onRequestStart(controller) {
          if (flight.done) controller.abort(new Error('The delivery was cancelled.'))
          else flight.abort = (reason) => controller.abort(reason)
        },
        onResponseStart(_controller, status) {
          // Informational responses other than 102 have no meaning here.
          if (status >= 200 || status === 102) answered(status)
        },
        onResponseData: () => undefined,
        onResponseEnd: () => undefined,
        onResponseError: () => answered(0),
      })
    } catch {
      answered(0)
    }
  }

  #options(lease: Lease): Dispatcher.DispatchOptions {
    const { resource, settings } = this.#subscription
    const config: PushConfig = settings.push ?? {}
    const { message } = lease.entry
    const { headers, body } = pushRequest(config, {
      message,
      body: this.#parts.store.body(message),
      subscription: resource.name,
      deliveryAttempt: settings.deadLetter && lease.attempt,
    })
    const { serviceAccountEmail, audience } = config.oidcToken ?? {}
    const { idToken } = this.#parts
    if (serviceAccountEmail && idToken)
      headers['authorization'] =
        `Bearer ${idToken(serviceAccountEmail, audience || (config.pushEndpoint ?? ''))}`
    return { ...this.#endpoint, method: 'POST', headers, body }
  }
}
