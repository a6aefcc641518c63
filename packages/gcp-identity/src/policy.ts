/** The policy: the grants of the Pulumi program, asked by the embedded services before they serve a request. */
import type { Access } from './access.ts'
import { logged } from './access_log.ts'
import { knownRoles, permitsOf } from './roles.ts'

/** One IAM binding of one member. */
export interface Grant {
  /** `roles/pubsub.publisher`, `projects/p/roles/r`, or `READER`, `WRITER`, `OWNER` from a BigQuery dataset's access list. */
  role: string
  /** What a custom role permits, `projects/p/roles/r`; undefined for Google's own. */
  permissions?: readonly string[]
  /**
   * `serviceAccount:…`, `user:…`, `group:…`, `allUsers` or `allAuthenticatedUsers`. A group's grants hold for nobody
   * here: who belongs to it is known to Cloud Identity, not to the program.
   * https://cloud.google.com/iam/docs/principal-identifiers
   */
  member: string
  /** `projects/p`, `projects/p/topics/t`, `projects/p/datasets/d/tables/t`, …: holds for all that lies below it, too. */
  resource: string
}

/** One grant, ready to be asked. */
interface Right {
  resource: string
  /** `resource` with a slash: what the names of resources below it start with. */
  above: string
  permits: (permission: string) => boolean
}

/**
 * Builds the policy from all grants. Throws on a role or a kind of member that it does not know: a grant that silently
 * does not hold would only show as a refused request much later. `SLUICE_ACCESS_LOG` names a file that takes what is asked.
 */
export function createPolicy(grants: readonly Grant[]): Pick<Access, 'allows'> {
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
  const allows: Access['allows'] = (email, permission, resource) =>
    holds('allUsers', permission, resource) ||
    (email !== '' &&
      (holds(email.toLowerCase(), permission, resource) ||
        holds('allAuthenticatedUsers', permission, resource)))
  return { allows: logged(allows, process.env['SLUICE_ACCESS_LOG']) }
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

/** Whom a grant concerns: an address in lower case, or one of the two special members. */
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
