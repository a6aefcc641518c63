/** Deadlines: one timer for all leases, retries and pauses of the broker. */

const tickMilliseconds = 10
/** Later deadlines share coarser slots, so that the wheel stays small with ten-minute leases. */
const coarse = { from: 1000, ticks: 10 }

/** A deadline. An object can be scheduled once at a time. */
export interface Deadline {
  /** The tick for which the object is scheduled; 0 if it is not. */
  tick: number
  due(): void
}

/**
 * A hashed timer wheel with sparse slots: scheduling and cancelling cost one Set operation, and the timer fires only for
 * slots that are not empty. It never keeps the process alive.
 */
export class Deadlines {
  readonly #slots = new Map<number, Set<Deadline>>()
  #timer: NodeJS.Timeout | undefined
  #nextTick = Infinity

  /** Calls `deadline.due()` once, `milliseconds` from now, never early and at most 110 ms late. Replaces an earlier schedule. */
  schedule(deadline: Deadline, milliseconds: number): void {
    this.cancel(deadline)
    const step = milliseconds < coarse.from ? 1 : coarse.ticks
    const tick = Math.ceil((Date.now() + milliseconds) / tickMilliseconds / step) * step
    deadline.tick = tick
    const slot = this.#slots.get(tick)
    if (slot) slot.add(deadline)
    else this.#slots.set(tick, new Set([deadline]))
    if (tick < this.#nextTick) this.#arm(tick)
  }

  cancel(deadline: Deadline): void {
    if (deadline.tick === 0) return
    const slot = this.#slots.get(deadline.tick)
    slot?.delete(deadline)
    if (slot?.size === 0) this.#slots.delete(deadline.tick)
    deadline.tick = 0
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#slots.clear()
  }

  #arm(tick: number): void {
    clearTimeout(this.#timer)
    this.#nextTick = tick
    this.#timer = setTimeout(() => this.#fire(), Math.max(1, tick * tickMilliseconds - Date.now())).unref()
  }

  #fire(): void {
    this.#nextTick = Infinity
    const now = Math.floor(Date.now() / tickMilliseconds)
    const ticks = [...this.#slots.keys()].filter((tick) => tick <= now).toSorted((a, b) => a - b)
    for (const tick of ticks) {
      const slot = this.#slots.get(tick)
      this.#slots.delete(tick)
      for (const deadline of slot ?? []) {
        deadline.tick = 0
        deadline.due()
      }
    }
    let next = Infinity
    for (const tick of this.#slots.keys()) if (tick < next) next = tick
    if (next < this.#nextTick) this.#arm(next)
  }
}
