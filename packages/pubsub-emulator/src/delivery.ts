/** Delivery: runs a push loop for every subscription with a push endpoint, once it is started. */
import { Agent } from 'undici'
import { PushLoop, type PushParts } from './push.ts'
import type { Subscription } from './subscription.ts'

/** Signed tokens are valid for an hour. Google, too, uses one for many pushes. */
const tokenLifetime = 50 * 60 * 1000

/** Returns a signed token for an account and an audience. */
type Sign = (email: string, audience: string) => string

/** Caches signed tokens per account and audience. */
export function cachedIdToken(sign: Sign): Sign {
  const cache = new Map<string, { token: string; until: number }>()
  return (email, audience) => {
    const key = JSON.stringify([email, audience])
    const cached = cache.get(key)
    if (cached && cached.until > Date.now()) return cached.token
    const token = sign(email, audience)
    cache.set(key, { token, until: Date.now() + tokenLifetime })
    return token
  }
}

export class Delivery {
  readonly #parts: PushParts
  readonly #loops = new Map<Subscription, { loop: PushLoop; config: string }>()
  readonly #held = new Set<Subscription>()
  #started = false

  constructor(parts: Omit<PushParts, 'agent'>) {
    // The leases enforce the ack deadlines of the subscriptions, so the HTTP client needs no timeout.
    const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 30_000 })
    this.#parts = { ...parts, agent, idToken: parts.idToken && cachedIdToken(parts.idToken) }
  }

  /** Starts to push. */
  start(): void {
    this.#started = true
    for (const subscription of this.#held) this.follow(subscription)
    this.#held.clear()
  }

  /** Starts, stops or replaces the push loop of a subscription according to its configuration. */
  follow(subscription: Subscription): void {
    if (!this.#started) {
      this.#held.add(subscription)
      return
    }
    const push = subscription.open ? subscription.settings.push : undefined
    const config = JSON.stringify(push)
    const current = this.#loops.get(subscription)
    if (current?.config === config) return
    if (current) {
      current.loop.stop()
      subscription.consumers.delete(current.loop)
      this.#loops.delete(subscription)
    }
    if (!push) return
    const loop = new PushLoop(subscription, this.#parts, push.pushEndpoint)
    this.#loops.set(subscription, { loop, config })
    subscription.consumers.add(loop)
    subscription.wake()
  }

  async close(): Promise<void> {
    for (const { loop } of this.#loops.values()) loop.abandon()
    await this.#parts.agent.destroy()
  }
}
