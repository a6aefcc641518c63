/** Target layer: what the targets of HubSpot share: the address, the headers, the contacts of people, and the responses. */
import type { HttpRequest, HttpResponse } from '../net/http.ts'
import { acceptedExcept, bodyOf } from './answer.ts'
import { byStatus } from './classify.ts'
import { byVendorCode } from './stated.ts'
import type { Attempt, LinkedEvent } from './target.ts'

export function hubspotRequest(
  accessToken: string,
  method: HttpRequest['method'],
  path: string,
  body: object,
): HttpRequest {
  return {
    method,
    url: `https://api.hubapi.com/${path}`,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    timeout: 10_000,
  }
}

/** The request that writes the contacts of events, by their field `email`, each once. The maximum is 100 contacts.
 * https://developers.hubspot.com/docs/api-reference/legacy/crm/objects/contacts/batch/upsert-contacts */
export function upsertContacts(
  accessToken: string,
  events: readonly LinkedEvent[],
  propertiesOf: (event: LinkedEvent) => unknown,
): HttpRequest {
  const byEmail = new Map(events.map((event) => [event.fields['email'], event]))
  const inputs = [...byEmail].map(([email, event]) => ({
    id: email,
    idProperty: 'email',
    objectWriteTraceId: event.id,
    properties: propertiesOf(event),
  }))
  return hubspotRequest(accessToken, 'POST', 'crm/v3/objects/contacts/batch/upsert', { inputs })
}

interface UpsertBody {
  errors: readonly { message?: string; context?: { objectWriteTraceId?: readonly string[] } }[]
}

/** Errors of single contacts come with 207, and also with 200. They name the event that wrote the contact. */
export function classifyContacts(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  // A token that lacks the scope can still send the events.
  if (response.status === 403) return byStatus(response, events)
  if (response.status >= 300) return classifyHubSpot(response, events)
  const { errors = [] } = bodyOf<UpsertBody>(response) ?? {}
  const faults = errors.flatMap(({ message = '', context: { objectWriteTraceId: ids = [] } = {} }) => {
    const email = events.find(({ id }) => ids.includes(id))?.fields['email']
    const concerned = [...events.keys()].filter((index) => events[index]!.fields['email'] === email)
    return (concerned.length > 0 ? concerned : [-1]).map((index) => [index, message] as const)
  })
  return acceptedExcept(response, events, new Map(faults))
}

interface ErrorBody {
  message: string
  policyName: string
}

/** https://developers.hubspot.com/docs/api-reference/error-handling */
export function classifyHubSpot(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { message = '', policyName } = bodyOf<ErrorBody>(response) ?? {}
  // The event is valid: the token lacks the scope (403), or the account is temporarily locked (423).
  if (response.status === 403) return byVendorCode(response, events, { status: 401, message })
  if (response.status === 423) return byVendorCode(response, events, { status: 503, message })
  // The daily quota is reset at midnight in the account's time zone.
  if (response.status === 429 && policyName === 'DAILY')
    return byVendorCode(response, events, { status: 429, message, wait: 3600 })
  return byStatus(response, events)
}
