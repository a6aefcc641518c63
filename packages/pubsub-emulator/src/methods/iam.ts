/** google.iam.v1.IAMPolicy: tests permissions of the caller. Policies cannot be read or written.
 * https://cloud.google.com/pubsub/docs/access-control#testing_permissions */
import { unimplemented } from '../errors.ts'
import { method, type Method } from './method.ts'

interface OnResource {
  resource: string
}

function policies(): never {
  throw unimplemented('Reading and writing IAM policies is')
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
  GetIamPolicy: method<OnResource>(() => [], policies),
  SetIamPolicy: method<OnResource>(() => [], policies),
}
