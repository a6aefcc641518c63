/** Delivery: limits the rate of the requests of this instance to one destination. */

/** What an instance may send: at most `requests` in any period of `perMs`. */
export interface Share {
  requests: number
  perMs: number
}

export interface Rate {
  /** True if a request may be sent now and none waits. */
  isFree: () => boolean
  /** True if a further request would not wait for long. The bus learns at once from a nack, but too late from one after a long wait. */
  mayQueue: () => boolean
  /** Waits until a request may be sent, in the order of the calls. Resolves to false if that is not possible before `deadline`, in ms. */
  acquire: (deadline: number) => Promise<boolean>
}

/** Requests reach the third party with different delays. The period is counted longer by this many ms, so that it receives no more either. */
const jitterMs = 120

/** A timer that is late by up to this many ms does not lower the rate. */
const latenessMs = 50

/** Maximum queue, in ms of the rate; and in requests while the instance has no share. */
const maxQueue = { ms: 6000, withoutShare: 8 }

/** Interval in ms in which an instance without a share looks for one. */
const pollMs = 250

/** Divides a limit, in requests per second, among `members` instances; `rank` counts from 0. The shares of all ranks add up to the limit, and a
 * share is smaller the more members and the higher the rank, so instances that disagree for a moment never exceed it together. */
export function shareOf(limit: number, members: number, rank: number): Share {
  if (limit < 1) return { requests: rank === 0 ? 1 : 0, perMs: 1000 / limit }
  return { requests: Math.max(0, Math.ceil((Math.floor(limit) - rank) / members)), perMs: 1000 }
}

/** Creates the rate. `share` returns undefined while the instance may send nothing. Requests are spaced evenly; late ones may catch up, but
 * never exceed the share in any period. */
export function createRate(
  share: () => Share | undefined,
  { now, wait }: { now: () => Date; wait: (ms: number) => Promise<void> },
): Rate {
  const sent: number[] = []
  let next = 0
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  const earliest = ({ requests, perMs }: Share): number => {
    const oldest = sent[sent.length - requests]
    return Math.max(next, oldest === undefined ? 0 : oldest + perMs + jitterMs)
  }

  const record = (time: number, { requests, perMs }: Share): void => {
    // Shares vary, so more times are kept than this share needs.
    if (sent.push(time) > 10_000) sent.splice(0, 5000)
    next = Math.max(next, time - latenessMs) + (perMs + jitterMs) / requests
  }

  const turn = async (deadline: number): Promise<boolean> => {
    for (;;) {
      const time = now().getTime()
      const current = share()
      const at = current && current.requests > 0 ? earliest(current) : time + pollMs
      if (Math.max(at, time) > deadline) return false
      if (current && at <= time) {
        record(time, current)
        return true
      }
      await wait(Math.ceil(at - time))
    }
  }

  return {
    isFree: () => {
      const current = share()
      return waiting === 0 && !!current && current.requests > 0 && earliest(current) <= now().getTime()
    },
    mayQueue: () => {
      const current = share()
      if (!current || current.requests === 0) return waiting < maxQueue.withoutShare
      return waiting === 0 || (waiting * (current.perMs + jitterMs)) / current.requests <= maxQueue.ms
    },
    acquire: async (deadline) => {
      waiting++
      const result = last.then(() => turn(deadline))
      last = result
      return result.finally(() => waiting--)
    },
  }
}
