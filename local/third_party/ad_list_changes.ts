/** Third-party recorder: reads what a request does to an advertising list whose vendor takes hashed identifiers. One entry for each vendor. */
import { memberChanges, type ListVendor } from './list_changes.ts'
import { bodyValueAt } from './vendors/vendor.ts'

/** Identifiers with their column: `EMAIL_SHA256 f190…`. */
function rowsOf(columns: unknown, rows: unknown): readonly (readonly string[])[] {
  const names = columns as readonly string[]
  return ((rows ?? []) as readonly (readonly string[])[]).map((row) =>
    row.map((value, index) => `${names[index]} ${value}`),
  )
}

/** https://developers.snap.com/api/marketing-api/Ads-API/customer-lists */
const snapchat: ListVendor = {
  read: ({ method, path, body }) => {
    const [, list] = /^\/v1\/segments\/([^/]+)\/users$/.exec(path) ?? []
    if (list === undefined) return []
    const parts = (bodyValueAt(body, 'users') ?? []) as readonly { schema: unknown; data: unknown }[]
    const people = parts.flatMap(({ schema, data }) => rowsOf(schema, data))
    return memberChanges(list, method === 'DELETE' ? 'remove' : 'add', people)
  },
}

/** https://ads-api.reddit.com/docs/v3/ */
const reddit: ListVendor = {
  read: ({ path, body }) => {
    const [, list] = /^\/api\/v3\/custom_audiences\/([^/]+)\/users$/.exec(path) ?? []
    if (list === undefined) return []
    const people = rowsOf(bodyValueAt(body, 'data.column_order'), bodyValueAt(body, 'data.user_data'))
    const action = bodyValueAt(body, 'data.action_type')
    return memberChanges(list, action === 'REMOVE' ? 'remove' : 'add', people)
  },
}

interface Element {
  action?: string
  userIds?: readonly { idType: string; idValue: string }[]
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/create-and-manage-segment-users All elements of a request have
 * the same action. */
const linkedin: ListVendor = {
  read: ({ path, body }) => {
    const [, list] = /^\/rest\/dmpSegments\/([^/]+)\/users$/.exec(path) ?? []
    if (list === undefined) return []
    const elements = (bodyValueAt(body, 'elements') ?? []) as readonly Element[]
    const people = elements.map(({ userIds = [] }) =>
      userIds.map(({ idType, idValue }) => `${idType} ${idValue}`),
    )
    return memberChanges(list, elements[0]?.action === 'REMOVE' ? 'remove' : 'add', people)
  },
}

/** https://developers.pinterest.com/docs/api/v5/customer_lists-update/ A record does not say whose it is. */
const pinterest: ListVendor = {
  read: ({ path, body }) => {
    const [, list] = /^\/v5\/ad_accounts\/\d+\/customer_lists\/(\d+)$/.exec(path) ?? []
    if (list === undefined) return []
    const records = String(bodyValueAt(body, 'records')).split(',')
    const operation = bodyValueAt(body, 'operation_type') === 'REMOVE' ? 'remove' : 'add'
    return memberChanges(
      list,
      operation,
      records.map((record) => [record]),
    )
  },
}

/** https://learn.microsoft.com/en-us/advertising/campaign-management-service/applycustomerlistuserdata */
const microsoft: ListVendor = {
  read: ({ body }) => {
    const list = bodyValueAt(body, 'CustomerListUserData.AudienceId')
    if (typeof list !== 'string') return []
    const items = (bodyValueAt(body, 'CustomerListUserData.CustomerListItems') ?? []) as readonly string[]
    const action = bodyValueAt(body, 'CustomerListUserData.ActionType')
    return memberChanges(
      list,
      action === 'Remove' ? 'remove' : 'add',
      items.map((item) => [item]),
    )
  },
}

/** By the title of the vendor. */
export const adListVendors: Readonly<Record<string, ListVendor>> = {
  'Snapchat Ads': snapchat,
  Reddit: reddit,
  Pinterest: pinterest,
  'Microsoft Campaigns': microsoft,
  LinkedIn: linkedin,
}
