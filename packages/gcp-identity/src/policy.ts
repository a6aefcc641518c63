/** The policy: IAM grants, which decide whether the emulators serve a request. */
import type { Access } from './access.ts'
import { logged } from './access_log.ts'
import { knownRoles, permitsOf } from './roles.ts'

/** One IAM binding of one member. */
export interface Grant {
  /** `roles/pubsub.publisher`, `projects/p/roles/r`, or `READER`, `WRITER`, `OWNER` from a BigQuery dataset's access list. */
  role: string
  /** The permissions of a custom role, `projects/p/roles/r`. Absent for a predefined role. */
  permissions?: readonly string[]
  /**
   * `serviceAccount:…`, `user:…`, `group:…`, `allUsers` or `allAuthenticatedUsers`. A grant to a
   * group holds for no caller: the members of a group are known to Cloud Identity only.
   * https://cloud.google.com/iam/docs/principal-identifiers
   */
  member: string
  /** `projects/p`, `projects/p/topics/t`, `projects/p/datasets/d/tables/t`, …. The grant holds for the resources below it, too. */
  resource: string
}

/** A compiled grant. */
interface Right {
  resource: string
  /** `resource` with a slash: the prefix of the names of the resources below it. */
  above: string
  permits: (permission: string) => boolean
}

/** Compiles grants to a policy whose decisions are appended to the file that the environment variable `SLUICE_ACCESS_LOG` names. Throws
 * as `compileGrants`. */
export function createPolicy(grants: readonly Grant[]): Pick<Access, 'allows'> {
  return { allows: logged(compileGrants(grants), process.env['SLUICE_ACCESS_LOG']) }
}

/** Compiles grants to decisions. Throws for an unknown role or kind of member: a grant without effect would show much later, as a
 * refused request. */
export function compileGrants(grants: readonly Grant[]): Access['allows'] {
  const rightsOf = new Map<string, Right[]>()
  for (const grant of grants) {
    const holder = holderOf(grant)
    const rights = rightsOf.get(holder) ?? []
    rights.push(rightOf(grant))
    rightsOf.set(holder, rights)
  }
  const holds = (holder: string, permission: string, resource: string) =>
    rightsOf.get(holder)?.some((right) => covers(right, resource) && right.permits(permission)) ?? false

  /** An empty `email` is a caller without credentials, for whom only `allUsers` counts. */
  return (email, permission, resource) =>
    holds('allUsers', permission, resource) ||
    (email !== '' &&
      (holds(email.toLowerCase(), permission, resource) ||
        holds('allAuthenticatedUsers', permission, resource)))
}

function covers(right: Right, resource: string): boolean {
  return resource === right.resource || resource.startsWith(right.above)
}

function rightOf({ role, permissions, member, resource }: Grant): Right {
  const permits = permitsOf(role, permissions)
  if (!permits) {
    throw new Error(
      `grant of ${role} to ${member} on ${resource}: unknown role, expected one of ${knownRoles.join(', ')}`,
    )
  }
  if (!/^projects\/[^/]+(\/[^/]+)*$/.test(resource)) {
    throw new Error(
      `grant of ${role} to ${member}: expected a resource like projects/p/topics/t, got "${resource}"`,
    )
  }
  return { resource, above: `${resource}/`, permits }
}

/** Returns the holder of a grant: an address in lower case, or one of the two special members. */
function holderOf({ role, member, resource }: Grant): string {
  if (member === 'allUsers' || member === 'allAuthenticatedUsers') return member
  const [, kind, address] = /^(serviceAccount|user|group):([^@\s]+@[^@\s]+)$/.exec(member) ?? []
  if (!kind || !address) {
    throw new Error(
      `grant of ${role} on ${resource}: expected a member like serviceAccount:a@p.iam.gserviceaccount.com, ` +
        `user:…, group:…, allUsers or allAuthenticatedUsers, got "${member}"`,
    )
  }
  return kind === 'group' ? member : address.toLowerCase()
}
