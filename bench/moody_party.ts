/** Bench: a third party that fails a share of its requests, and a client that gets as many events accepted as it takes. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { randomFrom, type Random } from '../packages/shared/test/random.ts'

/** How it answers on a path. */
interface Answers {
  /** Share of the requests that fail, from 0 to 1. */
  share: number
  /** 429 asks for a time without requests; 500 says nothing. */
  status: 429 | 500
  /** That time in seconds. Default: 1. */
  retryAfter?: number
  /** Time until it answers, in ms. */
  latency: number
}

export interface MoodyParty {
  url: string
  /** Sets the answers on a path. Which requests fail is the same on every path: it depends on their number only. */
  answers: (path: string, answers: Answers) => void
  /** Time of arrival of each accepted event, by id, in ms of `performance.now()`. */
  accepted: (path: string) => ReadonlyMap<string, number>
  /** Number of requests on a path that failed. */
  failed: (path: string) => number
  stop: () => Promise<void>
}

interface Mood extends Answers {
  random: Random
}

function moodOf(answers: Answers): Mood {
  return { ...answers, random: randomFrom(1) }
}

const well = moodOf({ share: 0, status: 500, latency: 20 })

export async function startMoodyParty(): Promise<MoodyParty> {
  const answers = new Map<string, Mood>()
  const accepted = new Map<string, Map<string, number>>()
  const failed = new Map<string, number>()
  const of = (path: string): Map<string, number> => {
    const known = accepted.get(path)
    if (known) return known
    const events = new Map<string, number>()
    accepted.set(path, events)
    return events
  }
  const answer = (path: string, id: string, response: ServerResponse): void => {
    const { share, status, retryAfter = 1, random } = answers.get(path) ?? well
    if (random.below(1000) < share * 1000) {
      failed.set(path, (failed.get(path) ?? 0) + 1)
      response.writeHead(status, status === 429 ? { 'retry-after': String(retryAfter) } : {}).end()
      return
    }
    if (!of(path).has(id)) of(path).set(id, performance.now())
    response.writeHead(200).end()
  }
  const server = createServer((request, response) => {
    const { url = '', headers } = request
    request.resume()
    const id = String(headers['webhook-id'])
    setTimeout(() => answer(url, id, response), (answers.get(url) ?? well).latency)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: (path, given) => answers.set(path, moodOf(given)),
    accepted: of,
    failed: (path) => failed.get(path) ?? 0,
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Sends `count` events at `perSecond`, with at most `inFlight` requests at a time and no bus in between, for `seconds`. After a 429 it sends
 * nothing until Retry-After has passed; after a 500 it sends the event again. */
export async function sendDirectly(
  url: string,
  {
    count,
    perSecond,
    inFlight,
    seconds,
  }: { count: number; perSecond: number; inFlight: number; seconds: number },
): Promise<void> {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: inFlight })
  const begun = performance.now()
  const end = begun + seconds * 1000
  const waiting: number[] = []
  let offered = 0
  let heldUntil = 0
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      const due = Math.min(count, Math.floor(((performance.now() - begun) / 1000) * perSecond))
      while (offered < due) waiting.push(offered++)
      const id = performance.now() >= heldUntil ? waiting.shift() : undefined
      if (id === undefined) {
        await wait(5)
        continue
      }
      const headers = { 'webhook-id': String(id) }
      const { statusCode, body } = await pool.request({ method: 'POST', path: pathname, headers, body: '{}' })
      await body.dump()
      if (statusCode === 429) heldUntil = Math.max(heldUntil, performance.now() + 1000)
      if (statusCode !== 200) waiting.push(id)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  await pool.destroy()
}
