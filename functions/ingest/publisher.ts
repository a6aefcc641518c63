/** Event bus: publishes with the caller's own token. Requests that are under way at once with the same token, topic and
 * ordering key share one publish; none can fail because of another. */
import { limits } from '../../schemas/limits.ts'
import { header } from '../net/header.ts'
import type { HttpResponse } from '../net/http.ts'
import { publishBody } from '../google/pubsub.ts'
import { errorAnswer, type HandlerResponse } from '../serving/answer.ts'
import { fault } from '../serving/errors.ts'
import { logEntry } from '../serving/log.ts'
import { groupCommit } from '../net/group_commit.ts'

/** Sends one publish request; rejects when no answer came. */
export type PublishCall = (topic: string, authorization: string, body: string) => Promise<HttpResponse>

/** Whom requests must have in common to share a publish. Pub/Sub takes one ordering key a request:
 * https://cloud.google.com/pubsub/docs/reference/rest/v1/PubsubMessage */
export interface Address {
  topic: string
  authorization: string
  /** Empty for none; undefined when the messages have several, so that Pub/Sub must judge them apart from all others. */
  orderingKey: string | undefined
}

/** JSON texts of PubsubMessages: what one request publishes, all or nothing. */
type Messages = readonly string[]

interface Lane {
  publish: (messages: Messages) => Promise<HandlerResponse>
  /** Requests that wait for their answer. */
  waiting: number
}

/** Publishes under way at once for one address. */
const inFlight = 4

/** Makes the function that publishes one request's messages and gives Pub/Sub's own answer to them. */
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
      // A token is kept no longer than requests need it.
      if (--lane.waiting === 0) lanes.delete(key)
    }
  }
}

function openLane(call: PublishCall, address: Address) {
  return groupCommit((group: readonly Messages[]) => publishTogether(call, address, group), {
    maxItems: limits.eventsPerRequest,
    maxBytes: limits.publishBytes,
    // The texts hold the data as base64, so that the body of a shared publish stays below the limit for data alone.
    bytesOf: (messages) => messages.reduce((bytes, text) => bytes + text.length, 0),
    countOf: (messages) => messages.length,
    inFlight,
  })
}

/** A publish that is refused for what is in it is taken apart until only the request at fault is refused. */
async function publishTogether(
  call: PublishCall,
  address: Address,
  group: readonly Messages[],
): Promise<readonly HandlerResponse[]> {
  const response = await ask(call, address, publishBody(group.flat()))
  if (response?.status === 200) return accepted(response, group)
  if (group.length === 1 || (response?.status !== 400 && response?.status !== 413)) {
    const answer = relay(response)
    return group.map(() => answer)
  }
  const middle = group.length >> 1
  const halves = [group.slice(0, middle), group.slice(middle)]
  return (await Promise.all(halves.map((half) => publishTogether(call, address, half)))).flat()
}

/** Undefined when no answer came. */
function ask(
  call: PublishCall,
  { topic, authorization }: Address,
  body: string,
): Promise<HttpResponse | undefined> {
  return call(topic, authorization, body).catch((error: NodeJS.ErrnoException) => {
    // Nothing but the code: the request that failed holds the caller's token.
    logEntry('WARNING', 'the event bus could not be reached', { code: error.code })
    return undefined
  })
}

/** Each request's share of the ids. Without one id for each message nothing counts as accepted. */
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

/** Headers of Pub/Sub's answer that mean something to the caller. */
const relayed = ['retry-after', 'www-authenticate']

/** Pub/Sub's own error, to the byte. */
function relay(response: HttpResponse | undefined): HandlerResponse {
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
