/** Third-party recorder: reads what a request does to a list of people at its vendor. One entry for each vendor with lists. */
import { bodyValueAt } from './vendors/vendor.ts'
import { contactIdOf, profileIdOf } from './vendors/record_ids.ts'

/** A request of a vendor, with its body as JSON value. */
interface ListRequest {
  method: string
  /** Path below the host, without the query. */
  path: string
  body: unknown
}

/** What a request does to one person. */
interface MemberChange {
  /** The vendor's id of the list. */
  list: string
  operation: 'add' | 'remove'
  /** Position of the person in the request. */
  index: number
  /** What the vendor knows the person by. */
  identifiers: readonly string[]
}

export interface ListVendor {
  read: (request: ListRequest) => readonly MemberChange[]
  /** For a vendor with ids of its own: id → identifier, of the people whom the request names. */
  ids?: (request: ListRequest) => ReadonlyMap<string, string>
  /** True if the vendor takes nobody of a request of which it refuses one, although it answers 200. */
  isAllOrNone?: true
}

function valuesAt(value: unknown, path: string): readonly unknown[] {
  const found = bodyValueAt(value, path)
  return Array.isArray(found) ? found : []
}

function textsAt(value: unknown, ...paths: readonly string[]): readonly string[] {
  return paths.map((path) => bodyValueAt(value, path)).filter((each) => typeof each === 'string')
}

/** Returns the changes of people who all join or leave one list. */
export function memberChanges(
  list: string,
  operation: MemberChange['operation'],
  people: readonly (readonly string[])[],
): readonly MemberChange[] {
  return people.map((identifiers, index) => ({ list, operation, index, identifiers }))
}

/** https://docs.customer.io/integrations/api/track/#operation/add_to_segment */
const customerio: ListVendor = {
  read: ({ path, body }) => {
    const [, list, operation] = /^\/api\/v1\/segments\/(\d+)\/(add|remove)_customers$/.exec(path) ?? []
    if (list === undefined) return []
    const people = valuesAt(body, 'ids').map((id) => textsAt(id, ''))
    return memberChanges(list, operation === 'add' ? 'add' : 'remove', people)
  },
}

/** The columns that identify a person alone; others refine the match. */
const metaColumns = ['EMAIL', 'PHONE', 'EXTERN_ID', 'MADID']

/** Identifiers are prefixed with their column: `EMAIL f190…`.
 * https://developers.facebook.com/docs/marketing-api/reference/custom-audience/users/ */
const meta: ListVendor = {
  read: ({ method, path, body }) => {
    const [, list] = /^\/v[\d.]+\/(\d+)\/users$/.exec(path) ?? []
    if (list === undefined) return []
    const columns = [bodyValueAt(body, 'payload.schema')].flat().map(String)
    const people = valuesAt(body, 'payload.data').map((row) =>
      [row]
        .flat()
        .flatMap((value, index) =>
          metaColumns.includes(columns[index]!) && typeof value === 'string' && value !== ''
            ? [`${columns[index]} ${value}`]
            : [],
        ),
    )
    return memberChanges(list, method === 'DELETE' ? 'remove' : 'add', people)
  },
}

/** A member whose consent is denied is dropped after the answer.
 * https://developers.google.com/data-manager/api/reference/rest/v1/audienceMembers/ingest */
const google: ListVendor = {
  read: ({ path, body }) => {
    const [, method] = /^\/v1\/audienceMembers:(ingest|remove)$/.exec(path) ?? []
    const [list] = textsAt(body, 'destinations.0.productDestinationId')
    if (method === undefined || list === undefined) return []
    const people = valuesAt(body, 'audienceMembers').map((member) =>
      textsAt(member, 'consent.adUserData', 'consent.adPersonalization').includes('CONSENT_DENIED')
        ? []
        : valuesAt(member, 'userData.userIdentifiers').flatMap(googleIdentifier),
    )
    return memberChanges(list, method === 'ingest' ? 'add' : 'remove', people)
  },
}

/** `emailAddress 509e…`; an address identifies a person by all its parts together. */
function googleIdentifier(identifier: unknown): readonly string[] {
  const single = ['emailAddress', 'phoneNumber'].flatMap((name) =>
    textsAt(identifier, name).map((text) => `${name} ${text}`),
  )
  const address = bodyValueAt(identifier, 'address')
  return address === undefined ? single : [...single, `address ${JSON.stringify(address)}`]
}

/** Members are in the order of the schema, each with the lists that it joins or leaves.
 * https://business-api.tiktok.com/portal/docs?id=1739940583739393 */
