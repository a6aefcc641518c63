/** Google APIs: publishes to a topic over REST, with bodies built from text that exists already: the official client
 * costs up to forty times the CPU per message. https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics/publish */
import { pubsubUrl } from '../net/endpoints.ts'
import { send, type HttpResponse } from '../net/http.ts'

/** One message, its data as bytes. */
export interface OutgoingMessage {
  data: Buffer
  attributes: Readonly<Record<string, string>>
  orderingKey?: string
}

/** The JSON of one message. */
export function messageText({ data, attributes, orderingKey }: OutgoingMessage): string {
  return (
    `{"data":"${data.toString('base64')}","attributes":${JSON.stringify(attributes)}` +
    `${orderingKey ? `,"orderingKey":${JSON.stringify(orderingKey)}` : ''}}`
  )
}

/** The body of a publish request, of messages given as JSON texts. */
export function publishBody(messages: readonly string[]): string {
  return `{"messages":[${messages.join(',')}]}`
}

/** Publishes to `projects/p/topics/t`. The answer is Pub/Sub's own, whatever it is; rejects when none came. */
export function publish(
  env: NodeJS.ProcessEnv,
  topic: string,
  authorization: string,
  body: string,
): Promise<HttpResponse> {
  return send({
    method: 'POST',
    url: `${pubsubUrl(env)}/v1/${topic}:publish`,
    headers: { authorization, 'content-type': 'application/json' },
    body,
    timeout: 30_000,
  })
}

/** What became of messages published together. `refused`: one of them is wrong; none was accepted. */
export type PublishResult = 'accepted' | 'refused' | 'again'

/** Returns the function that publishes to `projects/p/topics/t` in one's own name. It never rejects. */
export function publisherTo(
  env: NodeJS.ProcessEnv,
  topic: string,
  authorization: () => string | Promise<string>,
) {
  return async (messages: readonly OutgoingMessage[]): Promise<PublishResult> => {
    const body = publishBody(messages.map(messageText))
    try {
      const { status } = await publish(env, topic, await authorization(), body)
      return status === 200 ? 'accepted' : status === 400 || status === 413 ? 'refused' : 'again'
    } catch {
      return 'again'
    }
  }
}
