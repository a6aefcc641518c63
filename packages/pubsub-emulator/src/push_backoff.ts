/** Push flow control: limits the pushes in flight, and pauses after an endpoint refuses them.
 * https://cloud.google.com/pubsub/docs/push#push_backoff
 * https://cloud.google.com/pubsub/docs/push#delivery_rate */

/** Pub/Sub documents a first window of one digit, exponential growth up to 3,000 pushes and linear growth beyond, where 99 % must be
 * acknowledged, in less than a second on average. It does not document the first window itself, nor by how much a failure reduces it. */
const window = { first: 4, linear: 3000, minimumShare: 0.99, longestLatency: 1000 }

/** Milliseconds. Pub/Sub documents both bounds, an exponential backoff between them, and two examples: of five messages per second, one
 * refusal gives pauses of about half a second, and five give pauses of 30 to 60 seconds. It does not document what shortens a pause. */
const pause = { shortest: 100, longest: 60_000, growth: 2, recovery: 0.85 }

/** Weight of the latest push in the averages. */
const latest = 0.01

/**
 * The window grows by one per acknowledgement, so it doubles per round trip, and halves when pushes are refused. Each
 * refusal outside a pause starts a pause twice as long as the previous one. Acknowledgements shorten the next pause: for an
 * endpoint that refuses one message in five, pauses settle near half a second.
 */
export class PushBackoff {
  #window: number = window.first
  #share = 1
  #latency = 0
  #pause = 0
  #pausedUntil = 0

  get window(): number {
    return Math.floor(this.#window)
  }

  /** Returns the rest of the pause in milliseconds; 0 without a pause. */
  remaining(now: number): number {
    return Math.max(0, this.#pausedUntil - now)
  }

  /** `latency` is the time from the push to its acknowledgement, in milliseconds. */
  acknowledged(latency: number): void {
    this.#latency += latest * (latency - this.#latency)
    this.#share += latest * (1 - this.#share)
    const isFast = this.#share >= window.minimumShare && this.#latency <= window.longestLatency
    if (this.#window < window.linear) this.#window += 1
    else this.#window = isFast ? this.#window + 1 / this.#window : window.linear
    this.#pause *= pause.recovery
  }

  refused(now: number): void {
    this.#share -= latest * this.#share
    // These pushes were in flight when the pause began, so their refusals must not lengthen it.
    if (now < this.#pausedUntil) return
    this.#window = Math.max(1, Math.floor(this.#window / 2))
    this.#pause = Math.min(pause.longest, Math.max(pause.shortest, this.#pause * pause.growth))
    this.#pausedUntil = now + this.#pause
  }
}
