/** Google APIs: acks the matching messages of a pull subscription and leaves the others.
 * https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions/pull */
import { pubsubUrl } from '../net/endpoints.ts'
import { send } from '../net/http.ts'

interface Pulled {
  receivedMessages?: readonly {
    ackId: string
    message: { messageId: string; data?: string; attributes?: Readonly<Record<string, string>> }
  }[]
}

const pageSize = 1000

/** Empty responses in a row that mean an empty subscription: Pub/Sub can return no messages although there are some. */
const emptyResponses = 3

/** Acks the messages of `projects/p/subscriptions/s` for whose data or attributes `isMatch` is true. Returns their number. Throws on
 * any status other than 200. */
export async function ackMatching(
  env: NodeJS.ProcessEnv,
  subscription: string,
  authorization: () => string | Promise<string>,
  isMatch: (text: string) => boolean,
): Promise<number> {
  const call = async (method: string, body: object): Promise<Pulled> => {
    const response = await send({
      method: 'POST',
      url: `${pubsubUrl(env)}/v1/${subscription}:${method}`,
      headers: { authorization: await authorization(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      timeout: 90_000,
    })
    if (response.status !== 200)
      throw new Error(`Pub/Sub ${method} on ${subscription} failed: HTTP ${response.status}.`)
    return JSON.parse(response.body) as Pulled
  }

  /** Ack ids of the other messages, which are held until all are seen, so that none is delivered twice. */
  const others: string[] = []
  const seen = new Set<string>()
  let acked = 0
  try {
    for (let empty = 0; empty < emptyResponses;) {
      const { receivedMessages = [] } = await call('pull', { maxMessages: pageSize, returnImmediately: true })
      const unseen = receivedMessages.filter(({ message: { messageId } }) => !seen.has(messageId))
      empty = unseen.length === 0 ? empty + 1 : 0
      const matching: string[] = []
      for (const { ackId, message } of receivedMessages) {
        const { messageId, data = '', attributes = {} } = message
        seen.add(messageId)
        const texts = [Buffer.from(data, 'base64').toString(), JSON.stringify(attributes)]
        if (texts.some(isMatch)) matching.push(ackId)
        else others.push(ackId)
      }
      if (matching.length > 0) await call('acknowledge', { ackIds: matching })
      acked += matching.length
    }
  } finally {
    while (others.length > 0)
      await call('modifyAckDeadline', { ackIds: others.splice(0, pageSize), ackDeadlineSeconds: 0 })
  }
  return acked
}
