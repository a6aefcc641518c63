/** Target `klaviyo_list`: a list of Klaviyo. Members are added by an import job, which subscribes nobody, and removed by the ids of their profiles. */
import { Type } from 'typebox'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, withReceipt } from './answer.ts'
import { strictObject } from './closed.ts'
import type { ReceiptStatus } from './exchanges.ts'
import { classifyKlaviyo, klaviyoHeaders } from './klaviyo_answer.ts'
import { listOfPeople, operationIn, OperationField, listOperationLink, operationOf } from './membership.ts'
import { Plain } from './personal.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const settings = Type.Object(
  {
    list_id: Type.String({
      pattern: '^[A-Za-z0-9]{1,32}$',
      description: 'Id of a list, from its address in Klaviyo.',
      examples: ['Y6nRLr'],
    }),
    api_key: Secret('Private API key with the scopes lists:write, profiles:read and profiles:write.'),
  },
  { additionalProperties: false },
)

/** The identifiers of a profile. A removal looks for the first that a person has. */
const identifiers = ['email', 'phone_number', 'external_id'] as const

function soughtBy({ fields }: LinkedEvent): (typeof identifiers)[number] {
  return identifiers.find((name) => fields[name] !== undefined) ?? 'email'
}

function soughtValue(event: LinkedEvent): string {
  return String(event.fields[soughtBy(event)])
}

/** The entry of an import job that an error refers to. */
const entryPointer = /^\/data\/attributes\/profiles\/data\/(\d+)(?:\/|$)/

/** Maximum number of profiles in a response: the maximum size of a page. https://developers.klaviyo.com/en/reference/get_profiles */
const pageSize = 100

const maxItems = 10_000

/** https://developers.klaviyo.com/en/reference/bulk_import_profiles */
function importBody(events: readonly LinkedEvent[], listId: string): string {
  const data = events.map(({ fields: { operation: _operation, ...attributes } }) => ({
    type: 'profile',
    attributes,
  }))
  return JSON.stringify({
    data: {
      type: 'profile-bulk-import-job',
      attributes: { profiles: { data } },
      relationships: { lists: { data: [{ type: 'list', id: listId }] } },
    },
  })
}

/** `https://…/api/profiles?filter=any(email,["ada@example.com"])` */
function profilesUrl(events: readonly LinkedEvent[]): string {
  const values = [...new Set(events.map(soughtValue))].map((value) => JSON.stringify(value))
  const query = new URLSearchParams({
    'fields[profile]': identifiers.join(','),
    filter: `any(${soughtBy(events[0]!)},[${values.join(',')}])`,
    'page[size]': String(pageSize),
  })
  return `https://a.klaviyo.com/api/profiles?${query}`
}

interface ProfilesBody {
  data: readonly { id?: string; attributes?: Readonly<Record<string, string | null>> }[]
}

function idsIn(response: HttpResponse, events: readonly LinkedEvent[]): readonly (string | undefined)[] {
  const { data = [] } = bodyOf<ProfilesBody>(response) ?? {}
  return events.map((event) => {
    const [name, value] = [soughtBy(event), soughtValue(event).toLowerCase()]
    return data.find(({ attributes }) => attributes?.[name]?.toLowerCase() === value)?.id
  })
}

function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  // The list does not exist; its members are valid.
  if (response.status === 404)
    return byVendorCode(response, events, { status: 401, message: 'The list does not exist.' })
  const attempts = classifyKlaviyo(
    response,
    events,
    entryPointer,
    events.map((event) => [event]),
  )
  return response.status === 202 ? withReceipt(attempts, bodyOf<JobBody>(response)?.data?.id) : attempts
}

interface JobBody {
  data: {
    id?: string
    attributes?: { status?: string; total_count?: number; failed_count?: number }
  }
}

/** https://developers.klaviyo.com/en/reference/get_bulk_import_profiles_job */
function readJob(response: HttpResponse): ReceiptStatus | undefined {
  const { status, total_count, failed_count } = bodyOf<JobBody>(response)?.data?.attributes ?? {}
  if (status === undefined) return undefined
  if (status === 'queued' || status === 'processing') return { state: 'processing' }
  return {
    state: status === 'complete' ? stateOf(total_count, failed_count) : 'failed',
    ...(total_count !== undefined && { records: total_count }),
    ...(failed_count !== undefined && { rejected: failed_count }),
  }
}

function stateOf(total = 0, failed = 0): ReceiptStatus['state'] {
  if (failed === 0) return 'done'
  return failed >= total ? 'failed' : 'partial'
}

export const klaviyo_list = defineTarget({
  ...listOfPeople,
  name: 'klaviyo_list',
  title: 'Klaviyo List',
  purpose: 'messaging',
  honours: null,
  docs: 'https://developers.klaviyo.com/en/reference/bulk_import_profiles',
  settings,
  fields: strictObject(
    { operation: OperationField },
    { email: Plain('email'), phone_number: Plain('phone_e164'), external_id: Plain('trim') },
  ),
  linkage: { ...listOperationLink, email: 'email', phone_number: 'phone', external_id: 'user_id' },
  audience: {
    docs: 'https://developers.klaviyo.com/en/reference/remove_profiles_from_list',
    identifiers: ['email', 'phone', 'user_id'],
    lookup: {
      operations: ['remove'],
      request: (events, { api_key }) => ({
        method: 'GET',
        url: profilesUrl(events),
        headers: klaviyoHeaders(api_key),
        body: '',
        timeout: 10_000,
      }),
      classify,
      read: idsIn,
    },
    receipts: {
      docs: 'https://developers.klaviyo.com/en/reference/get_bulk_import_profiles_job',
      request: (id, { api_key }) => ({
        method: 'GET',
        url: `https://a.klaviyo.com/api/profile-bulk-import-jobs/${encodeURIComponent(id)}`,
        headers: klaviyoHeaders(api_key),
        body: '',
        timeout: 10_000,
      }),
      read: readJob,
    },
  },
  identity: identifiers.map((name) => [name]),
  test: null,
  batch: {
    maxItems,
    // A job is at most 5 MB, and its text is longer than that of its events.
    maxBytes: 2_000_000,
    atomic: true,
    countOf: (event) => (operationOf(event) === 'add' ? 1 : maxItems / pageSize),
    key: (event) => (operationOf(event) === 'add' ? 'add' : `remove by ${soughtBy(event)}`),
  },
  request: (events, { list_id, api_key }) => {
    const headers = klaviyoHeaders(api_key)
    if (operationIn(events) === 'add') {
      const url = 'https://a.klaviyo.com/api/profile-bulk-import-jobs'
      return { method: 'POST', url, headers, body: importBody(events, list_id), timeout: 10_000 }
    }
    const ids = [...new Set(events.map(({ recordId = '' }) => recordId))]
    return {
      method: 'DELETE',
      url: `https://a.klaviyo.com/api/lists/${list_id}/relationships/profiles`,
      headers,
      body: JSON.stringify({ data: ids.map((id) => ({ type: 'profile', id })) }),
      timeout: 10_000,
    }
  },
  classify,
})
