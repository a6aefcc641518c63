/** Network: refuses addresses that are not public, so that a URL from a setting cannot reach internal services (SSRF).
 * IANA's special-purpose addresses: https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry */
import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

function listOf(family: 'ipv4' | 'ipv6', networks: readonly (readonly [network: string, prefix: number])[]) {
  let list: BlockList | undefined
  // Created on first use: few instances need it.
  const create = (): BlockList => {
    const blocks = new BlockList()
    for (const [network, prefix] of networks) blocks.addSubnet(network, prefix, family)
    return blocks
  }
  return (address: string): boolean => (list ??= create()).check(address, family)
}

const isSpecialV4 = listOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
])
const isPublicV6 = listOf('ipv6', [['2000::', 3]])
const isSpecialV6 = listOf('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

/** Reports an address that is not public. Its code is `ERR_FORBIDDEN_ADDRESS`. */
class ForbiddenAddress extends Error {
  readonly code = 'ERR_FORBIDDEN_ADDRESS'
  constructor() {
    super('The host is not on the public internet.')
  }
}

/** Whether a text is an IP address. */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0
}

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !isSpecialV4(address)
  // Public IPv6 addresses are in 2000::/3. Prefixes that embed an IPv4 address are outside of it or in the special list.
  return family === 6 && isPublicV6(address) && !isSpecialV6(address)
}

/** Throws if the host is a literal address that is not public. A name passes: `publicLookup` checks its addresses. */
export function requirePublicHost(hostname: string): void {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw new ForbiddenAddress()
}

/** Resolves a name as Node does. Fails if any of its addresses is not public. The client connects to exactly the addresses returned. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new ForbiddenAddress(), '', 0)
    }
    if (options.all) return callback(null, addresses)
    const [{ address, family }] = addresses as [{ address: string; family: number }]
    callback(null, address, family)
  })
}
