/** Bench `load`, generating process: sends events at a fixed rate, whatever the responses (an open loop), or from a number of senders that each
 * wait for their response (a closed loop). A latency counts from when the request was due, so that waiting in this process counts too. */
import { Pool } from 'undici'

export interface Offer {
  url: string
  token: string
  seconds: number
  /** Requests per second. */
  perSecond?: number
  /** Instead of a rate: the number of senders that wait for their response. */
  senders?: number
}

export interface Offered {
  sent: number
  /** 200. */
  accepted: number
  /** 429 and 503 with Retry-After. */
  refused: number
  /** Every other response, and refusals without Retry-After. */
  otherwise: number
  /** Broken connections and missing responses. */
  broken: number
  /** From the first request to the last response, in s. */
  seconds: number
  /** Latencies of accepted requests in ms. */
  p50: number
  p99: number
  /** 99th percentile of the latencies of refusals, in ms. */
  refusedP99: number
}

/** A request that gets no response for this long is broken, in ms. */
const timeoutMs = 60_000

function share(latencies: readonly number[], of: number): number {
  return latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * of)] ?? Number.NaN
}

/** Connections, more than requests are open at a time. They are opened before the first offer, so that it does not measure the opening. */
const connections = 2048

let pool: Pool | undefined

async function openPool(url: string): Promise<Pool> {
  const opened = new Pool(url, { connections, pipelining: 1, headersTimeout: timeoutMs })
  const touch = async (): Promise<void> =>
    (await opened.request({ method: 'GET', path: '/v1/limits' })).body.dump()
  await Promise.allSettled(Array.from({ length: connections }, touch))
  return opened
}

async function offer({ url, token, seconds, perSecond = 0, senders }: Offer): Promise<Offered> {
  const door = (pool ??= await openPool(url))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const counts = { sent: 0, accepted: 0, refused: 0, otherwise: 0, broken: 0 }
  const accepted: number[] = []
  const refused: number[] = []
  const run = `${Date.now()}`
  const sendOne = async (due: number): Promise<void> => {
    const body = `{"event_id":"load-${run}-${counts.sent++}","content_name":"An article about nothing in particular"}`
    try {
      const answer = await door.request({ method: 'POST', path: '/v1/topics/view_content', headers, body })
      await answer.body.dump()
      const latency = performance.now() - due
      const isRefusal = answer.statusCode === 429 || answer.statusCode === 503
      if (answer.statusCode === 200) accepted.push(latency)
      else if (isRefusal && answer.headers['retry-after'] !== undefined) refused.push(latency)
      else counts.otherwise++
    } catch {
      counts.broken++
    }
  }

  const begun = performance.now()
  const end = begun + seconds * 1000
  if (senders === undefined) {
    const open = new Set<Promise<void>>()
    const total = Math.round(perSecond * seconds)
    await new Promise<void>((resolve) => {
      const tick = (): void => {
        const due = Math.min(total, Math.ceil(((performance.now() - begun) * perSecond) / 1000))
        while (counts.sent < due) {
          const sent = sendOne(begun + (counts.sent * 1000) / perSecond)
          open.add(sent)
          void sent.then(() => open.delete(sent))
        }
        if (counts.sent >= total) resolve()
        else setTimeout(tick, 2)
      }
      tick()
    })
    await Promise.all(open)
  } else {
    const lane = async (): Promise<void> => {
      while (performance.now() < end) await sendOne(performance.now())
    }
    await Promise.all(Array.from({ length: senders }, lane))
  }
  const took = (performance.now() - begun) / 1000
  return {
    ...counts,
    accepted: accepted.length,
    refused: refused.length,
    seconds: took,
    p50: share(accepted, 0.5),
    p99: share(accepted, 0.99),
    refusedP99: share(refused, 0.99),
  }
}

process.on('message', (order: Offer) => void offer(order).then((offered) => process.send?.(offered)))
process.once('disconnect', () => process.exit(0))
