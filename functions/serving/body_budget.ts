/** Serving: bounds the bytes of request bodies that an instance holds at a time (schemas/instance.ts). A caller is refused when they are taken;
 * a push waits with its body unread, because Pub/Sub counts a refusal as an attempt. */
import { smallBodyBytes, type BodyLimits } from '../../schemas/instance.ts'
import { fault } from './errors.ts'

/** The part of the budget that one request holds. */
export interface BodyShare {
  /** States the size of the body before it is read, at most. Returns a promise if the request must wait until so much is free. */
  expect: (bytes: number) => Promise<void> | undefined
  /** Takes bytes that have arrived. Returns false if they are not free. */
  take: (bytes: number) => boolean
  /** Tells that the body arrives from now on. `refuse` is called if it is so slow that others need its share. */
  arriving: (refuse: () => void) => void
  arrived: () => void
  /** Gives everything back. */
  release: () => void
}

export interface BodyBudget {
  /** Opens the share of a request. `lane`: requests that wait are served in turn by it. */
  open: (lane: string) => BodyShare
}

/** Time in ms that a body may take to arrive while others are refused for lack of memory. */
const slowMs = 5000

interface Waiting {
  bytes: number
  grant: () => void
}

/** An account of bytes. */
interface Account {
  free: number
}

interface Arrival {
  since: number
  refuse: () => void
}

/** Creates the budget of an instance. With `waits`, requests wait for their share before they are read; otherwise none waits, and bytes are
 * taken as they arrive: a client that announces much and sends little holds little. */
export function createBodyBudget({ bytes, smallBytes, waitMs }: BodyLimits, waits: boolean): BodyBudget {
  const large: Account = { free: bytes }
  // A small body takes of the large ones' account only when more requests arrive than the instance serves.
  const small: Account = { free: smallBytes }
  /** Waiting requests by lane. The lanes take turns: the first is the next. */
  const lanes = new Map<string, Set<Waiting>>()
  const arrivals = new Set<Arrival>()

  const grantWaiting = (): void => {
    for (const [lane, waiting] of lanes) {
      const [next] = waiting
      // One that does not fit holds the others up, so that large bodies are not overtaken forever.
      if (next!.bytes > large.free) return
      large.free -= next!.bytes
      waiting.delete(next!)
      lanes.delete(lane)
      if (waiting.size > 0) lanes.set(lane, waiting)
      next!.grant()
    }
  }

  const wait = (lane: string, size: number): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = lanes.get(lane) ?? new Set()
    lanes.set(lane, waiting)
    const entry: Waiting = {
      bytes: size,
      grant: () => {
        clearTimeout(timer)
        resolve()
      },
    }
    const timer = setTimeout(() => {
      waiting.delete(entry)
      if (waiting.size === 0) lanes.delete(lane)
      reject(fault('INSTANCE_BUSY', {}))
      grantWaiting()
    }, waitMs)
    waiting.add(entry)
    return promise
  }

  /** Refuses the body that has been arriving for longest, if that is long. Returns false if there is none. */
  const refuseSlowest = (except: Arrival | undefined): boolean => {
    for (const arrival of arrivals) {
      if (performance.now() - arrival.since < slowMs) return false
      if (arrival === except) continue
      arrivals.delete(arrival)
      arrival.refuse()
      return true
    }
    return false
  }

  const parts: BudgetParts = { small, large, lanes, arrivals, waits, wait, grantWaiting, refuseSlowest }
  return { open: (lane) => new RequestShare(parts, lane) }
}

interface BudgetParts {
  small: Account
  large: Account
  lanes: ReadonlyMap<string, unknown>
  arrivals: Set<Arrival>
  waits: boolean
  wait: (lane: string, size: number) => Promise<void>
  grantWaiting: () => void
  refuseSlowest: (except: Arrival | undefined) => boolean
}

/** A class, because each request has a share until its response: closures of its own would be most of what the garbage collector has to keep. */
class RequestShare implements BodyShare {
  readonly #budget: BudgetParts
  readonly #lane: string
  #isSmall = false
  #ofSmall = 0
  #ofLarge = 0
  #expected = 0
  #arrival: Arrival | undefined

  constructor(budget: BudgetParts, lane: string) {
    this.#budget = budget
    this.#lane = lane
  }

  expect(size: number): Promise<void> | undefined {
    this.#isSmall = size <= smallBodyBytes
    const { waits, lanes } = this.#budget
    if (!waits) return undefined
    this.#expected = size
    if ((this.#isSmall || lanes.size === 0) && this.#takeNow(size)) return undefined
    return this.#waitFor(size)
  }

  take(size: number): boolean {
    if (this.#expected > 0) return true
    if (this.#takeNow(size)) return true
    return this.#budget.refuseSlowest(this.#arrival) && this.#takeNow(size)
  }

  arriving(refuse: () => void): void {
    const { waits, arrivals } = this.#budget
    if (this.#isSmall || waits) return
    this.#arrival = { since: performance.now(), refuse }
    arrivals.add(this.#arrival)
  }

  arrived(): void {
    if (this.#arrival) this.#budget.arrivals.delete(this.#arrival)
  }

  release(): void {
    this.arrived()
    if (this.#ofSmall + this.#ofLarge === 0) return
    const { small, large, grantWaiting } = this.#budget
    small.free += this.#ofSmall
    large.free += this.#ofLarge
    this.#ofSmall = this.#ofLarge = 0
    grantWaiting()
  }

  #takeNow(size: number): boolean {
    const { small, large } = this.#budget
    if (this.#isSmall && size <= small.free) {
      small.free -= size
      this.#ofSmall += size
      return true
    }
    if (size > large.free) return false
    large.free -= size
    this.#ofLarge += size
    return true
  }

  async #waitFor(size: number): Promise<void> {
    await this.#budget.wait(this.#lane, size)
    this.#ofLarge += size
  }
}
