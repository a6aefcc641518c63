/** Target layer: classifies responses of TikTok's Business API, for events and for audiences. */
import { delivered } from '../../schemas/outcome.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, evidenceOf } from './answer.ts'
import { byStatus } from './classify.ts'
import { byVendorCode } from './stated.ts'
import type { Attempt, LinkedEvent } from './target.ts'

// https://business-api.tiktok.com/portal/docs?id=1737172488964097: return codes.
const throttled = 40100
/** 40001: no permission; the others: a missing, expired or invalid token. The event is valid. */
const unauthorized = new Set([40001, 40102, 40104, 40105])

interface ResponseBody {
  code: number
  message: string
}

/** Classifies a response of the Business API. It responds 200 to every request; the result is a code in the body. */
export function classifyTikTok(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { code, message = '' } = bodyOf<ResponseBody>(response) ?? {}
  // TikTok itself responds 200, so any other status is from a proxy.
  if (response.status >= 300) return byStatus(response, events)
  if (code === 0) return byStatus(response, events)
  // Accepted in part. TikTok does not say which events, but its message is recorded.
  if (code === 20001) return events.map(() => ({ outcome: delivered(evidenceOf(response, message)) }))
  // Without a code, no event counts as accepted.
  if (code === undefined)
    return byVendorCode(response, events, { status: 503, message: 'The response has no code.' })
  return byVendorCode(response, events, { status: statusOf(code), message: `${message} (${code})` })
}

function statusOf(code: number): number {
  if (code === throttled) return 429
  if (unauthorized.has(code)) return 401
  return code >= 50_000 ? 503 : 400
}
