/** Authorization: identifies callers and checks their permissions, with the errors of Google's front end.
 * https://cloud.google.com/pubsub/docs/access-control#required_permissions */
import type { Access, Caller } from '../../gcp-identity/src/access.ts'
import { RpcError } from './errors.ts'
import { projectOf } from './resource_names.ts'

/** A permission and the resource on which a caller needs it. */
export type RequiredPermission = readonly [permission: string, resource: string]

const scopes = ['https://www.googleapis.com/auth/cloud-platform', 'https://www.googleapis.com/auth/pubsub']
const expected =
  'Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.'

function errorInfo(reason: string, method: string) {
  return {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'googleapis.com',
    metadata: { service: 'pubsub.googleapis.com', method },
  }
}

/** Returns the caller of an Authorization header. Throws UNAUTHENTICATED, or PERMISSION_DENIED for a token without the scope.
 * `method` is the full name, e.g. `google.pubsub.v1.Publisher.Publish`. */
export function authenticate(access: Access, authorization: string | undefined, method: string): Caller {
  if (!authorization && access.anonymous) return access.anonymous
  if (!authorization)
    throw new RpcError(
      'UNAUTHENTICATED',
      `Request is missing required authentication credential. ${expected}`,
      [errorInfo('CREDENTIALS_MISSING', method)],
    )
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  const caller = token === undefined ? undefined : access.identify(token)
  if (!caller)
    throw new RpcError('UNAUTHENTICATED', `Request had invalid authentication credentials. ${expected}`, [
      errorInfo('ACCESS_TOKEN_TYPE_UNSUPPORTED', method),
    ])
  if (!caller.scopes.some((scope) => scopes.includes(scope)))
    throw new RpcError('PERMISSION_DENIED', 'Request had insufficient authentication scopes.', [
      errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT', method),
    ])
  return caller
}

/** Returns true if a topic, a subscription or a snapshot of this full name exists. */
export type Exists = (resource: string) => boolean

/** Returns the resource whose policy decides: the project if the resource does not exist. So only a caller with the permission on the
 * whole project learns that a resource is missing. Every other caller gets 403, as for a resource that exists. https://google.aip.dev/211 */
function decidedOn(resource: string, exists: Exists): string {
  return exists(resource) ? resource : projectOf(resource)
}

/** Throws PERMISSION_DENIED if the caller lacks one of the permissions. */
export function authorize(
  access: Access,
  caller: Caller,
  requirements: readonly RequiredPermission[],
  exists: Exists,
): void {
  for (const [permission, resource] of requirements)
    if (!access.allows(caller.email, permission, decidedOn(resource, exists)))
      throw new RpcError('PERMISSION_DENIED', 'User not authorized to perform this action.')
}
