/** google.iam.v1.IAMPolicy: which of some permissions the caller holds. Policies themselves belong to Pulumi.
 * https://cloud.google.com/pubsub/docs/access-control#testing_permissions */
import type { Broker } from '../broker.ts'
import { unimplemented } from '../errors.ts'
import { method, type Method } from './method.ts'

interface OnResource {
  resource: string
}

function requireResource(broker: Broker, resource: string): void {
  if (resource.includes('/topics/')) broker.topic(resource)
  else broker.subscription(resource)
}

const policies = (): never => {
  throw unimplemented('Reading and writing IAM policies is')
}

export const iam: Record<string, Method> = {
  TestIamPermissions: method<OnResource & { permissions?: string[] }>(
    () => [],
    (broker, { resource, permissions = [] }, { allows }) => {
      requireResource(broker, resource)
      return { permissions: permissions.filter((permission) => allows(permission, resource)) }
    },
  ),
  GetIamPolicy: method<OnResource>(() => [], policies),
  SetIamPolicy: method<OnResource>(() => [], policies),
}
