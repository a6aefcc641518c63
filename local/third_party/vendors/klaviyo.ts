/** Vendors: Klaviyo accepts one event, or a job with many, and returns JSON:API errors. It refuses a job whole and names the invalid events. */
import { randomUUID } from 'node:crypto'
import { profileIdOf } from './record_ids.ts'
import { bodyValueAt, type Batch, type Vendor, type VendorAnswer, type VendorRequest } from './vendor.ts'

interface Fault {
  detail: string
  pointer?: string
}

function failed(status: number, code: string, title: string, ...faults: readonly Fault[]): VendorAnswer {
  return {
    status,
    headers: { 'content-type': 'application/vnd.api+json' },
    body: {
      errors: faults.map(({ detail, pointer = '/data/' }) => ({
        id: '7ae5e7a6-9c0a-4f9b-9a5c-3f1f0e4e5a11',
        status,
        code,
        title,
        detail,
        source: { pointer },
      })),
    },
  }
}

const invalidPhone = 'Invalid phone number format'

function phoneIn(resource: string): string {
  return `${resource}/attributes/profile/data/attributes/phone_number`
}

const invalid = failed(400, 'invalid', 'Invalid input.', { detail: invalidPhone, pointer: phoneIn('/data') })

/** https://developers.klaviyo.com/en/reference/bulk_create_events */
const maxEvents = 1000

const entriesPath = 'data.attributes.events-bulk-create.data'

/** Returns what is wrong with a job as a whole; undefined for a single event and a valid job. */
function jobFault({ body }: Batch): VendorAnswer | undefined {
  const entries = bodyValueAt(body, entriesPath)
  if (!Array.isArray(entries)) return undefined
  const keys = entries.flatMap((entry) => {
    const profile = bodyValueAt(entry, 'attributes.profile')
    const events = bodyValueAt(entry, 'attributes.events.data')
    return (Array.isArray(events) ? events : []).map((event) =>
      JSON.stringify([
        profile,
        bodyValueAt(event, 'attributes.metric'),
        bodyValueAt(event, 'attributes.unique_id'),
      ]),
    )
  })
  if (keys.length > maxEvents) return invalidJob(`Too many events: at most ${maxEvents} per request.`)
  return new Set(keys).size < keys.length ? invalidJob('A unique_id is repeated.') : undefined
}

function invalidJob(detail: string): VendorAnswer {
  return failed(400, 'invalid', 'Invalid input.', { detail })
}

const profilesPath = 'data.attributes.profiles.data'

/** The values of a lookup of profiles: `filter=any(email,["ada@example.com"])`. */
function soughtIn({ path, query }: VendorRequest): readonly string[] | undefined {
  const list = /^any\(\w+,(\[.*\])\)$/s.exec(query.get('filter') ?? '')?.[1]
  if (path !== '/api/profiles' || list === undefined) return undefined
  try {
    return JSON.parse(list) as string[]
  } catch {
    // The message of the error has a part of the list.
    return undefined
  }
}

/** https://developers.klaviyo.com/en/reference/get_profiles. `partial` knows no profile of those it refuses. */
function foundProfiles({ events, query, refused }: Batch): VendorAnswer {
  const [, name = ''] = /^any\((\w+),/.exec(query.get('filter') ?? '') ?? []
  const known = [...events.keys()].filter((index) => !refused.includes(index))
  const data = known.map((index) => ({
    type: 'profile',
    id: profileIdOf(String(events[index])),
    attributes: { [name]: events[index] },
  }))
  return { status: 200, body: { data, links: { next: null } } }
}

/** The import job that is asked about. */
function jobIn({ path }: VendorRequest): readonly string[] | undefined {
  const [, id] = /^\/api\/profile-bulk-import-jobs\/([^/]+)$/.exec(path) ?? []
  return id === undefined ? undefined : [id]
}

/** https://developers.klaviyo.com/en/reference/get_bulk_import_profiles_job */
function jobOf(batch: Batch): VendorAnswer {
  const attributes = { status: 'complete', total_count: 1, completed_count: 1, failed_count: 0 }
  return { status: 200, body: { data: { type: 'profile-bulk-import-job', id: batch.events[0], attributes } } }
}

/** https://developers.klaviyo.com/en/reference/bulk_import_profiles */
function accepted({ body }: Batch): VendorAnswer {
  const isImport = bodyValueAt(body, profilesPath) !== undefined
  const data = { type: 'profile-bulk-import-job', id: randomUUID() }
  return isImport ? { status: 202, body: { data } } : { status: 202 }
}

/** Klaviyo names the invalid entries of a job by their pointers. */
function invalidEntries(path: string, refused: readonly number[]): VendorAnswer {
  const faults = refused.map((index) => `/${path.replaceAll('.', '/')}/${index}`)
  return failed(
    400,
    'invalid',
    'Invalid input.',
    ...faults.map((pointer) => ({
      detail: invalidPhone,
      pointer: path === entriesPath ? phoneIn(pointer) : `${pointer}/attributes/phone_number`,
    })),
  )
}

export const klaviyoVendor: Vendor = {
  title: 'Klaviyo',
  docs: 'https://developers.klaviyo.com/en/docs/rate_limits_and_error_handling',
  hosts: /^a\.klaviyo\.com$/,
  events: [entriesPath, profilesPath, 'data'],
  asked: (request) => soughtIn(request) ?? jobIn(request),
  id: ['attributes.unique_id', 'attributes.events.data.0.attributes.unique_id'],
  // A lookup of profiles has the identifiers of people in its query: `filter=any%28email%2C…`.
  secret: /([?&]filter=[^&#,]*?(?:%2C|,))[^&#]*/i,
  answers: {
    success: (batch) => {
      if (jobIn(batch)) return jobOf(batch)
      return soughtIn(batch) ? foundProfiles(batch) : (jobFault(batch) ?? accepted(batch))
    },
    partial: (batch) => {
      const { body, refused } = batch
      if (jobIn(batch)) return jobOf(batch)
      if (soughtIn(batch)) return foundProfiles(batch)
      const path = [entriesPath, profilesPath].find((each) => Array.isArray(bodyValueAt(body, each)))
      return path === undefined ? invalid : invalidEntries(path, refused)
    },
    throttle: {
      ...failed(429, 'throttled', 'Request was throttled.', {
        detail: 'Request was throttled. Expected available in 1 second.',
      }),
      headers: { 'content-type': 'application/vnd.api+json', 'retry-after': '1' },
    },
    auth: failed(401, 'authentication_failed', 'Incorrect authentication credentials.', {
      detail: 'Incorrect authentication credentials.',
    }),
    invalid,
    down: failed(503, 'service_unavailable', 'Service unavailable.', { detail: 'Service unavailable.' }),
  },
}
