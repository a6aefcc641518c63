/** Deployed function `collect`, if a source has a web door: takes events of web pages, and e-mails. It checks the
 * source's key, origin, event types, size and rate, adds what the request says about the browser, and publishes as its own service account,
 * which may publish to the topics of these sources only. */
import { randomUUID } from 'node:crypto'
import { topicOfSource } from '../schemas/bus.ts'
import { unitBytes } from '../schemas/web_source.ts'
import { readPageEvent, withVisit, type PageVisit } from './collect/add_fields.ts'
import { agreesToCookie, anonymousCookie, anonymousIdIn } from './collect/anonymous_cookie.ts'
import { clientAddress, networkOf, type TrustedHops } from './collect/client_address.ts'
import { idsInCookies, readCookies } from './collect/cookies.ts'
import { openPixel } from './collect/pixel_token.ts'
import { openBuckets } from './collect/rate.ts'
import { webRefusal } from './collect/refusal.ts'
import { readWebSources, requireAllowed, type WebDoor, type ReadSource } from './collect/web_sources.ts'
import { messageText } from './google/pubsub.ts'
import { ownAuthorization } from './google/token.ts'
import { invalidParameter, givenParameters, unknownParameter } from './ingest/options.ts'
import { openOwnPublisher } from './ingest/own_publisher.ts'
import { readPayload } from './ingest/payload.ts'
import { tooLarge } from './serving/body.ts'
import type { HandlerResponse, Request, RequestHead } from './serving/answer.ts'
import { corsByPath } from './serving/cors.ts'
import { answerOtherMethod } from './serving/method.ts'
import { serve } from './serving/serve.ts'
import { readEnvironment } from './serving/settings.ts'

const {
  GOOGLE_CLOUD_PROJECT: project,
  WEB_SOURCES: webSources,
  TRUSTED_HOPS: hops,
} = readEnvironment('collect', process.env)

const trustedHops = Number(hops) as TrustedHops
const findDoor = readWebSources(webSources, process.env)

/** Clients that one instance remembers. A bucket takes about 200 bytes. */
const mostClients = 20_000
const takeOfClient = openBuckets(mostClients)
const takeOfSource = openBuckets(1000)

const publishOwn = openOwnPublisher({
  env: process.env,
  project,
  authorize: ownAuthorization(),
  closed: webRefusal('BUS_CLOSED', 'Function collect may not publish. Send the request again later.', {
    retryAfter: 1,
  }),
})

export const collect = serve('collect', receive, {
  admit,
  cors: corsByPath((origin, path) => {
    const door = findDoor(path)
    return typeof door === 'object' && !door.isPixel && door.source.origins.includes(origin)
  }),
  refusesOverload: true,
})

/** Refuses by the head whatever is not for a source, before the body is read. Each request counts for its client, so that garbage has a limit. */
function admit(head: RequestHead): HandlerResponse | undefined {
  const { source, isPixel } = doorOf(head)
  const answer = answerOtherMethod(head.method, isPixel ? 'GET' : 'POST')
  if (answer) return answer
  if (isPixel) sealedParameter(head)
  else requirePage(source, head)
  chargeClient(source, head, 1)
  return undefined
}

function doorOf({ path }: RequestHead): WebDoor {
  const door = findDoor(path)
  if (door === undefined)
    throw webRefusal('PATH_UNKNOWN', 'Send events with POST to /v1/collect/<source>?key=<key>.')
  if (door === 'unknown') throw unknownSource()
  return door
}

/** The same error for every cause, so that it does not reveal which sources exist. */
function unknownSource() {
  return webRefusal('SOURCE_REFUSED', 'There is no such source with this key, or it has no such endpoint.')
}

/** Checks what the page says it is. A program can say the same: this filters, and proves nothing. */
function requirePage({ name, key, origins }: ReadSource, { query, headers }: RequestHead): void {
  if (parameterOf(query, 'key') !== key) throw unknownSource()
  const { origin } = headers
  if (origin !== undefined && origins.includes(origin)) return
  throw webRefusal('ORIGIN_REFUSED', `Pages of this origin may not send events of source ${name}.`, {
    field: 'origin',
  })
}

function sealedParameter({ query }: RequestHead): string {
  return parameterOf(query, 'p')
}

