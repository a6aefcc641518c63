/** Least privilege: Pub/Sub's methods, over REST and over gRPC. https://cloud.google.com/pubsub/docs/reference/rpc/google.pubsub.v1 */
import {
  credentials,
  loadPackageDefinition,
  Metadata,
  status,
  type Client,
  type ClientDuplexStream,
  type GrpcObject,
  type ServiceClientConstructor,
  type ServiceError,
} from '@grpc/grpc-js'
import { fromJSON } from '@grpc/proto-loader'
import { protos } from '../../packages/pubsub-emulator/src/protos.ts'
import { codes, type StatusCode } from '../../schemas/status.ts'
import { all, onlyFor, statusOf, type Asking, type Door, type Statuses } from './door.ts'

interface Method {
  /** `Publisher.Publish` */
  name: string
  what?: string
  statuses: Statuses
  /** The request message. */
  request: object
  /** Verb, path and body of the same request over REST; undefined if REST does not have the method. */
  rest?: readonly [verb: string, path: string, body?: object]
}

const deniedForAll = all(403)
const project = 'projects/sluice-local'
const store = `${project}/subscriptions/events-store`
const made = `${project}/subscriptions/made-by-hand`
const snapshot = `${project}/snapshots/made-by-hand`
const messages = [{ data: Buffer.from('{"event_name":"view_content"}') }]
const json = { messages: [{ data: messages[0]!.data.toString('base64') }] }

function topic(id: string): string {
  return `${project}/topics/${id}`
}

function publishing(id: string, statuses: Statuses): Method {
  return {
    name: 'Publisher.Publish',
    what: `to ${id}`,
    statuses,
    request: { topic: topic(id), messages },
    rest: ['POST', `${topic(id)}:publish`, json],
  }
}

/** Returns a method on one existing resource that no role may use. */
function closed(name: string, request: object, ...rest: NonNullable<Method['rest']>): Method {
  return { name, statuses: deniedForAll, request, rest }
}

const mask = { paths: ['labels'] }

const methods: readonly Method[] = [
  publishing('events', onlyFor('producer')),
  publishing('view_content', onlyFor('producer')),
  publishing('runs', onlyFor('operator')),
  publishing('stored', deniedForAll),
  publishing('dead-letters', deniedForAll),
  publishing('no-such-topic', deniedForAll),
  closed('Publisher.CreateTopic', { name: topic('mine') }, 'PUT', topic('mine'), {}),
  closed(
    'Publisher.UpdateTopic',
    { topic: { name: topic('events') }, updateMask: mask },
    'PATCH',
    topic('events'),
    { topic: { name: topic('events') }, updateMask: 'labels' },
  ),
  closed('Publisher.GetTopic', { topic: topic('events') }, 'GET', topic('events')),
  closed('Publisher.ListTopics', { project }, 'GET', `${project}/topics`),
  closed(
    'Publisher.ListTopicSubscriptions',
    { topic: topic('events') },
    'GET',
    `${topic('events')}/subscriptions`,
  ),
  closed('Publisher.ListTopicSnapshots', { topic: topic('events') }, 'GET', `${topic('events')}/snapshots`),
  closed('Publisher.DeleteTopic', { topic: topic('events') }, 'DELETE', topic('events')),
  closed('Publisher.DetachSubscription', { subscription: store }, 'POST', `${store}:detach`),
  closed('Subscriber.CreateSubscription', { name: made, topic: topic('events') }, 'PUT', made, {
    topic: topic('events'),
  }),
  closed('Subscriber.GetSubscription', { subscription: store }, 'GET', store),
  closed(
    'Subscriber.UpdateSubscription',
    { subscription: { name: store }, updateMask: mask },
    'PATCH',
    store,
    {
      subscription: { name: store },
      updateMask: 'labels',
    },
  ),
  closed('Subscriber.ListSubscriptions', { project }, 'GET', `${project}/subscriptions`),
  closed('Subscriber.DeleteSubscription', { subscription: store }, 'DELETE', store),
  closed('Subscriber.ModifyPushConfig', { subscription: store }, 'POST', `${store}:modifyPushConfig`, {
    pushConfig: {},
  }),
  closed(
    'Subscriber.ModifyAckDeadline',
    { subscription: store, ackIds: ['1'] },
    'POST',
    `${store}:modifyAckDeadline`,
    { ackIds: ['1'], ackDeadlineSeconds: 10 },
  ),
  closed('Subscriber.Acknowledge', { subscription: store, ackIds: ['1'] }, 'POST', `${store}:acknowledge`, {
    ackIds: ['1'],
  }),
  closed('Subscriber.Pull', { subscription: store, maxMessages: 1 }, 'POST', `${store}:pull`, {
    maxMessages: 1,
  }),
  { name: 'Subscriber.StreamingPull', statuses: deniedForAll, request: { subscription: store } },
  closed('Subscriber.Seek', { subscription: store, time: { seconds: 1 } }, 'POST', `${store}:seek`, {
    time: '2026-01-01T00:00:00Z',
  }),
  closed('Subscriber.CreateSnapshot', { name: snapshot, subscription: store }, 'PUT', snapshot, {
    subscription: store,
  }),
  closed('Subscriber.GetSnapshot', { snapshot }, 'GET', snapshot),
  closed('Subscriber.UpdateSnapshot', { snapshot: { name: snapshot }, updateMask: mask }, 'PATCH', snapshot, {
    snapshot: { name: snapshot },
    updateMask: 'labels',
  }),
  closed('Subscriber.ListSnapshots', { project }, 'GET', `${project}/snapshots`),
  closed('Subscriber.DeleteSnapshot', { snapshot }, 'DELETE', snapshot),
  // Returns the caller's own permissions to every caller.
  {
    name: 'IAMPolicy.TestIamPermissions',
    statuses: all(200),
    request: { resource: topic('events'), permissions: ['pubsub.topics.publish'] },
    rest: ['POST', `${topic('events')}:testIamPermissions`, { permissions: ['pubsub.topics.publish'] }],
  },
  // IAM policies are managed by Pulumi.
  closed('IAMPolicy.GetIamPolicy', { resource: topic('events') }, 'GET', `${topic('events')}:getIamPolicy`),
  closed(
    'IAMPolicy.SetIamPolicy',
    { resource: topic('events') },
    'POST',
    `${topic('events')}:setIamPolicy`,
    {},
  ),
]

