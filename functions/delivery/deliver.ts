/** Delivery: brings stored events to one destination, in requests as large as its target takes. Knows no network of its own. */
import type { Destination } from '../../schemas/destination.ts'
import { deferred, refused, skipped, type Outcome } from '../../schemas/outcome.ts'
import type { StoredEvent } from '../bus/stored_message.ts'
import type { HttpRequest, HttpResponse } from '../google/http.ts'
import { compileLink } from '../linkage/link.ts'
import { groupCommit } from '../serving/group_commit.ts'
import { byStatus } from '../targets/classify.ts'
import type { Attempt, LinkedEvent, Target } from '../targets/target.ts'

/** An attempt and how long the third party took over it, in ms; 0 when it was not asked. */
export interface TimedAttempt extends Attempt {
  latency: number
}

export interface DeliveryPorts {
  now: () => Date
  /** Rejects when no answer came. */
  send: (request: HttpRequest) => Promise<HttpResponse>
}

/** Makes the function that brings one event to the destination; concurrent calls share requests. It never rejects. */
export const createDelivery = (
  { linkage }: Pick<Destination, 'linkage'>,
  target: Target,
  settings: Record<string, unknown>,
  { now, send }: DeliveryPorts,
): ((event: StoredEvent) => Promise<TimedAttempt>) => {
  const link = linker(linkage, target)
  let pausedUntil = 0

  const attempt = async (events: readonly LinkedEvent[]): Promise<readonly TimedAttempt[]> => {
    const started = now()
    const attempts = await exchange(events, started)
    const latency = now().getTime() - started.getTime()
    return attempts.map((each) => ({ ...each, latency }))
  }

  const exchange = async (events: readonly LinkedEvent[], started: Date): Promise<readonly Attempt[]> => {
    if (started.getTime() < pausedUntil) return same(events, deferred('throttled', asked))
    let request: HttpRequest
    try {
      request = target.request(events, settings, started)
    } catch (error) {
      return same(events, refused('rejected', { detail: wordsOf(error) }))
    }
    let response: HttpResponse
    try {
      response = await send(request)
    } catch (error) {
      return same(events, unanswered(error))
    }
    const attempts = classify(target, response, events)
    const patience = Math.max(0, ...attempts.map(({ retryAfter = 0 }) => retryAfter))
    if (patience > 0) pausedUntil = now().getTime() + Math.min(patience, maxPause)
    return attempts
  }

  const sendTogether = groupCommit(attempt, {
    ...target.batch,
    bytesOf: ({ text }) => text.length,
    inFlight: 64,
  })
  return async (event) => {
    let linked: LinkedEvent
    try {
      linked = link(event)
    } catch (error) {
      return { outcome: skipped('invalid_field', { detail: wordsOf(error) }), latency: 0 }
    }
    return sendTogether(linked)
  }
}

/** The link of an event: the destination's own for its name, else its `*`, else the target's. */
const linker = (linkage: Destination['linkage'], target: Target): ((event: StoredEvent) => LinkedEvent) => {
  const links = new Map(Object.entries(linkage ?? {}).map(([name, link]) => [name, compileLink(link)]))
  const standard = target.linkage === 'event' ? undefined : compileLink(target.linkage)
  return ({ id, name, value, text }) => {
    const link = links.get(name) ?? links.get('*') ?? standard
    if (!link) return { id, name, fields: value, text }
    const fields = link(value)
    return { id, name, fields, text: JSON.stringify(fields) }
  }
}

/** An answer that the target's own reading fails on still has its status: what was accepted must not be sent again. */
const classify = (
  target: Target,
  response: HttpResponse,
  events: readonly LinkedEvent[],
): readonly Attempt[] => {
  try {
    return target.classify(response, events)
  } catch {
    return byStatus(response, events)
  }
}

const same = (events: readonly LinkedEvent[], outcome: Outcome): readonly Attempt[] =>
  events.map(() => ({ outcome }))

const asked = { detail: 'The third party had asked to wait; it was not called.' }

/** Longest wait that a third party can ask for, in ms; the bus keeps the events meanwhile. */
const maxPause = 600_000

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : 'No reason was given.')

const timeouts = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'])

const unanswered = (error: unknown): Outcome => {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? 'no code'
  // The request itself cannot be sent, however often it is tried.
  if (code === 'UND_ERR_INVALID_ARG') return refused('rejected', { detail: code })
  return deferred(timeouts.has(code) ? 'timeout' : 'network', { detail: code })
}
