/** Deadlines: one timer for every lease, retry and pause of the broker, asleep when none is due. */

const tickMilliseconds = 10
/** Far deadlines share coarser slots, so that the wheel stays small under ten-minute leases. */
const coarse = { from: 1000, ticks: 10 }

/** Something that falls due. An object serves for one deadline at a time. */
export interface Deadline {
  /** The tick the object waits in; 0 when it waits for nothing. */
  tick: number
  due(): void
}

/**
 * A hashed timer wheel with sparse slots: scheduling and cancelling cost one Set operation, and the process
 * wakes only for slots that hold something. The timer never keeps the process alive.
 */
export class Deadlines {
  readonly #slots = new Map<number, Set<Deadline>>()
  #timer: NodeJS.Timeout | undefined
  #nextTick = Infinity

  /** Calls `deadline.due()` once, `milliseconds` from now, never early and at most 110 ms late; replaces an earlier schedule. */
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