const packages = loadPackageDefinition(fromJSON(protos, { longs: Number, enums: String, oneofs: false }))

function clientOf(name: string, host: string): Client {
  const service = name.startsWith('IAMPolicy') ? 'google.iam.v1.IAMPolicy' : `google.pubsub.v1.${name}`
  const constructor = service
    .split('.')
    .slice(0, name.startsWith('IAMPolicy') ? undefined : -1)
    .reduce<GrpcObject[string] | undefined>((scope, part) => (scope as GrpcObject)[part], packages)
  return new (constructor as ServiceClientConstructor)(host, credentials.createInsecure())
}

type Unary = (request: object, metadata: Metadata, done: (error: ServiceError | null) => void) => unknown
type Stream = (metadata: Metadata) => ClientDuplexStream<object, object>

/** Returns Google's HTTP status for a gRPC code. https://cloud.google.com/apis/design/errors#handling_errors */
function httpOf(code: status): number {
  return code === status.OK ? 200 : codes[status[code] as StatusCode].http
}

async function overGrpc({ name, request }: Method, { facts, headers }: Asking): Promise<number> {
  const client = clientOf(name, facts.pubsubHost)
  const metadata = new Metadata()
  metadata.set('authorization', headers['authorization']!)
  const method = name.split('.')[1]!
  const { promise, resolve } = Promise.withResolvers<number>()
  const call: unknown = Reflect.get(client, method)
  if (method === 'StreamingPull') {
    const stream = (call as Stream).call(client, metadata)
    stream.on('error', (error) => resolve(httpOf((error as ServiceError).code)))
    stream.on('data', () => resolve(200))
    stream.write(request)
  } else (call as Unary).call(client, request, metadata, (error) => resolve(httpOf(error?.code ?? status.OK)))
  return promise.finally(() => client.close())
}

function overRest([method, path, body]: NonNullable<Method['rest']>, { facts, headers }: Asking) {
  const url = `http://${facts.pubsubHost}/v1/${path}`
  return statusOf(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

function titled(what: string | undefined, transport: string): string {
  return what === undefined ? transport : `${what}, ${transport}`
}

export const pubsubDoors: readonly Door[] = methods.flatMap((each): readonly Door[] => {
  const { name, what, statuses, rest } = each
  const grpc: Door = {
    name,
    what: titled(what, 'gRPC'),
    statuses,
    ask: (asking) => overGrpc(each, asking),
  }
  return rest
    ? [grpc, { name, what: titled(what, 'REST'), statuses, ask: (asking) => overRest(rest, asking) }]
    : [grpc]
})
