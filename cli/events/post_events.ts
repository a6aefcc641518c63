/** Command line: sends events to the front door in requests of many events each. */
import { setTimeout as wait } from 'node:timers/promises'
import { eventTypes } from '../../schemas/event_types.ts'
import { nearest } from '../../schemas/nearest.ts'
import { responseError } from '../environment/console_api.ts'
import type { FunctionClient } from '../environment/function_client.ts'
import { CliError } from '../terminal/cli_error.ts'
import { explainError } from '../terminal/explain_error.ts'
import type { SourceEvent } from './read_events.ts'

/** Events and bytes of one request. docs/front_door.md#limits allows 1,000 and 10,000,000. */
const maxEvents = 500
const maxBytes = 5_000_000

/** How often a request is sent that gets no clear answer, and the first pause before it is sent again, in ms. */
const maxAttempts = 5
const firstPause = 500

/** Answers that ask for another attempt. */
const retried = new Set([408, 429, 500, 503])

/** What `validateOnly` says of one event. */
export interface ValidationResult {
  valid: boolean
  event_name?: string | null
  /** Table that would store the event. */
  table?: string
  violations?: readonly { field: string; description: string; code?: string }[]
  /** Those about a field that is probably meant as another one have `did_you_mean`. */
  hints?: readonly { field: string; did_you_mean?: string; description: string }[]
}

export interface SendAnswer {
  messageIds?: readonly string[]
  results?: readonly ValidationResult[]
}

export interface SentBatch {
  events: readonly SourceEvent[]
  answer: SendAnswer
}

export interface SendOptions {
  /** Undefined for the shared topic: each event has its `event_name`. */
  eventType: string | undefined
  validateOnly: boolean
}

/** Sends the events in order; yields the answer of each request. Throws a CliError that names the events of the request that is refused. */
export async function* postEvents(
  post: FunctionClient,
  events: AsyncIterable<SourceEvent>,
  { eventType, validateOnly }: SendOptions,
): AsyncGenerator<SentBatch> {
  const topic = eventType === undefined ? '' : `/${encodeURIComponent(eventType)}`
  const path = `/v1/topics${topic}${validateOnly ? '?validateOnly=true' : ''}`
  let hasSent = false
  for await (const batch of batches(events)) {
    const body = batch.map(({ json }) => `${json}\n`).join('')
    const response = await postWithRetries(post, { path, body, hasSent })
    const text = await response.text()
    if (!response.ok) throw refusal(response.status, text, { eventType, batch })
    hasSent = true
    yield { events: batch, answer: JSON.parse(text) as SendAnswer }
  }
}

async function* batches(events: AsyncIterable<SourceEvent>): AsyncGenerator<readonly SourceEvent[]> {
  let batch: SourceEvent[] = []
  let bytes = 0
  for await (const event of events) {
    const size = Buffer.byteLength(event.json) + 1
    if (batch.length > 0 && (batch.length === maxEvents || bytes + size > maxBytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(event)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/** Does not retry a connection that fails before anything was sent: nothing listens at the address. */
async function postWithRetries(
  post: FunctionClient,
  { path, body, hasSent }: { path: string; body: string; hasSent: boolean },
): Promise<Response> {
  const headers = { 'content-type': 'application/x-ndjson' }
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await post({ method: 'POST', path, headers, body })
      if (!retried.has(response.status) || attempt === maxAttempts) return response
      await response.body?.cancel()
      const seconds = Number(response.headers.get('retry-after'))
      await wait(seconds > 0 ? seconds * 1000 : firstPause * 2 ** (attempt - 1))
    } catch (error) {
      const isTemporary = hasSent && explainError(error)?.status === 'UNAVAILABLE'
      if (attempt === maxAttempts || !isTemporary) throw error
      await wait(firstPause * 2 ** (attempt - 1))
    }
  }
}

function refusal(
  httpStatus: number,
  text: string,
  { eventType, batch }: { eventType: string | undefined; batch: readonly SourceEvent[] },
): CliError {
  const error = responseError(httpStatus, text, 'The front door')
  const isUnknown = eventType !== undefined && !eventTypes.has(eventType)
  if (isUnknown && (httpStatus === 403 || httpStatus === 404)) return unknownEventType(eventType, error)
  const [first, last] = [batch[0]!.place, batch.at(-1)!.place]
  const place = batch.length === 1 ? first : `${first} to ${last}`
  return new CliError(error.status, [`${place}: ${error.message}`, ...violationLines(error)].join('\n'), {
    cause: error,
    details: error.details,
  })
}

/** One line for each field at fault. */
function violationLines({ details, message }: CliError): readonly string[] {
  return details
    .flatMap(
      (each) =>
        (each as { fieldViolations?: readonly { field?: string; description?: string }[] }).fieldViolations ??
        [],
    )
    .filter(({ description = '' }) => !message.includes(description))
    .map(({ field, description }) => `  ${field}: ${description}`)
}

/** Pub/Sub answers 403 for a topic that does not exist, if the caller may not look for it. */
function unknownEventType(eventType: string, cause: CliError): CliError {
  const near = nearest(eventType, eventTypes.keys())
  const meant = near === undefined ? '' : ` Did you mean ${near}?`
  return new CliError(
    'NOT_FOUND',
    `Event type "${eventType}" does not exist.${meant} The console lists the event types; "npx sluice send --help" has examples.`,
    { cause, details: cause.details },
  )
}
