/** The door of a local server: refuses what a web page of another origin sends, directly or through a name that it makes resolve to 127.0.0.1.
 * https://owasp.org/www-community/attacks/DNS_Rebinding, https://owasp.org/www-community/attacks/csrf */
import type { IncomingMessage } from 'node:http'
import { authorityOf } from './request_target.ts'

/** Why a request is refused, and the status to answer. */
export interface Refusal {
  /** 421: the request is for another host. 403: it comes from another site. */
  status: 421 | 403
  message: string
}

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Further names of this machine, `name` or `name:port`, separated by commas: for a proxy, a container or a forwarded port. */
const hostsVariable = 'SLUICE_HOSTS'

/** What a door looks at in a request. */
export interface Visitor {
  /** The hosts that the request names, in its target and its headers. */
  hosts: readonly (string | undefined)[]
  origin: string | undefined
  /** The Fetch Metadata header. https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header */
  site: string | readonly string[] | undefined
  /** True if the request changes nothing. */
  isRead: boolean
  localPort: number | undefined
}

/** How a door differs from most. */
export interface Door {
  /** Pages of other sites may send requests: the server has its own list of origins. */
  isForPages?: boolean
  /** The server is behind another one of this machine, which passes its own port on in `Host`. */
  isBehind?: boolean
}

/** Returns why a local server refuses the request, or undefined if it comes from this machine and from no page of another site. */
export function refusalAtDoor(request: IncomingMessage, door: Door = {}): Refusal | undefined {
  const { host, origin } = request.headers
  const visitor = {
    hosts: [host, authorityOf(request.url)],
    origin,
    site: request.headers['sec-fetch-site'],
    isRead: request.method === 'GET' || request.method === 'HEAD',
    localPort: request.socket.localPort,
  }
  return refusalOf(visitor, door)
}

/** As `refusalAtDoor`, for a request of another protocol. */
export function refusalOf(visitor: Visitor, door: Door = {}): Refusal | undefined {
  const { hosts, origin, site, isRead, localPort } = visitor
  for (const name of hosts)
    if (name !== undefined && !isOwnHost(name, door.isBehind ? undefined : localPort))
      return {
        status: 421,
        message: `This server is 127.0.0.1:${localPort} and does not answer for the host ${quoted(name)}. To allow a host, list it in ${hostsVariable}.`,
      }
  if (door.isForPages) return undefined
  const isOwnPage = origin === undefined || origin === `http://${hosts[0]}`
  if (isOwnPage && (isRead || site === undefined || site === 'same-origin' || site === 'none'))
    return undefined
  return {
    status: 403,
    message: `This server does not answer web pages of ${origin === undefined ? 'other origins' : quoted(origin)}.`,
  }
}

/** The answer to the latest question: a client names the same host in every request. */
let latest: { host: string; port: number | undefined; isOwn: boolean } | undefined

/** Without a port, any is right. */
function isOwnHost(host: string, port: number | undefined): boolean {
  if (latest?.host !== host || latest.port !== port) latest = { host, port, isOwn: namesThis(host, port) }
  return latest.isOwn
}

function namesThis(host: string, port: number | undefined): boolean {
  const [, name = '', digits = '80'] = /^(.*?)(?::(\d+))?$/s.exec(host.toLowerCase()) ?? []
  if (loopback.has(name) && (port === undefined || Number(digits) === port)) return true
  return configuredHosts().some((known) => known === host.toLowerCase() || known === name)
}

function configuredHosts(): readonly string[] {
  return (process.env[hostsVariable] ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '')
}

/** A header may hold any bytes; the message shows the start of it. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)
}
