/** Deployed function `hook`, where the settings name webhooks: takes payloads of systems that cannot send a bearer token and sign them
 * instead. It checks the signature before it reads anything, and publishes as itself. */
import { topics } from '../schemas/bus.ts'
import { webhookBodyBytes } from '../schemas/webhook.ts'
import { topicName } from './ingest/address.ts'
import { readOptions } from './ingest/options.ts'
import { createPublisher } from './ingest/publisher.ts'
import { publish } from './google/pubsub.ts'
import { invalidateToken, ownAuthorization } from './google/token.ts'
import { errorAnswer, noContent, type HandlerResponse, type Request } from './serving/answer.ts'
import { fault } from './serving/errors.ts'
import { followPorts } from './storage/open.ts'
import { logEntry } from './serving/log.ts'
import { serve } from './serving/serve.ts'
import { readEnvironment } from './serving/settings.ts'
import { translationOf, type TranslationAddress } from './translation/endpoint/address.ts'
import { answerOf } from './translation/endpoint/answer.ts'
import { followTranslations } from './translation/endpoint/follow.ts'
import { refusal } from './translation/endpoint/refusal.ts'
import { withoutSignature } from './translation/webhook/signed_address.ts'
import { publishPayload, type Taken } from './translation/endpoint/publish_payload.ts'
import { readWebhooks } from './translation/webhook/webhooks.ts'

const {
  GOOGLE_CLOUD_PROJECT: project,
  DATASET: dataset,
  WEBHOOKS: webhooks,
} = readEnvironment('hook', process.env)

const admits = readWebhooks(webhooks, process.env)
const authorize = ownAuthorization()
const feed = followTranslations(followPorts({ project, dataset }, authorize))

export const hook = serve(
  async (request) => {
    const { path, method } = request
    const address = translationOf(path, 'hooks')
    if (!address) throw fault('PATH_UNKNOWN', { path })
    if (method === 'OPTIONS') return { ...noContent, headers: { allow: 'POST' } }
    if (method === 'POST') return receive(address, request)
    throw fault('METHOD_NOT_ALLOWED', { method, allowed: 'POST' }, { headers: { allow: 'POST' } })
  },
  { maxBodyBytes: webhookBodyBytes },
)

async function receive(address: TranslationAddress, request: Request): Promise<HandlerResponse> {
  // One answer for all that may be wrong, so that it does not tell which translations there are.
  if (!admits(address, request, Date.now() / 1000))
    throw refusal('SIGNATURE_INVALID', 'The request is not signed for this address, or no longer.')
  const { validateOnly } = readOptions(withoutSignature(request.query))
  const payload = { body: inParts(request.body), contentType: request.headers['content-type'] ?? '' }
  const taken = await publishPayload(feed, address, payload, validateOnly ? undefined : publishAsItself)
  if (!validateOnly) tellRefused(taken)
  return answerOf(taken.translation, taken.ran)
}

const publishTogether = createPublisher((topic, authorization, body) =>
  publish(process.env, topicName(project, topic), authorization, body),
)

async function publishAsItself(messages: readonly string[]): Promise<HandlerResponse> {
  const authorization = await authorize()
  const answer = await publishTogether({ topic: topics.events, authorization, orderingKey: '' }, messages)
  if (answer.status === 401) invalidateToken(authorization)
  if (![401, 403, 404].includes(answer.status)) return answer
  // Whoever signed the request has done nothing wrong, and may send it again.
  logEntry('ERROR', 'hook cannot publish events', { status: answer.status })
  return errorAnswer(
    refusal('BUS_CLOSED', 'The event bus does not let this function publish. Send the request again.'),
  )
}

const partBytes = 65_536

/** A large body is read as if it came in parts, so that its records need not be held all at once. */
async function* inParts(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += partBytes) yield body.subarray(at, at + partBytes)
}

/** No webhook's sender reads an answer, so an operator is told what became no event. Names of fields, never what is in them. */
function tellRefused({ translation, ran: { results } }: Taken): void {
  const { records, accepted, refused } = results
  if (refused === 0) return
  const fields = results
    .list()
    .results.flatMap((each) => ('violations' in each ? each.violations.map(({ field }) => field) : []))
  logEntry('WARNING', 'records of a webhook became no event', {
    translation,
    records,
    accepted,
    refused,
    fields: [...new Set(fields)].slice(0, 10),
  })
}
