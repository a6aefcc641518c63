/** Cases of target `hubspot_list`. Its requests follow HubSpot's guide to lists and its OpenAPI documents (HubSpot-public-api-spec-collection, copy
 * of 2026-08). */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers, evidence } from './answers.ts'
import { posted, type SentRequest, type TargetCases } from './case.ts'
import { ada, mary, row } from './members.ts'

const docs = 'https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide'
const settings = { list_id: '2718', access_token: 'pat-1' }
const common = { docs, settings, now: '2026-03-14T10:00:00Z' }
const authorization = { authorization: 'Bearer pat-1' }
const contacts = 'https://api.hubapi.com/crm/v3/objects/contacts/batch'

/** The contact that an addition makes or finds. */
function contact(email: string, objectWriteTraceId: string) {
  return { id: email, idProperty: 'email', objectWriteTraceId, properties: { email } }
}

function upsert(...inputs: readonly object[]): SentRequest {
  return posted(`${contacts}/upsert`, { inputs }, authorization)
}

function read(...emails: readonly string[]): SentRequest {
  const inputs = emails.map((id) => ({ id }))
  const properties = ['email', 'hs_additional_emails']
  return posted(`${contacts}/read`, { idProperty: 'email', properties, inputs }, authorization)
}

function changed(recordIdsToAdd: readonly string[], recordIdsToRemove: readonly string[]): SentRequest {
  const body = { recordIdsToAdd, recordIdsToRemove }
  return {
    ...posted('https://api.hubapi.com/crm/v3/lists/2718/memberships/add-and-remove', body, authorization),
    method: 'PUT',
  }
}

const added = { operation: 'add', email: 'ada@example.com' }
const removed = { operation: 'remove', email: 'ada@example.com' }

export const hubspot_list: TargetCases = {
  minimal: settings,
  full: settings,
  invalid: {
    'list_id by name': { ...settings, list_id: 'Lapsed customers' },
    access_token: { ...settings, access_token: '' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      ...common,
      title: 'members: each contact is written once, and its record is added',
      events: [row('added', ada), row('changed', mary), row('added', ada)],
      recordIds: ['512', '513', '512'],
      sends: [
        upsert(contact('ada@example.com', 'e-3'), contact('mary@example.com', 'e-2')),
        changed(['512', '513'], []),
      ],
    },
    {
      ...common,
      title: 'a removal makes no contact: it removes the records of those whom HubSpot knows',
      docs: 'https://developers.hubspot.com/docs/api-reference/legacy/crm/objects/contacts/batch/get-contacts',
      events: [row('removed', ada), row('removed', mary)],
      recordIds: ['512', undefined],
      sends: [read('ada@example.com', 'mary@example.com'), changed([], ['512'])],
    },
    {
      ...common,
      title: 'a removal of somebody whom HubSpot does not know: only the lookup is sent',
      events: [row('removed', ada)],
      sends: [read('ada@example.com')],
    },
    {
      ...common,
      title: 'a number identifies nobody',
      events: [row('added', { phone: mary.phone })],
      sends: skipped('no_identifier'),
    },
  ],
  answers: [
    ...commonAnswers,
    {
      title: 'members that were added',
      answer: answered(200, { recordsIdsAdded: ['512'], recordIdsRemoved: [], recordIdsMissing: [] }),
      events: [added],
      outcomes: [delivered({ http_status: 200 })],
    },
    {
      title: 'the contacts that were written, found by the events that wrote them, and one that is invalid',
      found: ['512', undefined],
      answer: answered(207, {
        status: 'COMPLETE',
        results: [{ id: '512', new: false, objectWriteTraceId: 'e-1' }],
        numErrors: 1,
        errors: [
          {
            status: 'error',
            category: 'VALIDATION_ERROR',
            message: 'Property values were not valid',
            context: { objectWriteTraceId: ['e-2'] },
          },
        ],
      }),
      events: [added, { operation: 'add', email: 'mary@example.com' }],
      outcomes: [
        delivered({ http_status: 207 }),
        refused('rejected', evidence(207, 'Property values were not valid')),
      ],
    },
    {
      title: 'the contacts that were read, found by any of their addresses, and an address without a contact',
      found: [undefined, '512', '513'],
      answer: answered(207, {
        status: 'COMPLETE',
        results: [
          { id: '512', properties: { email: 'Ada@example.com', hs_additional_emails: null } },
          {
            id: '513',
            properties: {
              email: 'new@example.com',
              hs_additional_emails: 'other@example.com;bob@example.com',
            },
          },
        ],
        numErrors: 1,
        errors: [
          { status: 'error', category: 'OBJECT_NOT_FOUND', message: 'Could not get some CONTACT objects' },
        ],
      }),
      events: [
        { operation: 'remove', email: 'mary@example.com' },
        removed,
        { operation: 'remove', email: 'bob@example.com' },
      ],
      outcomes: [
        delivered({ http_status: 207 }),
        delivered({ http_status: 207 }),
        delivered({ http_status: 207 }),
      ],
    },
    {
      title: 'an unknown list: held',
      answer: answered(404, { status: 'error', message: 'List does not exist with ID 2718.' }),
      events: [added],
      outcomes: [deferred('auth', evidence(404, 'The list does not exist.'))],
    },
    {
      title: 'a token that lacks the scope: held',
      answer: answered(403, { status: 'error', category: 'MISSING_SCOPES', message: 'Missing scopes.' }),
      events: [added],
      outcomes: [deferred('auth', evidence(403, 'Missing scopes.'))],
    },
    {
      title: 'an invalid request',
      answer: answered(400, { status: 'error', message: 'Invalid input JSON' }),
      events: [added],
      outcomes: [refused('rejected', evidence(400, '{"status":"error","message":"Invalid input JSON"}'))],
    },
  ],
  recorder: {
    event: (n) => ({ operation: 'add', email: `${n}@example.com` }),
    partial: 'each',
  },
}
