/** Target `hubspot_list`: a list of contacts of HubSpot, which knows members by the ids of their records. */
import { Type } from 'typebox'
import type { HttpResponse } from '../net/http.ts'
import { acceptedExcept, bodyOf } from './answer.ts'
import { byStatus } from './classify.ts'
import { strictObject } from './closed.ts'
import { classifyContacts, classifyHubSpot, hubspotRequest, upsertContacts } from './hubspot_contacts.ts'
import { listOfPeople, operationIn, OperationField, listOperationLink, operationOf } from './membership.ts'
import { Plain } from './personal.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const settings = Type.Object(
  {
    list_id: Type.String({
      pattern: '^[0-9]{1,15}$',
      description: 'Id (ILS list ID) of a list of contacts with the processing type manual or snapshot.',
      examples: ['2718'],
    }),
    access_token: Secret(
      'Access token of a private app with the scopes crm.lists.write, crm.objects.contacts.read and crm.objects.contacts.write.',
    ),
  },
  { additionalProperties: false },
)

interface FoundBody {
  results: readonly {
    id?: string
    objectWriteTraceId?: string
    properties?: { email?: string | null; hs_additional_emails?: string | null }
  }[]
}

function emailOf({ fields: { email } }: LinkedEvent): string {
  return String(email)
}

/** Returns the ids of the contacts. An upsert names them by the event that wrote them, a read by their addresses: HubSpot also finds a contact by
 * one that is not its first. https://legacydocs.hubspot.com/docs/methods/contacts/get-secondary-email-addresses-by-vid */
function idsIn(response: HttpResponse, events: readonly LinkedEvent[]): readonly (string | undefined)[] {
  const { results = [] } = bodyOf<FoundBody>(response) ?? {}
  const ids = new Map<string, string>()
  for (const { id, objectWriteTraceId, properties } of results) {
    const event = events.find((each) => each.id === objectWriteTraceId)
    const { email, hs_additional_emails: others } = properties ?? {}
    const addresses = event ? [emailOf(event)] : [email, ...(others?.split(';') ?? [])]
    for (const each of addresses) if (each && id !== undefined) ids.set(each.trim().toLowerCase(), id)
  }
  return events.map((event) => ids.get(emailOf(event)))
}

/** 207 of an upsert names the contacts that are invalid. That of a read is for addresses without a contact, which have no id. */
function classifyLookup(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  if (response.status >= 300) return classifyHubSpot(response, events)
  return operationIn(events) === 'add' ? classifyContacts(response, events) : byStatus(response, events)
}

interface MembershipBody {
  recordIdsMissing: readonly string[]
}

function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  // The list does not exist; its members are valid.
  if (response.status === 404)
    return byVendorCode(response, events, { status: 401, message: 'The list does not exist.' })
  if (response.status >= 300) return classifyHubSpot(response, events)
  const { recordIdsMissing: missing = [] } = bodyOf<MembershipBody>(response) ?? {}
  const faults = events.flatMap((event, index) =>
    operationOf(event) === 'add' && missing.includes(event.recordId ?? '')
      ? [[index, 'The contact does not exist.'] as const]
      : [],
  )
  return acceptedExcept(response, events, new Map(faults))
}

export const hubspot_list = defineTarget({
  ...listOfPeople,
  name: 'hubspot_list',
  title: 'HubSpot List',
  purpose: 'messaging',
  honours: null,
  docs: 'https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide',
  settings,
  fields: strictObject({ operation: OperationField, email: Plain('email') }),
  linkage: { ...listOperationLink, email: 'email' },
  audience: {
    docs: 'https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide',
    identifiers: ['email'],
    lookup: {
      operations: ['add', 'remove'],
      // An addition makes the contact if there is none. A removal only reads.
      request: (events, { access_token }) =>
        operationIn(events) === 'add'
          ? upsertContacts(access_token, events, (event) => ({ email: emailOf(event) }))
          : hubspotRequest(access_token, 'POST', 'crm/v3/objects/contacts/batch/read', {
              idProperty: 'email',
              properties: ['email', 'hs_additional_emails'],
              inputs: [...new Set(events.map(emailOf))].map((id) => ({ id })),
            }),
      classify: classifyLookup,
      read: idsIn,
    },
  },
  identity: [['email']],
  test: null,
  // The maximum of the lookup.
  batch: { maxItems: 100, maxBytes: 1_000_000, atomic: true, key: operationOf },
  request: (events, { list_id, access_token }) => {
    const ids = [...new Set(events.map(({ recordId = '' }) => recordId))]
    const isAdd = operationIn(events) === 'add'
    return hubspotRequest(access_token, 'PUT', `crm/v3/lists/${list_id}/memberships/add-and-remove`, {
      recordIdsToAdd: isAdd ? ids : [],
      recordIdsToRemove: isAdd ? [] : ids,
    })
  },
  classify,
})
