/** Deployed function `hook`, if webhooks are configured: accepts signed payloads of systems that cannot send a bearer token. It checks
 * the signature before it parses the payload, and publishes as its own service account. */
import { topics } from '../schemas/bus.ts'
import { readOptions } from './ingest/options.ts'
import { openOwnPublisher } from './ingest/own_publisher.ts'
import { ownAuthorization } from './google/token.ts'
import type { HandlerResponse, Request, RequestHead } from './serving/answer.ts'
import { answerOtherMethod } from './serving/method.ts'
import { followPorts } from './storage/open.ts'
import { logEntry } from './serving/log.ts'
import { serve } from './serving/serve.ts'
import { readEnvironment } from './serving/settings.ts'
import { translationOf } from './translation/endpoint/address.ts'
import { followTranslations } from './translation/endpoint/follow.ts'
import { refusal } from './translation/endpoint/refusal.ts'
import { withoutSignature } from './translation/webhook/signed_address.ts'
import { publishPayload, type PayloadPorts, type Taken } from './translation/endpoint/publish_payload.ts'
import { openReceipts } from './translation/endpoint/record_receipts.ts'
import { readWebhooks } from './translation/webhook/webhooks.ts'

const {
  GOOGLE_CLOUD_PROJECT: project,
  DATASET: dataset,
  WEBHOOKS: webhooks,
} = readEnvironment('hook', process.env)

const isAuthentic = readWebhooks(webhooks, process.env)
const authorize = ownAuthorization()
const own = followPorts({ project, dataset }, authorize)
const ports: PayloadPorts = { via: 'hook', cache: followTranslations(own), record: openReceipts(own) }

export const hook = serve('hook', receive, { admit, refusesOverload: true })

function admit({ path, method }: RequestHead): HandlerResponse | undefined {
  translationOf(path, 'hooks')
  return answerOtherMethod(method, 'POST')
}

async function receive(request: Request): Promise<HandlerResponse> {
  const address = translationOf(request.path, 'hooks')
  // The same error for every cause, so that it does not reveal which translations exist.
  if (!isAuthentic(address, request, Date.now() / 1000))
    throw refusal('SIGNATURE_INVALID', 'The signature is invalid or expired.')
  const { validateOnly } = readOptions(withoutSignature(request.query))
  const payload = {
    body: inParts(request.body),
    contentType: request.headers['content-type'] ?? '',
    arrivedAt: request.arrivedAt,
  }
  const published = await publishPayload(ports, address, payload, validateOnly ? undefined : publishToEvents)
  if (!validateOnly) logRefused(published)
  return published.response
}

const publishOwn = openOwnPublisher({
  env: process.env,
  project,
  authorize,
  closed: refusal(
    'BUS_CLOSED',
    'Function hook may not publish to the event bus. Send the request again later.',
  ),
})

function publishToEvents(messages: readonly string[]): Promise<HandlerResponse> {
  return publishOwn(topics.events, messages)
}

const partBytes = 65_536

/** Yields a body in parts, so that its records are not all in memory at once. */
async function* inParts(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += partBytes) yield body.subarray(at, at + partBytes)
}

/** Logs refused records for the operator, because senders of webhooks ignore responses. Logs names of fields, never values. */
function logRefused({ translation, result: { results } }: Taken): void {
  const { records, accepted, refused } = results
  if (refused === 0) return
  const fields = results
    .list()
    .results.flatMap((each) => ('violations' in each ? each.violations.map(({ field }) => field) : []))
  logEntry('WARNING', 'records of a webhook were refused', {
    translation,
    records,
    accepted,
    refused,
    fields: [...new Set(fields)].slice(0, 10),
  })
}
