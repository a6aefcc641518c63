/** Third-party recorder: reads what a request does to an advertising list whose vendor takes hashed identifiers. One entry for each vendor. */
import { memberChanges, type ListRequest, type ListVendor } from './list_changes.ts'
import { bodyValueAt } from './vendors/vendor.ts'

/** Returns what a request does to its only list; undefined if it is not about a list. */
type ReadListChange = (request: ListRequest) =>
  | {
      list: string
      operation: 'add' | 'remove'
      /** The identifiers of each person. */
      people: readonly (readonly string[])[]
    }
  | undefined

/** Identifiers with their column: `EMAIL_SHA256 f190…`. */
function rowsOf(columns: unknown, rows: unknown): readonly (readonly string[])[] {
  const names = columns as readonly string[]
  return ((rows ?? []) as readonly (readonly string[])[]).map((row) =>
    row.map((value, index) => `${names[index]} ${value}`),
  )
}

/** https://developers.snap.com/api/marketing-api/Ads-API/customer-lists */
const snapchat: ReadListChange = ({ method, path, body }) => {
  const [, list] = /^\/v1\/segments\/([^/]+)\/users$/.exec(path) ?? []
  const parts = (bodyValueAt(body, 'users') ?? []) as readonly { schema: unknown; data: unknown }[]
  return list === undefined
    ? undefined
    : {
        list,
        operation: method === 'DELETE' ? 'remove' : 'add',
        people: parts.flatMap(({ schema, data }) => rowsOf(schema, data)),
      }
}

/** https://ads-api.reddit.com/docs/v3/ */
const reddit: ReadListChange = ({ path, body }) => {
  const [, list] = /^\/api\/v3\/custom_audiences\/([^/]+)\/users$/.exec(path) ?? []
  return list === undefined
    ? undefined
    : {
        list,
        operation: bodyValueAt(body, 'data.action_type') === 'REMOVE' ? 'remove' : 'add',
        people: rowsOf(bodyValueAt(body, 'data.column_order'), bodyValueAt(body, 'data.user_data')),
      }
}

interface Element {
  action?: string
  userIds?: readonly { idType: string; idValue: string }[]
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/create-and-manage-segment-users All elements of a request have
 * the same action. */
const linkedin: ReadListChange = ({ path, body }) => {
  const [, list] = /^\/rest\/dmpSegments\/([^/]+)\/users$/.exec(path) ?? []
  const elements = (bodyValueAt(body, 'elements') ?? []) as readonly Element[]
  return list === undefined
    ? undefined
    : {
        list,
        operation: elements[0]?.action === 'REMOVE' ? 'remove' : 'add',
        people: elements.map(({ userIds = [] }) =>
          userIds.map(({ idType, idValue }) => `${idType} ${idValue}`),
        ),
      }
}

/** https://developers.pinterest.com/docs/api/v5/customer_lists-update/ A record does not say whose it is. */
const pinterest: ReadListChange = ({ path, body }) => {
  const [, list] = /^\/v5\/ad_accounts\/\d+\/customer_lists\/(\d+)$/.exec(path) ?? []
  return list === undefined
    ? undefined
    : {
        list,
        operation: bodyValueAt(body, 'operation_type') === 'REMOVE' ? 'remove' : 'add',
        people: String(bodyValueAt(body, 'records'))
          .split(',')
          .map((record) => [record]),
      }
}

/** https://learn.microsoft.com/en-us/advertising/campaign-management-service/applycustomerlistuserdata */
const microsoft: ReadListChange = ({ body }) => {
  const list = bodyValueAt(body, 'CustomerListUserData.AudienceId')
  const items = (bodyValueAt(body, 'CustomerListUserData.CustomerListItems') ?? []) as readonly string[]
  const action = bodyValueAt(body, 'CustomerListUserData.ActionType')
  return typeof list === 'string'
    ? { list, operation: action === 'Remove' ? 'remove' : 'add', people: items.map((item) => [item]) }
    : undefined
}

function vendorOf(readChange: ReadListChange): ListVendor {
  return {
    read: (request) => {
      const change = readChange(request)
      return change ? memberChanges(change.list, change.operation, change.people) : []
    },
  }
}

/** By the title of the vendor. */
export const adListVendors: Readonly<Record<string, ListVendor>> = {
  'Snapchat Ads': vendorOf(snapchat),
  Reddit: vendorOf(reddit),
  Pinterest: vendorOf(pinterest),
  'Microsoft Campaigns': vendorOf(microsoft),
  LinkedIn: vendorOf(linkedin),
}
