/** Target layer: the address, the headers and the responses of Braze's /users/track, for events and for audiences. */
import { Type } from 'typebox'
import { header } from '../net/header.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf } from './answer.ts'
import { byStatus } from './classify.ts'
import { byVendorCode } from './stated.ts'
import type { Attempt, LinkedEvent } from './target.ts'

/** Setting of the targets of Braze. */
export const RestEndpoint = Type.String({
  pattern: '^rest\\.[a-z0-9-]+\\.braze\\.(com|eu)$',
  description: 'REST endpoint of the instance, from Settings > APIs and Identifiers.',
  examples: ['rest.iad-01.braze.com', 'rest.fra-01.braze.eu'],
})

export function trackUrl(restEndpoint: string): string {
  return `https://${restEndpoint}/users/track`
}

export function trackHeaders(apiKey: string) {
  return {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'x-braze-batch': 'true',
  }
}

interface ResponseBody {
  message: string
  errors: readonly { type?: string; input_array?: string; index?: number }[]
}

/** Messages of accepted requests; `queued` during maintenance. With errors and any other message, nothing was accepted. */
const acceptedMessages = new Set(['success', 'queued'])

/** Classifies a response. `accepted` classifies one that was accepted except for the faults of each list of the request: index and message.
 * https://www.braze.com/docs/api/endpoints/user_data/post_user_track#response */
export function classifyTrack(
  response: HttpResponse,
  events: readonly LinkedEvent[],
  accepted: (
    faultsIn: (list: string) => readonly (readonly [index: number, message: string])[],
  ) => readonly Attempt[],
): readonly Attempt[] {
  const { message = '', errors = [] } = bodyOf<ResponseBody>(response) ?? {}
  if (response.status === 429) {
    const wait = Number(header(response, 'x-ratelimit-retry-after') ?? NaN)
    return byVendorCode(response, events, { status: 429, message, wait: wait >= 0 ? wait : undefined })
  }
  if (response.status >= 300) return byStatus(response, events)
  if (errors.length > 0 && !acceptedMessages.has(message))
    return byVendorCode(response, events, { status: 400, message })
  return accepted((list) =>
    errors
      .filter(({ input_array }) => input_array === list)
      .map(({ index = -1, type = '' }) => [index, type] as const),
  )
}
