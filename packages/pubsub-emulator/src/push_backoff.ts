/** Push flow control: how many pushes may be in flight and how long a refusing endpoint is left alone.
 * https://cloud.google.com/pubsub/docs/push#push_backoff
 * https://cloud.google.com/pubsub/docs/push#delivery_rate */

const window = { first: 4, largest: 1000 }
/** Milliseconds; Pub/Sub documents the ends and an exponential way between them. */
const pause = { shortest: 100, longest: 60_000, growth: 2, recovery: 0.85 }

/**
 * The window opens by one per acknowledgement, so that it doubles per round trip, and halves when pushes are
 * refused. Each refusal outside a pause starts a pause twice as long as the last; acknowledgements shorten the
 * next one, so that an endpoint that refuses one message in five settles near half a second.
 */
export class PushBackoff {
  #window: number = window.first
  #pause = 0
  #pausedUntil = 0

  get window(): number {
    return this.#window
  }

  /** Milliseconds until pushing may go on; 0 when it may now. */
  remaining(now: number): number {
    return Math.max(0, this.#pausedUntil - now)
  }

  acknowledged(): void {
    this.#window = Math.min(window.largest, this.#window + 1)
    this.#pause *= pause.recovery
  }

  refused(now: number): void {
    // Refusals of pushes that were already in flight when the pause began say nothing new.
    if (now < this.#pausedUntil) return
    this.#window = Math.max(1, this.#window >> 1)
    this.#pause = Math.min(pause.longest, Math.max(pause.shortest, this.#pause * pause.growth))
    this.#pausedUntil = now + this.#pause
  }
}
