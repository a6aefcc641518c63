/** Console: reads where a request comes from. Only the address that the load balancer adds is more than a claim. Pure. */
import { isAddress } from '../net/public_address.ts'
import type { IncomingHttpHeaders } from 'node:http'

/** Columns of table `audit`. */
export interface CallerColumns {
  client: 'console' | 'cli' | 'api'
  client_address: string | null
  user_agent: string | null
}

const maxUserAgent = 128

/** Returns the columns. `vouchedBy`: who adds the address to `X-Forwarded-For`; empty for nobody. */
export function callerColumns(headers: IncomingHttpHeaders, vouchedBy: 'load_balancer' | ''): CallerColumns {
  const agent = headers['user-agent']
  return {
    client: clientNamed(headers),
    client_address: vouchedBy === '' ? null : addressOf(headers['x-forwarded-for']),
    user_agent: agent ? agent.slice(0, maxUserAgent).replace(/[^\w ./;:()+-]/g, '_') : null,
  }
}

/** Browsers send `Sec-Fetch-Site`, which a page cannot set. https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header */
function clientNamed(headers: IncomingHttpHeaders): CallerColumns['client'] {
  if (headers['user-agent']?.startsWith('sluice-cli')) return 'cli'
  return headers['sec-fetch-site'] === undefined ? 'api' : 'console'
}

/** The load balancer appends `<client>,<load balancer>` to what the caller sent.
 * https://cloud.google.com/load-balancing/docs/https#x-forwarded-for_header */
function addressOf(forwardedFor: string | string[] | undefined): string | null {
  const address = String(forwardedFor ?? '')
    .split(',')
    .at(-2)
    ?.trim()
  return address !== undefined && isAddress(address) ? address : null
}
