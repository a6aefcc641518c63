/** The reply: what one request is answered, from the answer in force and, where its host is a vendor's, in the vendor's words. */
import type { Answer } from './answers.ts'
import { partyOf } from './party.ts'
import { ask, eventsOf } from './vendors/index.ts'
import type { AnsweringMood, Mood, VendorAnswer, VendorRequest } from './vendors/vendor.ts'

export interface Reply extends VendorAnswer {
  /** What of the reply is recorded with the request. */
  told: {
    vendor?: string
    events?: number
    /** Absent where status or body were given. */
    mood?: Mood
  }
}

/** Of a party that is no known vendor: HTTP, and nothing of its own. */
const plain: Readonly<Record<AnsweringMood, VendorAnswer>> = {
  success: { status: 200, body: {} },
  partial: { status: 200, body: {} },
  throttle: { status: 429, headers: { 'retry-after': '30' }, body: {} },
  auth: { status: 401, body: {} },
  invalid: { status: 400, body: {} },
  down: { status: 503, body: {} },
}

/** The reply to a request at `url`, whose body is this text. What the answer says itself wins over what the vendor would say. */
export function replyTo(
  { mood: wanted, status, body, retryAfter }: Answer,
  url: string,
  request: Omit<VendorRequest, 'path' | 'body'> & { text: string },
): Reply {
  const { vendor, path } = partyOf(url)
  const asked = { ...request, path, body: vendor && parsed(request.text) }
  const known = vendor && { vendor: vendor.title, events: eventsOf(vendor, asked.body).length }
  const isLiteral = wanted === undefined && (status !== undefined || body !== undefined)
  if (wanted === 'hang' || isLiteral) {
    return {
      status: status ?? 200,
      headers: retryHeader(retryAfter),
      body: body ?? {},
      told: { ...known, ...(wanted && { mood: wanted }) },
    }
  }
  const { mood, answer } = vendor
    ? ask(vendor, wanted ?? 'success', asked)
    : { mood: wanted ?? 'success', answer: plain[wanted ?? 'success'] }
  return {
    status: status ?? answer.status,
    headers: { ...answer.headers, ...retryHeader(retryAfter) },
    body: body ?? answer.body,
    told: { ...known, mood },
  }
}

function retryHeader(retryAfter: Answer['retryAfter']): Record<string, string> {
  return retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