/** Returns the only parameter. Throws for any other, and if it is missing. */
function parameterOf(query: URLSearchParams, only: 'key' | 'p'): string {
  const given = [...givenParameters(query)]
  const other = given.find(([name]) => name !== only)
  if (other) throw unknownParameter(other[0], only)
  const value = given[0]?.[1]
  if (!value) throw invalidParameter(only, 'one value')
  return value
}

function chargeClient(source: ReadSource, { headers }: RequestHead, units: number): void {
  const address = clientAddress(headers, trustedHops)
  const client = address === undefined ? '' : networkOf(address)
  const { name, perAddressPerMinute } = source
  const wait = takeOfClient(`${name} ${client}`, units, perAddressPerMinute, performance.now())
  if (wait > 0) throw rateExceeded(`your address: ${perAddressPerMinute} units`, wait)
}

function chargeSource({ name, perMinute }: ReadSource, units: number): void {
  const wait = takeOfSource(name, units, perMinute, performance.now())
  if (wait > 0) throw rateExceeded(`source ${name}: ${perMinute} units`, wait)
}

function rateExceeded(limit: string, retryAfter: number) {
  return webRefusal(
    'RATE_EXCEEDED',
    `Too many events in this minute from ${limit} of ${unitBytes} bytes. Nothing was published.`,
    { retryAfter },
  )
}

async function receive(request: Request): Promise<HandlerResponse> {
  const { source, isPixel } = doorOf(request)
  return isPixel ? receivePixel(source, request) : receivePage(source, request)
}

async function receivePage(source: ReadSource, request: Request): Promise<HandlerResponse> {
  const { headers, body } = request
  if (body.length > source.maxBytes) throw tooLarge(source.maxBytes)
  const payload = readPayload(body, headers['content-type'])
  if (payload.shape === 'envelope')
    throw webRefusal('ENVELOPE_REFUSED', 'Expected events, got an envelope of Pub/Sub.', {
      field: 'messages',
    })
  const cookies = readCookies(headers.cookie)
  const visit: PageVisit = {
    address: clientAddress(headers, trustedHops),
    userAgent: headers['user-agent'],
    optsOut: headers['sec-gpc'] === '1',
    ids: idsInCookies(cookies),
  }
  const known = source.cookie ? anonymousIdIn(cookies) : undefined
  const id = known ?? randomUUID()
  let needsCookie = false
  const texts = payload.texts.map((text, index) => {
    const event = readPageEvent(text)
    requireAllowed(source, event.parsed['event_name'], `[${index}].event_name`)
    if (!source.cookie || !agreesToCookie(event.parsed)) return withVisit(text, event, visit)
    needsCookie = known === undefined
    return withVisit(text, event, { ...visit, ids: new Map([...visit.ids, ['anonymous_id', id]]) })
  })
  const units = texts.reduce((sum, text) => sum + unitsOf(text), 0)
  chargeClient(source, request, units - 1)
  const answer = await publishEvents(source, texts, units)
  return needsCookie
    ? { ...answer, headers: { ...answer.headers, 'set-cookie': anonymousCookie(id) } }
    : answer
}

/** The image is fetched by the mail service or by any machine on the way, so its address, browser and cookies say nothing about the person. */
async function receivePixel(source: ReadSource, request: Request): Promise<HandlerResponse> {
  const text = openPixel(source.pixelSecret!, source.name, sealedParameter(request))
  if (text === undefined)
    throw webRefusal('PIXEL_REFUSED', `Parameter p is not one that was made for source ${source.name}.`, {
      field: 'p',
    })
  requireAllowed(source, readPageEvent(text).parsed['event_name'], 'p')
  if (request.method === 'HEAD') return image
  const answer = await publishEvents(source, [text], unitsOf(text))
  return answer.status === 200 ? image : answer
}

/** The smallest transparent GIF. Nobody keeps it, so that each view is asked for. */
const image: HandlerResponse = {
  status: 200,
  headers: { 'content-type': 'image/gif', 'cache-control': 'no-store' },
  body: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
}

function publishEvents(
  source: ReadSource,
  texts: readonly string[],
  units: number,
): Promise<HandlerResponse> {
  chargeSource(source, units)
  const messages = texts.map((text) => messageText({ data: Buffer.from(text), attributes: {} }))
  return publishOwn(topicOfSource(source.name), messages)
}

/** A message counts as one unit for each started 2 KiB. */
function unitsOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / unitBytes)
}
