/** Target `meta`: classifies responses. Meta answers most errors with 400; a code in the body says what is wrong. */
import { header } from '../net/header.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf } from './answer.ts'
import { byStatus } from './classify.ts'
import { byVendorCode } from './stated.ts'
import type { Attempt, LinkedEvent } from './target.ts'

// https://developers.facebook.com/docs/graph-api/guides/error-handling and …/overview/rate-limiting. 2650: the audience is being updated.
const temporary = new Set([1, 2, 341, 368, 2650, 5000, 21009])
const throttling = new Set([4, 17, 32, 613, 80003, 80004])
const unauthorized = new Set([3, 10, 190, 200, 294])

/** Subcodes of 100: the dataset or audience does not exist, or the token has no access to it; Meta has flagged the audience. The event is valid. */
const unusable = new Set<number | undefined>([33, 1713230])

interface ErrorBody {
  error: {
    message?: string
    code?: number
    error_subcode?: number
    error_user_title?: string
    error_user_msg?: string
  }
}

function statusOf(status: number, { code = 0, error_subcode }: ErrorBody['error']): number {
  if (temporary.has(code)) return 503
  if (throttling.has(code)) return 429
  if (unauthorized.has(code) || (code === 100 && unusable.has(error_subcode))) return 401
  // A body with an error is an error, even with status 200.
  return Math.max(400, status)
}

/** Returns the seconds until the account can send again, from Meta's header, which has minutes by account. */
function waitOf(response: HttpResponse): number | undefined {
  const minutes = [
    ...(header(response, 'x-business-use-case-usage') ?? '').matchAll(
      /"estimated_time_to_regain_access":\s*(\d+)/g,
    ),
  ]
  const maximum = Math.max(0, ...minutes.map(([, each]) => Number(each)))
  return maximum > 0 ? maximum * 60 : undefined
}

export function classifyMeta(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { error } = bodyOf<ErrorBody>(response) ?? {}
  if (!error) return byStatus(response, events)
  const { message = '', code, error_subcode, error_user_title, error_user_msg } = error
  const codes = [code, error_subcode].filter((each) => each !== undefined).join('/')
  const status = statusOf(response.status, error)
  return byVendorCode(response, events, {
    status,
    message: [message, `(${codes})`, error_user_title, error_user_msg].filter(Boolean).join(' '),
    wait: status === 429 ? waitOf(response) : undefined,
  })
}
