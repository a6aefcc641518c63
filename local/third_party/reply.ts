/** Third-party recorder: computes the reply to one request from the active rule and, for a known vendor, from the vendor's documented answers. */
import type { AnswerRule } from './answers.ts'
import { recipientOf } from './recipient.ts'
import { answerFor, eventsInRequest } from './vendors/answer_for.ts'
import type { AnsweringBehavior, Behavior, VendorAnswer, VendorRequest } from './vendors/vendor.ts'

interface Reply extends VendorAnswer {
  /** The details that are recorded with the request. */
  recorded: {
    vendor?: string
    events?: number
    /** Absent if the rule sets status or body. */
    behavior?: Behavior
    refused?: readonly number[]
  }
}

/** Answers of a recipient that is not a known vendor. */
const plain: Readonly<Record<AnsweringBehavior, VendorAnswer>> = {
  success: { status: 200, body: {} },
  partial: { status: 200, body: {} },
  throttle: { status: 429, headers: { 'retry-after': '30' }, body: {} },
  auth: { status: 401, body: {} },
  invalid: { status: 400, body: {} },
  down: { status: 503, body: {} },
}

/** Returns the reply to a request at `url`. Fields of the rule take precedence over the vendor's answer. */
export function replyTo(
  { behavior: wanted, refuses, status, body, retryAfter }: AnswerRule,
  url: string,
  request: Omit<VendorRequest, 'path' | 'query' | 'body'> & { text: string },
): Reply {
  const { vendor, path } = recipientOf(url)
  const [, query = ''] = url.split('?', 2)
  const vendorRequest = {
    ...request,
    path,
    query: new URLSearchParams(query),
    body: vendor && parsed(request.text),
  }
  const vendorDetails = vendor && {
    vendor: vendor.title,
    events: eventsInRequest(vendor, vendorRequest.body, vendorRequest).length,
  }
  const isLiteral = wanted === undefined && (status !== undefined || body !== undefined)
  if (wanted === 'hang' || isLiteral) {
    return {
      status: status ?? 200,
      headers: retryHeader(retryAfter),
      body: body ?? {},
      recorded: { ...vendorDetails, ...(wanted && { behavior: wanted }) },
    }
  }
  const { behavior, answer, refused } = vendor
    ? answerFor(vendor, wanted ?? 'success', vendorRequest, refuses)
    : { behavior: wanted ?? 'success', answer: plain[wanted ?? 'success'], refused: [] }
  return {
    status: status ?? answer.status,
    headers: { ...answer.headers, ...retryHeader(retryAfter) },
    body: body ?? answer.body,
    recorded: { ...vendorDetails, behavior, ...(refused.length > 0 && { refused }) },
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
