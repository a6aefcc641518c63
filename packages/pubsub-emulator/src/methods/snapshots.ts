/** google.pubsub.v1.Subscriber: the methods on snapshots.
 * https://cloud.google.com/pubsub/docs/reference/rpc/google.pubsub.v1#snapshot */
import type { RequiredPermission } from '../authorization.ts'
import { unimplemented } from '../errors.ts'
import { projectOf } from '../resource_names.ts'
import type { Attributes, Seconds } from '../resources.ts'
import type { Subscription } from '../subscription.ts'
import { masked, method, page, type FieldMask, type Method, type PageRequest } from './method.ts'

/** google.pubsub.v1.Snapshot */
interface SnapshotResource {
  name: string
  topic?: string | undefined
  expireTime?: Seconds | undefined
  labels?: Attributes | undefined
}

const updatable = ['labels', 'expireTime'] as const

function shown({ resource: { name, topic, labels, snapshot } }: Subscription): SnapshotResource {
  return { name, topic, labels, expireTime: snapshot?.expireTime }
}

function on(permission: string) {
  return ({ snapshot }: { snapshot: string }): RequiredPermission[] => [
    [`pubsub.snapshots.${permission}`, snapshot],
  ]
}

export const snapshots: Record<string, Method> = {
  CreateSnapshot: method<{ name: string; subscription: string; labels?: Attributes }>(
    ({ name, subscription }) => [
      ['pubsub.snapshots.create', projectOf(name)],
      ['pubsub.subscriptions.consume', subscription],
    ],
    async (broker, { name, subscription, labels = {} }) =>
      shown(await broker.createSnapshot(name, subscription, labels)),
  ),

  GetSnapshot: method<{ snapshot: string }>(on('get'), (broker, { snapshot }) =>
    shown(broker.replay.snapshot(snapshot)),
  ),

  UpdateSnapshot: method<{ snapshot: SnapshotResource; updateMask?: FieldMask }>(
    ({ snapshot: { name } }) => [['pubsub.snapshots.update', name]],
    async (broker, { snapshot, updateMask }) => {
      const current = shown(broker.replay.snapshot(snapshot.name))
      const { labels } = masked(current, snapshot, updateMask, { message: 'Snapshot', updatable })
      if (updateMask?.paths?.includes('expire_time'))
        throw unimplemented('Changing the expire_time of a snapshot is')
      return shown(await broker.replay.label(snapshot.name, labels))
    },
  ),

  ListSnapshots: method<PageRequest & { project: string }>(
    ({ project }) => [['pubsub.snapshots.list', project]],
    (broker, { project, ...request }) => {
      const all = [...broker.replay.snapshots.values()]
        .map((snapshot) => shown(snapshot))
        .filter(({ name }) => projectOf(name) === project)
      const { items, ...next } = page(all, ({ name }) => name, request)
      return { snapshots: items, ...next }
    },
  ),

  DeleteSnapshot: method<{ snapshot: string }>(on('delete'), async (broker, { snapshot }) => {
    await broker.replay.delete(snapshot)
    return {}
  }),
}
