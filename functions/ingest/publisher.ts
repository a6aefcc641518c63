/** Event bus: publishes with the caller's token. Concurrent requests with the same token, topic and ordering key share one publish, and
 * no request fails because of another. */
import { limits } from '../../schemas/limits.ts'
import { header } from '../net/header.ts'
import type { HttpResponse } from '../net/http.ts'
import { publishBody } from '../google/pubsub.ts'
import { errorAnswer, type HandlerResponse } from '../serving/answer.ts'
import { fault } from '../serving/errors.ts'
import { logEntry } from '../serving/log.ts'
import { groupCommit } from '../net/group_commit.ts'

/** Sends one publish request. Rejects if there is no response. */
type PublishCall = (topic: string, authorization: string, body: string) => Promise<HttpResponse>

/** What requests must have in common to share a publish. Pub/Sub accepts one ordering key per request:
 * https://cloud.google.com/pubsub/docs/reference/rest/v1/PubsubMessage */
interface Address {
  topic: string
  authorization: string
  /** Empty for none; undefined if the messages have several: such a request shares no publish. */
  orderingKey: string | undefined
}

/** JSON texts of the PubsubMessages of one request, which are published all or none. */
type Messages = readonly string[]

interface Lane {
  publish: (messages: Messages) => Promise<HandlerResponse>
  /** Number of requests that wait for their response. */
  waiting: number
}

/** Maximum number of concurrent publishes for one address. With an ordering key only one: Pub/Sub orders messages as it receives them. */
const inFlight = { unordered: 4, ordered: 1 }

/** Creates the function that publishes the messages of one request and returns Pub/Sub's response for them. */
export function createPublisher(
  call: PublishCall,
): (address: Address, messages: Messages) => Promise<HandlerResponse> {
  const lanes = new Map<string, Lane>()

  const laneOf = (key: string, address: Address): Lane => {
    let lane = lanes.get(key)
    if (!lane) lanes.set(key, (lane = { publish: openLane(call, address), waiting: 0 }))
    return lane
  }

  return async (address, messages) => {
    if (address.orderingKey === undefined) return (await publishTogether(call, address, [messages]))[0]!
    const key = `${address.authorization}\n${address.topic}\n${address.orderingKey}`
    const lane = laneOf(key, address)
    lane.waiting++
    try {
      return await lane.publish(messages)
    } finally {
      // A token is kept only while a request needs it.
      if (--lane.waiting === 0) lanes.delete(key)
    }
  }
}

function openLane(call: PublishCall, address: Address) {
  return groupCommit((group: readonly Messages[]) => publishTogether(call, address, group), {
    maxItems: limits.eventsPerRequest,
    maxBytes: limits.publishBytes,
    // The length in base64 is an upper bound of the length of the data, which Pub/Sub limits.
    bytesOf: (messages) => messages.reduce((bytes, text) => bytes + text.length, 0),
    countOf: (messages) => messages.length,
    inFlight: address.orderingKey === '' ? inFlight.unordered : inFlight.ordered,
  })
}

/** Publishes a group. If Pub/Sub refuses its content, halves of it are published, until only the invalid request is refused. */
async function publishTogether(
  call: PublishCall,
  address: Address,
  group: readonly Messages[],
): Promise<readonly HandlerResponse[]> {
  const response = await callBus(call, address, publishBody(group.flat()))
  if (response?.status === 200) return accepted(response, group)
  if (group.length === 1 || (response?.status !== 400 && response?.status !== 413)) {
    const answer = busError(response)
    return group.map(() => answer)
  }
  const middle = group.length >> 1
  const halves = [group.slice(0, middle), group.slice(middle)]
  return (await Promise.all(halves.map((half) => publishTogether(call, address, half)))).flat()
}

/** Returns undefined if there is no response. */
function callBus(
  call: PublishCall,
  { topic, authorization }: Address,
  body: string,
): Promise<HttpResponse | undefined> {
  return call(topic, authorization, body).catch((error: NodeJS.ErrnoException) => {
    // Logs only the code: the error can hold the request with the caller's token.
    logEntry('WARNING', 'the event bus could not be reached', { code: error.code })
    return undefined
  })
}

/** Returns a confirmation for each request with its message ids. A response without one id per message is an error. */
function accepted(response: HttpResponse, group: readonly Messages[]): readonly HandlerResponse[] {
  const messageIds = messageIdsOf(response)
  if (messageIds.length !== group.reduce((count, messages) => count + messages.length, 0)) {
    const answer = unreadable(response)
    return group.map(() => answer)
  }
  let from = 0
  return group.map(({ length }) => confirmation(messageIds.slice(from, (from += length))))
}

function confirmation(messageIds: readonly string[]): HandlerResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: `${JSON.stringify({ messageIds }, null, 2)}\n`,
  }
}

function unreadable({ status }: HttpResponse): HandlerResponse {
  return errorAnswer(fault('BUS_UNREADABLE', { http: status }))
}

/** Headers of Pub/Sub's response that are passed on to the caller. */
const relayed = ['retry-after', 'www-authenticate']

/** Returns Pub/Sub's own error, byte for byte. Without a response, BUS_UNREACHABLE. */
export function busError(response: HttpResponse | undefined): HandlerResponse {
  if (!response) return errorAnswer(fault('BUS_UNREACHABLE', {}))
  if (response.status < 400 || !('error' in parse(response))) return unreadable(response)
  const headers = relayed.flatMap((name) => {
    const value = header(response, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    status: response.status,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...Object.fromEntries(headers) },
    body: response.body,
  }
}

function messageIdsOf(response: HttpResponse): readonly string[] {
  const { messageIds } = parse(response) as { messageIds?: unknown }
  return Array.isArray(messageIds) ? (messageIds as readonly string[]) : []
}

function parse({ body }: HttpResponse): object {
  try {
    return Object(JSON.parse(body)) as object
  } catch {
    return {}
  }
}
