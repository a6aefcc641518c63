/** Google APIs: publishes to a topic over REST, with bodies built from existing JSON text. The official client needs up to forty
 * times the CPU per message. https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics/publish */
import { pubsubUrl } from '../net/endpoints.ts'
import { send, type HttpResponse } from '../net/http.ts'

/** One message, its data as bytes. */
export interface OutgoingMessage {
  data: Buffer
  attributes: Readonly<Record<string, string>>
  orderingKey?: string
}

/** Returns the JSON of one message. */
export function messageText({ data, attributes, orderingKey }: OutgoingMessage): string {
  return (
    `{"data":"${data.toString('base64')}","attributes":${JSON.stringify(attributes)}` +
    `${orderingKey ? `,"orderingKey":${JSON.stringify(orderingKey)}` : ''}}`
  )
}

/** Returns the body of a publish request. The messages are JSON texts. */
export function publishBody(messages: readonly string[]): string {
  return `{"messages":[${messages.join(',')}]}`
}

/** Publishes to `projects/p/topics/t`. Returns Pub/Sub's response of any status. Rejects if there is none. */
export function publish(
  env: NodeJS.ProcessEnv,
  topic: string,
  authorization: string,
  body: string | Buffer,
): Promise<HttpResponse> {
  return send({
    method: 'POST',
    url: `${pubsubUrl(env)}/v1/${topic}:publish`,
    headers: { authorization, 'content-type': 'application/json' },
    body,
    timeout: 30_000,
  })
}

/** The result of messages that were published together. `refused`: one of them is invalid, so none was accepted. */
export type PublishResult = 'accepted' | 'refused' | 'retry'

/** Returns a function that publishes to `projects/p/topics/t` as this function's service account. It never rejects. */
export function publisherTo(
  env: NodeJS.ProcessEnv,
  topic: string,
  authorization: () => string | Promise<string>,
) {
  return async (messages: readonly OutgoingMessage[]): Promise<PublishResult> => {
    try {
      const bearer = await authorization()
      // As bytes: a text would last as long as the request, beside the bytes that are sent.
      const body = Buffer.from(publishBody(messages.map(messageText)))
      const { status } = await publish(env, topic, bearer, body)
      return status === 200 ? 'accepted' : status === 400 || status === 413 ? 'refused' : 'retry'
    } catch {
      return 'retry'
    }
  }
}
