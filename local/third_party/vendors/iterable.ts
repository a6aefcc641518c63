/** Vendors: Iterable accepts the valid events or profiles of a bulk request and lists the users of the others. */
import {
  acceptedCount,
  unavailable,
  bodyValueAt,
  type Batch,
  type Vendor,
  type VendorAnswer,
} from './vendor.ts'

function failed(status: number, code: string, msg: string, params: object | null = null): VendorAnswer {
  return {
    status,
    body: { msg, code, params },
  }
}

function isBulk({ path }: Batch): boolean {
  return path.endsWith('/trackBulk') || path.endsWith('/bulkUpdate') || path.includes('/lists/')
}

function tracked(batch: Batch): VendorAnswer {
  const missing = (name: string) =>
    batch.refused.flatMap((index) => {
      const value = bodyValueAt(batch.events[index], name)
      return value === undefined ? [] : [value]
    })
  return {
    status: 200,
    body: {
      successCount: acceptedCount(batch),
      failCount: batch.refused.length,
      invalidEmails: [],
      invalidUserIds: [],
      filteredOutFields: {},
      createdFields: [],
      disallowedEventNames: [],
      failedUpdates: { notFoundEmails: missing('email'), notFoundUserIds: missing('userId') },
    },
  }
}

const badParams = failed(400, 'BadParams', 'Invalid request: missing required field')

export const iterableVendor: Vendor = {
  title: 'Iterable',
  docs: 'https://api.iterable.com/api/docs#events_trackBulk',
  hosts: /^api(\.eu)?\.iterable\.com$/,
  events: ['events', 'users', 'subscribers', ''],
  // The answer names users, so all events of a user are accepted or refused together.
  id: ['userId', 'email', 'user.userId', 'user.email'],
  answers: {
    success: (batch) =>
      isBulk(batch)
        ? tracked(batch)
        : { status: 200, body: { msg: '', code: 'Success', params: { id: bodyValueAt(batch.body, 'id') } } },
    partial: (batch) => (isBulk(batch) ? tracked(batch) : badParams),
    throttle: failed(429, 'RateLimitExceeded', 'Rate limit exceeded. Please retry after a delay.'),
    auth: failed(401, 'BadApiKey', 'Invalid API key', {}),
    invalid: badParams,
    down: unavailable,
  },
}
