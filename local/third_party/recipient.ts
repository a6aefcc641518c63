/** Third-party recorder: finds the recipient of a request. The gateway puts the host first in the path: `/graph.facebook.com/v25.0/1/events`. */
import { vendorOf } from './vendors/answer_for.ts'
import type { Vendor } from './vendors/vendor.ts'

interface Recipient {
  /** First segment of the path: `/graph.facebook.com`, or `/webhook` without a host. */
  key: string
  /** Undefined if no vendor is known at this host. */
  vendor: Vendor | undefined
  /** The path after the first segment, without the query. */
  path: string
}

/** Returns the recipient of a path, with or without a query. */
export function recipientOf(url: string): Recipient {
  const [path = url] = url.split('?', 1)
  const end = path.indexOf('/', 1)
  const key = end < 0 ? path : path.slice(0, end)
  return { key, vendor: vendorOf(key.slice(1)), path: end < 0 ? '' : path.slice(end) }
}
