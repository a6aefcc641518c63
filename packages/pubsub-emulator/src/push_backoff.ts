/** Push flow control: limits the pushes in flight, and pauses after an endpoint refuses them.
 * https://cloud.google.com/pubsub/docs/push#push_backoff
 * https://cloud.google.com/pubsub/docs/push#delivery_rate */

const window = { first: 4, largest: 1000 }
/** Milliseconds. Pub/Sub documents both bounds and an exponential backoff between them. */
const pause = { shortest: 100, longest: 60_000, growth: 2, recovery: 0.85 }

/**
 * The window grows by one per acknowledgement, so it doubles per round trip, and halves when pushes are refused. Each
 * refusal outside a pause starts a pause twice as long as the previous one. Acknowledgements shorten the next pause: for an
 * endpoint that refuses one message in five, pauses settle near half a second.
 */
export class PushBackoff {
  #window: number = window.first
  #pause = 0
  #pausedUntil = 0

  get window(): number {
    return this.#window
  }

  /** Returns the rest of the pause in milliseconds; 0 without a pause. */
  remaining(now: number): number {
    return Math.max(0, this.#pausedUntil - now)
  }

  acknowledged(): void {
    this.#window = Math.min(window.largest, this.#window + 1)
    this.#pause *= pause.recovery
  }

  refused(now: number): void {
    // These pushes were in flight when the pause began, so their refusals must not lengthen it.
    if (now < this.#pausedUntil) return
    this.#window = Math.max(1, this.#window >> 1)
    this.#pause = Math.min(pause.longest, Math.max(pause.shortest, this.#pause * pause.growth))
    this.#pausedUntil = now + this.#pause
  }
}
