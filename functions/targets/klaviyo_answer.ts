/** Target layer: what the targets of Klaviyo share: the headers, and the errors of its JSON:API. */
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, rejectedBecauseOf } from './answer.ts'
import { byStatus } from './classify.ts'
import { byVendorCode } from './stated.ts'
import type { Attempt, LinkedEvent } from './target.ts'

/** Klaviyo supports each API revision for two years. https://developers.klaviyo.com/en/docs/api_versioning_and_deprecation_policy */
const revision = '2026-07-15'

export function klaviyoHeaders(apiKey: string) {
  return {
    accept: 'application/vnd.api+json',
    authorization: `Klaviyo-API-Key ${apiKey}`,
    'content-type': 'application/vnd.api+json',
    revision,
  }
}

interface ErrorBody {
  errors: readonly { detail?: string; source?: { pointer?: string } }[]
}

/** Classifies a response. `pointer` matches the entry of a job that an error refers to, and `entries` are the events of each: the whole job is
 * refused. https://developers.klaviyo.com/en/docs/rate_limits_and_error_handling */
export function classifyKlaviyo(
  response: HttpResponse,
  events: readonly LinkedEvent[],
  pointer: RegExp,
  entries: readonly (readonly LinkedEvent[])[],
): readonly Attempt[] {
  const { errors = [] } = bodyOf<ErrorBody>(response) ?? {}
  const [error] = errors
  if (!error) return byStatus(response, events)
  const faults = errors.flatMap(({ source, detail = '' }) => {
    const [, index] = pointer.exec(source?.pointer ?? '') ?? []
    const entry = index === undefined ? [] : (entries[Number(index)] ?? [])
    const message = `${source?.pointer ?? ''} ${detail}`.trim()
    return entry.map((event) => [events.indexOf(event), message] as const)
  })
  if (response.status === 400 && faults.length > 0)
    return rejectedBecauseOf(response, events, new Map(faults.toReversed()))
  const message = `${error.source?.pointer ?? ''} ${error.detail ?? ''}`.trim()
  // 403: the key lacks the scope; the event is valid.
  return byVendorCode(response, events, { status: response.status === 403 ? 401 : response.status, message })
}
