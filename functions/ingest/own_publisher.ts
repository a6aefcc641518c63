/** Event bus: publishes as the service account of a function whose senders have no Google identity. */
import { publish } from '../google/pubsub.ts'
import { invalidateToken } from '../google/token.ts'
import { errorAnswer, type HandlerResponse, type StatusError } from '../serving/answer.ts'
import { logEntry } from '../serving/log.ts'
import { topicName } from './address.ts'
import { createPublisher } from './publisher.ts'

interface OwnPublisherOptions {
  env: NodeJS.ProcessEnv
  project: string
  /** Returns the `Authorization` header of the function. */
  authorize: () => string | Promise<string>
  /** What the sender gets if the function may not publish: the sender did nothing wrong, and can retry. */
  closed: StatusError
}

/** Creates the function that publishes the messages of one request, JSON texts, and returns the answer for its sender. */
export function openOwnPublisher({ env, project, authorize, closed }: OwnPublisherOptions) {
  const publishTogether = createPublisher((topic, authorization, body) =>
    publish(env, topicName(project, topic), authorization, body),
  )
  return async (topic: string, messages: readonly string[]): Promise<HandlerResponse> => {
    const authorization = await authorize()
    const answer = await publishTogether({ topic, authorization, orderingKey: '' }, messages)
    if (answer.status === 401) invalidateToken(authorization)
    if (![401, 403, 404].includes(answer.status)) return answer
    logEntry('ERROR', 'the function cannot publish events', { topic, status: answer.status })
    return errorAnswer(closed)
  }
}
