/** Paging of lists: `maxResults` and `pageToken`. */
import { integerParameter } from './request.ts'

export interface Page<T> {
  items: T[]
  nextPageToken?: string
}

/** Returns the page that the query string requests. The token is the offset of the next item. */
export function page<T>(all: readonly T[], query: URLSearchParams, defaultSize = 1000): Page<T> {
  const start = integerParameter(query, 'pageToken') ?? 0
  const size = integerParameter(query, 'maxResults') ?? defaultSize
  const items = all.slice(start, start + size)
  // A page of no items has no token: a client that follows tokens would never end.
  return items.length > 0 && start + items.length < all.length
    ? { items, nextPageToken: String(start + items.length) }
    : { items }
}
