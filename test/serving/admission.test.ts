/** Admission at a public door: under an overload that lasts, accepted requests wait for a bounded time, and as many are served as before. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { mock } from 'node:test'
import { openAdmission } from '../../functions/serving/admission.ts'

interface Load {
  ms: number
  /** Requests that arrive per ms. */
  arriving: number
  /** Requests that are answered per ms, one after the other. Each takes at least `serviceMs`. */
  served: (at: number) => number
  serviceMs: number
}

interface Result {
  accepted: number
  refused: number
  /** Latencies of accepted requests in ms, the shortest first. */
  latencies: readonly number[]
}

/** Plays a load in steps of one millisecond, with a clock and timers of its own. */
function play({ ms, arriving, served, serviceMs }: Load): Result {
  let at = 0
  const admission = openAdmission(() => at)
  const queue: { since: number; leave: () => void }[] = []
  const latencies: number[] = []
  let [accepted, refused, due, capacity] = [0, 0, 0, 0]
  for (; at < ms; at++) {
    mock.timers.tick(1)
    capacity = queue.length === 0 ? 0 : capacity + served(at)
    for (; capacity >= 1 && queue.length > 0 && at - queue[0]!.since >= serviceMs; capacity--) {
      const { since, leave } = queue.shift()!
      leave()
      latencies.push(at - since)
    }
    for (due += arriving; due >= 1; due--) {
      const request = new EventEmitter()
      const visit = admission.enter(request as IncomingMessage)
      if (visit) {
        accepted++
        queue.push({ since: at, leave: visit.leave })
        request.emit('end')
      } else refused++
    }
  }
  return { accepted, refused, latencies: latencies.toSorted((a, b) => a - b) }
}

function share({ latencies }: Result, of: number): number {
  return latencies[Math.floor(latencies.length * of)]!
}

describe('admission', () => {
  before(() => mock.timers.enable({ apis: ['setTimeout'] }))
  after(() => mock.timers.reset())

  const steady = { ms: 30_000, serviceMs: 20, served: () => 1 }

  it('refuses nothing at nine tenths of what is served', () => {
    assert.equal(play({ ...steady, arriving: 0.9 }).refused, 0)
  })

  it('keeps the wait short at twice of what is served, and serves no less', () => {
    const result = play({ ...steady, arriving: 2 })
    assert.ok(result.latencies.length >= 0.97 * steady.ms, `${result.latencies.length} served`)
    assert.ok(share(result, 0.99) <= 400, `p99 ${share(result, 0.99)} ms`)
  })

  it('keeps the wait short when the service slows down to a fifth again and again', () => {
    const served = (at: number) => (at % 5000 < 1500 ? 0.2 : 1)
    const result = play({ ...steady, arriving: 2, served })
    assert.ok(share(result, 0.99) <= 2000, `p99 ${share(result, 0.99)} ms`)
  })

  it('does not take a service that has become slow for an overload', () => {
    const result = play({ ...steady, arriving: 0.2, served: () => Infinity, serviceMs: 600 })
    const late = result.accepted / (0.2 * steady.ms)
    assert.ok(late >= 0.9, `${late} accepted`)
  })
})
