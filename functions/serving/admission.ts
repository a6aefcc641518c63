/** Serving: refuses requests at a public door when those before them would make them wait too long, so that overload shows as quick refusals
 * and never as seconds of latency. */
import type { IncomingMessage } from 'node:http'

/** Times in ms. */
const limits = {
  /** Maximum time that a request may be expected to wait, beyond what requests take when nothing waits. */
  waitMs: 250,
  /** Nothing is refused before a request has really waited for this long: a burst that is served in time is none of an overload. */
  evidenceMs: 250,
  /** The time that requests take when nothing waits counts up to here. Beyond, the service behind the door is too slow. */
  serviceMs: 1000,
  /** An instance that has just started, and has answered nothing yet, refuses after this time. */
  startMs: 5000,
  /** This many requests are never refused: an instance that serves few at a time measures too little. */
  leastOpen: 16,
  /** This many are never exceeded, whatever was measured. It limits memory. */
  mostOpen: 1000,
  /** Time between two measurements of the event loop's delay. */
  tickMs: 50,
  /** Length of a window of measurement. Two count: the current one and the one before. */
  windowMs: 500,
} as const

/** One request that was let in. */
export interface Visit {
  /** The response is known. */
  leave: () => void
}

export interface Admission {
  /** Lets a request in, or returns undefined to refuse it. It counts from when it has arrived completely, so that slow senders do not
   * count as overload. */
  enter: (request: IncomingMessage) => Visit | undefined
}

interface Window {
  since: number
  done: number
  /** Shortest time of a request that found few others. In a queue that stands, the shortest time of all grows with the queue. */
  shortest: number
}

/** A request that has arrived completely. */
interface Open {
  since: number
  foundFew: boolean
}

function emptyWindow(since: number): Window {
  return { since, done: 0, shortest: Infinity }
}

/** Creates the admission of one instance. The expected wait is the number of open requests divided by the rate at which they are answered
 * (Little's law), so that it reacts before the wait has happened, and the delay of the event loop: the time for which a request was not even
 * seen. `now` returns the milliseconds of a monotonic clock. */
export function openAdmission(now: () => number = () => performance.now()): Admission {
  /** The oldest first. */
  const open = new Map<symbol, Open>()
  /** The time that requests took when nothing waited, of the last window that could tell. */
  let service: number = limits.serviceMs
  let hasAnswered = false
  let current = emptyWindow(now())
  let before = emptyWindow(now())

  const forget = (at: number): void => {
    current = emptyWindow(at)
    before = emptyWindow(at)
  }

  const rotate = (at: number): void => {
    if (at - current.since < limits.windowMs) return
    if (current.shortest < Infinity) service = Math.min(current.shortest, limits.serviceMs)
    before = current
    current = emptyWindow(at)
  }

  /** When the next tick is due; undefined without open requests, because an instance without any may get no CPU time. */
  let due: number | undefined
  let delay = 0
  const tick = (): void => {
    delay = open.size > 0 ? Math.max(0, now() - due!) : 0
    due = open.size > 0 ? now() + limits.tickMs : undefined
    if (due !== undefined) setTimeout(tick, limits.tickMs).unref()
  }

  const isOverloaded = (at: number): boolean => {
    if (open.size < limits.leastOpen) return false
    if (open.size >= limits.mostOpen) return true
    const [oldest] = open.values()
    const unseen = Math.max(delay, at - (due ?? at))
    const waited = Math.max(at - oldest!.since, unseen)
    if (waited < limits.evidenceMs) return false
    const longest = Math.min(service, current.shortest) + limits.waitMs
    const done = before.done + current.done
    if (done === 0) return waited > (hasAnswered ? longest : limits.startMs)
    return unseen + (open.size / done) * (at - before.since) > longest
  }

  return {
    enter: (request) => {
      const at = now()
      rotate(at)
      if (isOverloaded(at)) return undefined
      const visit = Symbol()
      let hasLeft = false
      request.once('end', () => {
        if (hasLeft) return
        // An idle time says nothing about the rate.
        if (open.size === 0) forget(now())
        open.set(visit, { since: now(), foundFew: open.size < limits.leastOpen })
        if (due !== undefined) return
        due = now() + limits.tickMs
        setTimeout(tick, limits.tickMs).unref()
      })
      return {
        leave: () => {
          hasLeft = true
          const left = open.get(visit)
          if (!left) return
          open.delete(visit)
          const time = now()
          rotate(time)
          // The time until the first answer says nothing about the rate of those that follow.
          if (current.done + before.done === 0) forget(time)
          current.done++
          hasAnswered = true
          if (left.foundFew) current.shortest = Math.min(current.shortest, time - left.since)
        },
      }
    },
  }
}
