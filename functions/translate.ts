/** Deployed function `translate`: converts a raw payload to events by a saved translation, and publishes them with the caller's token.
 * An invalid record never blocks a valid one. */
import { topics } from '../schemas/bus.ts'
import { translationLimits } from '../schemas/translation/input.ts'
import { topicName } from './ingest/address.ts'
import { requirePublishToken } from './ingest/credentials.ts'
import { readOptions } from './ingest/options.ts'
import { checkPublishRight } from './ingest/publish_right.ts'
import { createPublisher } from './ingest/publisher.ts'
import { publish } from './google/pubsub.ts'
import { ownAuthorization } from './google/token.ts'
import type { HandlerResponse, RequestHead, StreamedRequest } from './serving/answer.ts'
import { answerOtherMethod } from './serving/method.ts'
import { followPorts } from './storage/open.ts'
import { serveStream } from './serving/serve.ts'
import { readEnvironment } from './serving/settings.ts'
import { translationOf } from './translation/endpoint/address.ts'
import { followTranslations } from './translation/endpoint/follow.ts'
import { publishPayload, type PayloadPorts } from './translation/endpoint/publish_payload.ts'
import { openReceipts } from './translation/endpoint/record_receipts.ts'

const {
  GOOGLE_CLOUD_PROJECT: project,
  DATASET: dataset,
  ALLOWED_ORIGINS: allowedOrigins,
} = readEnvironment('translate', process.env)

const publishTogether = createPublisher((topic, authorization, body) =>
  publish(process.env, topicName(project, topic), authorization, body),
)

const refuseStranger = checkPublishRight({ env: process.env, project, now: () => performance.now() })

const own = followPorts({ project, dataset }, ownAuthorization())
const ports: PayloadPorts = {
  via: 'translate',
  cache: followTranslations(own),
  record: openReceipts(own),
}

export const translate = serveStream(
  'translate',
  receive,
  // A large file is read only as fast as its events are published.
  {
    admit,
    maxBodyBytes: translationLimits.bodyBytes,
    allowedOrigins,
    requestTimeout: 600_000,
    refusesOverload: true,
  },
)

function admit({ path, method, headers }: RequestHead): HandlerResponse | undefined {
  translationOf(path)
  const answer = answerOtherMethod(method, 'POST')
  if (!answer) requirePublishToken(headers)
  return answer
}

async function receive({ path, headers, query, body, arrivedAt }: StreamedRequest): Promise<HandlerResponse> {
  const address = translationOf(path)
  const authorization = requirePublishToken(headers)
  // Before the body is read and the translation looked up: a caller without the right learns neither its name nor its fields.
  const refused = await refuseStranger(authorization, topics.events)
  if (refused) return refused
  const busAddress = { topic: topics.events, authorization, orderingKey: '' }
  const { validateOnly } = readOptions(query)
  const payload = { body, contentType: headers['content-type'] ?? '', arrivedAt }
  const publishAsCaller = (messages: readonly string[]) => publishTogether(busAddress, messages)
  const { response } = await publishPayload(
    ports,
    address,
    payload,
    validateOnly ? undefined : publishAsCaller,
  )
  return response
}
