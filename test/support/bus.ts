/** Test support: the embedded Pub/Sub with local identities, in this process, and an administrator's REST calls. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { createPolicy, openIssuer, type Grant, type Issuer } from '../../packages/gcp-identity/src/index.ts'
import { openPubsub, type Pubsub } from '../../packages/pubsub-emulator/src/index.ts'

export const project = 'front-door'
export const admin = 'admin@front-door.iam.gserviceaccount.com'
export const producer = 'producer@front-door.iam.gserviceaccount.com'
/** May publish to the topic `events` and to no other. */
export const partner = 'partner@front-door.iam.gserviceaccount.com'
export const stranger = 'stranger@front-door.iam.gserviceaccount.com'

function publisher(account: string, topic: string): Grant {
  const resource = `projects/${project}/topics/${topic}`
  return { role: 'roles/pubsub.publisher', member: `serviceAccount:${account}`, resource }
}

/** Returns the grants of infra/resources/member_grants.ts: a producer may publish to each topic, and has no role on the project. */
function grantsOn(topics: readonly string[]): readonly Grant[] {
  return [
    { role: 'roles/pubsub.admin', member: `serviceAccount:${admin}`, resource: `projects/${project}` },
    ...topics.map((topic) => publisher(producer, topic)),
    publisher(partner, 'events'),
  ]
}

/** A message as pulled from a subscription. */
export interface Pulled {
  messageId: string
  data: Buffer
  attributes: Readonly<Record<string, string>>
  orderingKey: string
}

export interface Bus {
  host: string
  issuer: Issuer
  /** Folder with the issuer's keys and the write-ahead log. */
  dir: string
  createTopic: (topic: string) => Promise<void>
  /** Pulls and acks all messages of the topic's subscription. */
  take: (topic: string) => Promise<readonly Pulled[]>
  stop: () => Promise<void>
}

/** Opens the Pub/Sub whose data is in `dir`. The producer may publish to `topics`. */
export async function openBusAt(
  dir: string,
  topics: readonly string[] = ['events'],
): Promise<{ pubsub: Pubsub; issuer: Issuer }> {
  const issuer = await openIssuer(dir)
  const access = { identify: issuer.identify, ...createPolicy(grantsOn(topics)) }
  const pubsub = await openPubsub({ dir: join(dir, 'log'), port: 0, access, idToken: issuer.idToken })
  return { pubsub, issuer }
}

/** Returns an administrator's calls of the Pub/Sub at `host`. */
export function administer(host: string, issuer: Issuer): Pick<Bus, 'createTopic' | 'take'> {
  const call = async (method: 'PUT' | 'POST', path: string, body: object): Promise<unknown> => {
    const response = await request(`http://${host}/v1/projects/${project}/${path}`, {
      method,
      headers: { authorization: `Bearer ${issuer.accessToken(admin)}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.body.text()
    if (response.statusCode !== 200) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`)
    return JSON.parse(text)
  }

  const pull = async (subscription: string): Promise<readonly Pulled[]> => {
    const path = `subscriptions/${encodeURIComponent(subscription)}`
    const { receivedMessages = [] } = (await call('POST', `${path}:pull`, {
      maxMessages: 1000,
      returnImmediately: true,
    })) as { receivedMessages?: readonly { ackId: string; message: Partial<Pulled> & { data?: string } }[] }
    if (receivedMessages.length === 0) return []
    await call('POST', `${path}:acknowledge`, { ackIds: receivedMessages.map(({ ackId }) => ackId) })
    return receivedMessages.map(({ message: { messageId = '', data = '', attributes, orderingKey } }) => ({
      messageId,
      data: Buffer.from(data, 'base64'),
      attributes: attributes ?? {},
      orderingKey: orderingKey ?? '',
    }))
  }

  return {
    createTopic: async (topic) => {
      const id = encodeURIComponent(topic)
      await call('PUT', `topics/${id}`, {})
      await call('PUT', `subscriptions/${id}-all`, { topic: `projects/${project}/topics/${topic}` })
    },
    take: async (topic) => {
      const messages: Pulled[] = []
      for (;;) {
        const page = await pull(`${topic}-all`)
        if (page.length === 0) return messages
        messages.push(...page)
      }
    },
  }
}

/** Starts a new Pub/Sub with these topics, in a temporary folder. */
export async function startBus(topics: readonly string[]): Promise<Bus> {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-test-'))
  const { pubsub, issuer } = await openBusAt(dir, topics)
  const { host } = pubsub
  const administration = administer(host, issuer)
  for (const topic of topics) await administration.createTopic(topic)
  return {
    host,
    issuer,
    dir,
    ...administration,
    stop: async () => {
      await pubsub.close()
      await rm(dir, { recursive: true })
    },
  }
}
