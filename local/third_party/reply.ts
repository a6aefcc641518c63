/** The reply: what one request is answered, from the answer in force and, where its host is a vendor's, in the vendor's words. */
import type { AnswerRule } from './answers.ts'
import { recipientOf } from './recipient.ts'
import { answerFor, eventsInRequest } from './vendors/index.ts'
import type { AnsweringBehavior, Behavior, VendorAnswer, VendorRequest } from './vendors/vendor.ts'

export interface Reply extends VendorAnswer {
  /** What of the reply is recorded with the request. */
  recorded: {
    vendor?: string
    events?: number
    /** Absent where status or body were given. */
    behavior?: Behavior
  }
}

/** Of a party that is no known vendor: HTTP, and nothing of its own. */
const plain: Readonly<Record<AnsweringBehavior, VendorAnswer>> = {
  success: { status: 200, body: {} },
  partial: { status: 200, body: {} },
  throttle: { status: 429, headers: { 'retry-after': '30' }, body: {} },
  auth: { status: 401, body: {} },
  invalid: { status: 400, body: {} },
  down: { status: 503, body: {} },
}

/** The reply to a request at `url`, whose body is this text. What the answer says itself wins over what the vendor would say. */
export function replyTo(
  { behavior: wanted, status, body, retryAfter }: AnswerRule,
  url: string,
  request: Omit<VendorRequest, 'path' | 'body'> & { text: string },
): Reply {
  const { vendor, path } = recipientOf(url)
  const asked = { ...request, path, body: vendor && parsed(request.text) }
  const known = vendor && { vendor: vendor.title, events: eventsInRequest(vendor, asked.body).length }
  const isLiteral = wanted === undefined && (status !== undefined || body !== undefined)
  if (wanted === 'hang' || isLiteral) {
    return {
      status: status ?? 200,
      headers: retryHeader(retryAfter),
      body: body ?? {},
      recorded: { ...known, ...(wanted && { behavior: wanted }) },
    }
  }
  const { behavior, answer } = vendor
    ? answerFor(vendor, wanted ?? 'success', asked)
    : { behavior: wanted ?? 'success', answer: plain[wanted ?? 'success'] }
  return {
    status: status ?? answer.status,
    headers: { ...answer.headers, ...retryHeader(retryAfter) },
    body: body ?? answer.body,
    recorded: { ...known, behavior },
  }
}

function retryHeader(retryAfter: AnswerRule['retryAfter']): Record<string, string> {
  return retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
