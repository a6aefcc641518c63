/** google.iam.v1.IAMPolicy: reads and sets the policies of resources, and tests permissions of the caller.
 * https://cloud.google.com/pubsub/docs/access-control#testing_permissions */
import type { RequiredPermission } from '../authorization.ts'
import type { Policy } from '../policies.ts'
import { collectionOf } from '../resource_names.ts'
import { method, type FieldMask, type Method } from './method.ts'

interface OnResource {
  resource: string
}

function on(verb: string) {
  return ({ resource }: OnResource): RequiredPermission[] => [
    [`pubsub.${collectionOf(resource)}.${verb}`, resource],
  ]
}

export const iam: Record<string, Method> = {
  TestIamPermissions: method<OnResource & { permissions?: string[] }>(
    () => [],
    (broker, { resource, permissions = [] }, { allows }) => {
      // "If the resource does not exist, this will return an empty set of permissions, not a NOT_FOUND error."
      // https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics/testIamPermissions
      if (!broker.exists(resource)) return {}
      return { permissions: permissions.filter((permission) => allows(permission, resource)) }
    },
  ),
  GetIamPolicy: method<OnResource>(on('getIamPolicy'), (broker, { resource }) =>
    broker.policies.get(resource),
  ),
  SetIamPolicy: method<OnResource & { policy?: Policy; updateMask?: FieldMask }>(
    on('setIamPolicy'),
    (broker, { resource, policy = {}, updateMask }) => {
      const paths = updateMask?.paths ?? []
      const isKept = paths.length > 0 && !paths.includes('bindings')
      const { bindings } = isKept ? broker.policies.get(resource) : policy
      return broker.policies.set(resource, { ...policy, bindings })
    },
  ),
}
