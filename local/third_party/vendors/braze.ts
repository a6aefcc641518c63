/** Vendors: Braze accepts the valid events of a request and lists the indices of the others. */
import { acceptedCount, bodyValueAt, unavailable, type Batch, type Vendor } from './vendor.ts'

/** Seconds until the limit is lifted. */
const wait = 3

/** The number of profiles in the request, if it has some. */
function attributesIn({ body }: Batch): object {
  const attributes = bodyValueAt(body, 'attributes')
  return Array.isArray(attributes) ? { attributes_processed: attributes.length } : {}
}

/** https://www.braze.com/docs/api/endpoints/user_data/post_user_identify */
function aliasesIn(batch: Batch): object {
  const isOfAliases = bodyValueAt(batch.body, 'aliases_to_identify') !== undefined
  return isOfAliases ? { aliases_processed: acceptedCount(batch) } : {}
}

/** A list of a request, the message for one of its elements that is invalid. The first list that the request has counts. */
const faults = [
  ['events', "'time' is not a valid timestamp"],
  ['aliases_to_identify', 'user alias is not valid'],
  ['attributes', "'external_id' is not valid"],
] as const

function faultsIn({ body, refused }: Batch): readonly object[] {
  const [list, type] = faults.find(([name]) => bodyValueAt(body, name) !== undefined) ?? faults[0]
  return refused.map((index) => ({ type, input_array: list, index }))
}

function hasEvents({ body }: Batch): boolean {
  return bodyValueAt(body, 'events') !== undefined
}

function eventsIn(batch: Batch): object {
  return hasEvents(batch) ? { events_processed: acceptedCount(batch) } : {}
}

export const brazeVendor: Vendor = {
  title: 'Braze',
  docs: 'https://www.braze.com/docs/api/endpoints/user_data/post_user_track#response',
  hosts: /^rest\.[a-z0-9-]+\.braze\.(com|eu)$/,
  // A request without events has the members of an audience as attributes, or the aliases of users.
  events: ['events', 'attributes', 'aliases_to_identify'],
  // Events have no id.
  id: ['time', 'user_alias.alias_name'],
  answers: {
    success: (batch) => ({
      status: 201,
      body: { message: 'success', ...aliasesIn(batch), ...attributesIn(batch), ...eventsIn(batch) },
    }),
    partial: (batch) => ({
      status: 201,
      body: {
        message: 'success',
        ...aliasesIn(batch),
        ...attributesIn(batch),
        ...eventsIn(batch),
        errors: faultsIn(batch),
      },
    }),
    throttle: ({ now }) => ({
      status: 429,
      headers: {
        'x-ratelimit-limit': '3000',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Math.ceil(now / 1000) + wait),
        'x-ratelimit-retry-after': String(wait),
      },
      body: { message: 'Rate limit exceeded' },
    }),
    auth: { status: 401, body: { message: 'Invalid API key' } },
    invalid: {
      status: 400,
      body: { message: "Valid data must be provided in the 'events' field" },
    },
    down: unavailable,
  },
}
