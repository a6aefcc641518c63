/** Google APIs: goes through the messages that a pull subscription holds and takes out those that are meant; the others stay.
 * https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions/pull */
import { pubsubUrl } from '../net/endpoints.ts'
import { send } from '../net/http.ts'

interface Pulled {
  receivedMessages?: readonly {
    ackId: string
    message: { messageId: string; data?: string; attributes?: Readonly<Record<string, string>> }
  }[]
}

const together = 1000

/** How often in a row nothing must come before there is nothing: an answer without messages does not mean that there are none. */
const emptyAnswers = 3

/** Takes messages out of `projects/p/subscriptions/s` whose data or attributes are meant; how many. */
export async function ackMatching(
  env: NodeJS.ProcessEnv,
  subscription: string,
  authorization: () => string | Promise<string>,
  isMeant: (text: string) => boolean,
): Promise<number> {
  const call = async (method: string, body: object): Promise<Pulled> => {
    const answer = await send({
      method: 'POST',
      url: `${pubsubUrl(env)}/v1/${subscription}:${method}`,
      headers: { authorization: await authorization(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      timeout: 90_000,
    })
    if (answer.status !== 200) throw new Error(`Pub/Sub answered ${answer.status} to ${method}.`)
    return JSON.parse(answer.body) as Pulled
  }

  /** Held until all are seen, so that none comes twice. */
  const others: string[] = []
  const seen = new Set<string>()
  let taken = 0
  try {
    for (let empty = 0; empty < emptyAnswers;) {
      const { receivedMessages = [] } = await call('pull', { maxMessages: together, returnImmediately: true })
      const fresh = receivedMessages.filter(({ message: { messageId } }) => !seen.has(messageId))
      empty = fresh.length === 0 ? empty + 1 : 0
      const meant: string[] = []
      for (const { ackId, message } of receivedMessages) {
        const { messageId, data = '', attributes = {} } = message
        seen.add(messageId)
        const texts = [Buffer.from(data, 'base64').toString(), JSON.stringify(attributes)]
        if (texts.some(isMeant)) meant.push(ackId)
        else others.push(ackId)
      }
      if (meant.length > 0) await call('acknowledge', { ackIds: meant })
      taken += meant.length
    }
  } finally {
    while (others.length > 0)
      await call('modifyAckDeadline', { ackIds: others.splice(0, together), ackDeadlineSeconds: 0 })
  }
  return taken
}