const tiktok: ListVendor = {
  isAllOrNone: true,
  read: ({ path, body }) => {
    if (!path.endsWith('/segment/mapping/')) return []
    const types = valuesAt(body, 'id_schema').map(String)
    const operation = bodyValueAt(body, 'action') === 'delete' ? 'remove' : 'add'
    return valuesAt(body, 'batch_data').flatMap((row, index) => {
      const ids = valuesAt(row, '')
      const identifiers = ids.flatMap((id, column) =>
        textsAt(id, 'id').map((text) => `${types[column]} ${text}`),
      )
      const lists = new Set(ids.flatMap((id) => valuesAt(id, 'audience_ids').map(String)))
      return Array.from(lists, (list) => ({ list, operation, index, identifiers }) as const)
    })
  },
}

/** https://api.iterable.com/api/docs#lists_subscribe */
const iterable: ListVendor = {
  read: ({ path, body }) => {
    const [, operation] = /^\/api\/lists\/(subscribe|unsubscribe)$/.exec(path) ?? []
    if (operation === undefined) return []
    const people = valuesAt(body, 'subscribers').map((each) => textsAt(each, 'userId', 'email').slice(0, 1))
    return memberChanges(
      String(bodyValueAt(body, 'listId')),
      operation === 'subscribe' ? 'add' : 'remove',
      people,
    )
  },
}

/** A custom attribute of the type boolean is a list. https://www.braze.com/docs/api/objects_filters/user_attributes_object */
const braze: ListVendor = {
  read: ({ path, body }) =>
    path === '/users/track'
      ? valuesAt(body, 'attributes').flatMap((profile, index) => {
          const identifiers = textsAt(profile, 'external_id', 'braze_id', 'email', 'phone').slice(0, 1)
          return Object.entries(Object(profile) as object).flatMap(([list, value]) =>
            typeof value === 'boolean' && !list.startsWith('_')
              ? [{ list, operation: value ? 'add' : 'remove', index, identifiers } as const]
              : [],
          )
        })
      : [],
}

/** Members are ids of contacts, which an upsert or a read has returned for addresses.
 * https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide */
const hubspot: ListVendor = {
  ids: ({ path, body }) =>
    new Map(
      path.includes('/contacts/batch/')
        ? valuesAt(body, 'inputs').flatMap((input) =>
            textsAt(input, 'id').map((email) => [contactIdOf(email), email] as const),
          )
        : [],
    ),
  read: ({ path, body }) => {
    const [, list] = /^\/crm\/v3\/lists\/(\d+)\/memberships\/add-and-remove$/.exec(path) ?? []
    if (list === undefined) return []
    const people = (name: string) => valuesAt(body, name).map((id) => [String(id)])
    return [
      ...memberChanges(list, 'add', people('recordIdsToAdd')),
      ...memberChanges(list, 'remove', people('recordIdsToRemove')),
    ]
  },
}

const importedProfiles = 'data.attributes.profiles.data'

/** The first identifier of an imported profile, by which a removal finds it. */
function firstOf(profile: unknown): readonly string[] {
  return textsAt(profile, 'attributes.email', 'attributes.phone_number', 'attributes.external_id').slice(0, 1)
}

/** An import job adds profiles by their identifiers. A removal names them by the ids that the lookup has returned.
 * https://developers.klaviyo.com/en/reference/bulk_import_profiles */
const klaviyo: ListVendor = {
  ids: ({ body }) =>
    new Map(
      valuesAt(body, importedProfiles).flatMap((profile) =>
        firstOf(profile).map((identifier) => [profileIdOf(identifier), identifier] as const),
      ),
    ),
  read: ({ method, path, body }) => {
    const [, list] = /^\/api\/lists\/(\w+)\/relationships\/profiles$/.exec(path) ?? []
    if (list !== undefined) {
      const people = valuesAt(body, 'data').map((profile) => textsAt(profile, 'id'))
      return memberChanges(list, method === 'DELETE' ? 'remove' : 'add', people)
    }
    if (path !== '/api/profile-bulk-import-jobs') return []
    const people = valuesAt(body, importedProfiles).map(firstOf)
    return valuesAt(body, 'data.relationships.lists.data').flatMap((each) =>
      textsAt(each, 'id').flatMap((id) => memberChanges(id, 'add', people)),
    )
  },
}

/** By the title of the vendor. */
export const listVendors: Readonly<Record<string, ListVendor>> = {
  Braze: braze,
  'Customer.io': customerio,
  'Google Data Manager': google,
  HubSpot: hubspot,
  Iterable: iterable,
  Klaviyo: klaviyo,
  Meta: meta,
  TikTok: tiktok,
}
