/** Network: reads URLs. Most requests of a destination go to one URL, and parsing it takes longer than writing the request. */

interface UrlParts {
  /** `https://host:port` */
  origin: string
  host: string
  hostname: string
  /** Path and query. */
  path: string
}

/** Maximum number of URLs that are remembered. Those with ids of people are many. */
const maxUrls = 256

const known = new Map<string, UrlParts>()

/** Throws a TypeError with code ERR_INVALID_URL. */
export function urlParts(url: string): UrlParts {
  const found = known.get(url)
  if (found) return found
  const { origin, host, hostname, pathname, search } = new URL(url)
  const parts = { origin, host, hostname, path: pathname + search }
  if (known.size === maxUrls) known.clear()
  known.set(url, parts)
  return parts
}
