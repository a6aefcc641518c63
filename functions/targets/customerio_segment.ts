/** Target `customerio_segment`: one manual segment of Customer.io, with Track API v1. It ignores people whom the workspace does not know. */
import { Type } from 'typebox'
import { deferred } from '../../schemas/outcome.ts'
import type { HttpResponse } from '../net/http.ts'
import { basic } from './basic_auth.ts'
import { byStatus, maxMessageLength } from './classify.ts'
import { strictObject } from './closed.ts'
import { OperationField, operationOfChange } from './membership.ts'
import { Plain } from './personal.ts'
import { withoutAny } from './presence.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const docs = 'https://docs.customer.io/integrations/api/track/#operation/add_to_segment'

const settings = Type.Object(
  {
    list_id: Type.String({
      pattern: '^[1-9][0-9]{0,18}$',
      description: 'Id of the manual segment, from its address in Customer.io. Delivery creates no segment.',
      examples: ['1042'],
    }),
    site_id: Type.String({
      pattern: '^[!-9;-~]+$',
      description: 'Site id of the workspace, from Settings > API and Webhook Credentials.',
      examples: ['a1b2c3d4e5f6a7b8c9d0'],
    }),
    api_key: Secret('API key of the Track API.'),
    region: Type.Optional(
      Type.Enum(['eu'], { description: 'Region of the workspace: eu. Default: the United States.' }),
    ),
  },
  { additionalProperties: false },
)

/** The kind of id by which a request names its people: one for all of them. */
function idType({ fields }: LinkedEvent): 'id' | 'email' {
  return fields['id'] === undefined ? 'email' : 'id'
}

/** A segment that does not exist is a fault of the setting, not of the people: they wait until it is corrected. */
function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  if (response.status !== 404) return byStatus(response, events)
  const detail = response.body.slice(0, maxMessageLength).toWellFormed()
  return events.map(() => ({
    outcome: deferred('auth', { http_status: 404, ...(detail && { detail }) }),
  }))
}

export const customerio_segment = defineTarget({
  name: 'customerio_segment',
  title: 'Customer.io segment',
  purpose: 'messaging',
  honours: null,
  docs,
  settings,
  events: 'as_is',
  otherEvents: 'as_is',
  fields: strictObject(
    { operation: OperationField },
    { id: Plain('trim', { maxLength: 150 }), email: Plain('email') },
    { minProperties: 2, maxProperties: 2 },
  ),
  linkage: {
    operation: operationOfChange,
    id: 'user_id',
    email: withoutAny(['user_id'], 'email'),
  },
  audience: { docs, identifiers: ['user_id', 'email'] },
  time: undefined,
  dedup: null,
  identity: [['id'], ['email']],
  test: null,
  batch: {
    maxItems: 1000,
    maxBytes: 500_000,
    atomic: false,
    key: (event) => `${String(event.fields['operation'])} ${idType(event)}`,
  },
  request: (events, { list_id, site_id, api_key, region }) => {
    const [first] = events
    const operation = first?.fields['operation'] === 'remove' ? 'remove' : 'add'
    const type = first ? idType(first) : 'id'
    return {
      method: 'POST',
      url: `https://track${region ? `-${region}` : ''}.customer.io/api/v1/segments/${list_id}/${operation}_customers?id_type=${type}`,
      headers: { authorization: basic(site_id, api_key), 'content-type': 'application/json' },
      body: JSON.stringify({ ids: events.map(({ fields }) => fields[type]) }),
      timeout: 20_000,
    }
  },
  classify,
})
