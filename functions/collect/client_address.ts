/** Web door: reads the address of the client from the part of the request that Google's front ends vouch for. Pure. */
import type { IncomingHttpHeaders } from 'node:http'
import { isAddress } from '../net/public_address.ts'

/** Number of entries that Google appends to `X-Forwarded-For`: Cloud Run the client; the load balancer the client and itself.
 * https://cloud.google.com/load-balancing/docs/https#x-forwarded-for_header */
export type TrustedHops = 1 | 2

/** Returns the client's address; undefined if there is none. Counts from the right: everything further left is what the client itself claims. */
export function clientAddress(headers: IncomingHttpHeaders, trustedHops: TrustedHops): string | undefined {
  const address = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-trustedHops)
    ?.trim()
    .replace(/^::ffff:(?=\d+\.)/i, '')
  return address !== undefined && isAddress(address) ? address : undefined
}

/** Returns what one client is limited by: an address of version 4; of version 6 its first 64 bits, because a connection has all addresses of a
 * network. https://www.rfc-editor.org/rfc/rfc6177#section-2 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [before = '', after] = address.toLowerCase().split('%', 1)[0]!.split('::')
  const groupsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(':'))
  const first = groupsOf(before)
  const last = after === undefined ? [] : groupsOf(after)
  // An address may end in a version 4 address, which stands for two groups.
  const written = first.length + last.length + (address.includes('.') ? 1 : 0)
  const all = after === undefined ? first : [...first, ...Array<string>(8 - written).fill('0'), ...last]
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
