/** A party: who a request is meant for. The gateway puts the host first in the path: `/graph.facebook.com/v25.0/1/events`. */
import { vendorOf } from './vendors/index.ts'
import type { Vendor } from './vendors/vendor.ts'

export interface Recipient {
  /** First segment of the path: `/graph.facebook.com`, or `/webhook` where no host comes first. */
  key: string
  /** Undefined where none is known at this host. */
  vendor: Vendor | undefined
  /** What follows the first segment, without the query. */
  path: string
}

/** The party of a path with or without its query. */
export function recipientOf(url: string): Recipient {
  const [path = url] = url.split('?', 1)
  const end = path.indexOf('/', 1)
  const key = end < 0 ? path : path.slice(0, end)
  return { key, vendor: vendorOf(key.slice(1)), path: end < 0 ? '' : path.slice(end) }
}
