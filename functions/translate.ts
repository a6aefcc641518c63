/** Deployed function `translate`: converts a raw payload to events by a saved translation, and publishes them with the caller's token.
 * An invalid record never blocks a valid one. */
import { topics } from '../schemas/bus.ts'
import { translationLimits } from '../schemas/translation/input.ts'
import { topicName } from './ingest/address.ts'
import { requirePublishToken } from './ingest/credentials.ts'
import { readOptions } from './ingest/options.ts'
import { createPublisher } from './ingest/publisher.ts'
import { publish } from './google/pubsub.ts'
import { ownAuthorization } from './google/token.ts'
import { noContent, type HandlerResponse, type StreamedRequest } from './serving/answer.ts'
import { fault } from './serving/errors.ts'
import { followPorts } from './storage/open.ts'
import { serveStream } from './serving/serve.ts'
import { readEnvironment } from './serving/settings.ts'
import { translationOf, type TranslationAddress } from './translation/endpoint/address.ts'
import { answerOf } from './translation/endpoint/answer.ts'
import { followTranslations } from './translation/endpoint/follow.ts'
import { publishPayload } from './translation/endpoint/publish_payload.ts'

const {
  GOOGLE_CLOUD_PROJECT: project,
  DATASET: dataset,
  ALLOWED_ORIGINS: allowedOrigins,
} = readEnvironment('translate', process.env)

const publishTogether = createPublisher((topic, authorization, body) =>
  publish(process.env, topicName(project, topic), authorization, body),
)

const translations = followTranslations(followPorts({ project, dataset }, ownAuthorization()))

export const translate = serveStream(
  async (request) => {
    const address = translationOf(request.path)
    if (!address) throw fault('PATH_UNKNOWN', { path: request.path })
    if (request.method === 'OPTIONS') return { ...noContent, headers: { allow: 'POST' } }
    if (request.method === 'POST') return receive(address, request)
    throw fault(
      'METHOD_NOT_ALLOWED',
      { method: request.method, allowed: 'POST' },
      { headers: { allow: 'POST' } },
    )
  },
  // A large file is read only as fast as its events are published.
  { maxBodyBytes: translationLimits.bodyBytes, allowedOrigins, requestTimeout: 600_000 },
)

async function receive(
  address: TranslationAddress,
  { headers, query, body }: StreamedRequest,
): Promise<HandlerResponse> {
  const busAddress = { topic: topics.events, authorization: requirePublishToken(headers), orderingKey: '' }
  const { validateOnly } = readOptions(query)
  const payload = { body, contentType: headers['content-type'] ?? '' }
  const publishAsCaller = (messages: readonly string[]) => publishTogether(busAddress, messages)
  const { translation, result } = await publishPayload(
    translations,
    address,
    payload,
    validateOnly ? undefined : publishAsCaller,
  )
  return answerOf(translation, result)
}
