/** IAM policies of topics, subscriptions and snapshots: what they grant counts in addition to the access that the emulator was opened with.
 * https://cloud.google.com/pubsub/docs/access-control */
import { createHash } from 'node:crypto'
import type { Access } from '../../gcp-identity/src/access.ts'
import { compileGrants } from '../../gcp-identity/src/policy.ts'
import { invalidArgument, notFound, RpcError, unimplemented } from './errors.ts'
import type { BrokerJournal } from './journal.ts'
import { collectionOf, parseName } from './resource_names.ts'
import type { ResourcePolicy } from './resources.ts'
import type { Schemas } from './schemas/registry.ts'
import type { Subscription } from './subscription.ts'
import type { Topic } from './topic.ts'

/** google.iam.v1.Policy */
export interface Policy extends ResourcePolicy {
  etag?: Buffer | undefined
  auditConfigs?: readonly object[] | undefined
}

export interface PolicyParts {
  topics: ReadonlyMap<string, Topic>
  subscriptions: ReadonlyMap<string, Subscription>
  snapshots: ReadonlyMap<string, Subscription>
  schemas: Pick<Schemas, 'has'>
  journal: BrokerJournal
}

/** The etag of a resource without a policy, as Google's. */
const emptyEtag = Buffer.from('ACAB', 'base64')

function shown(policy: ResourcePolicy | undefined): Policy {
  if (!policy) return { etag: emptyEtag }
  const etag = createHash('sha256').update(JSON.stringify(policy)).digest().subarray(0, 8)
  return { ...policy, etag }
}

function decisions(resource: string, { bindings = [] }: ResourcePolicy): Access['allows'] {
  const grants = bindings.flatMap(({ role, members = [] }) =>
    members.map((member) => ({ role, member, resource })),
  )
  return compileGrants(grants)
}

export class Policies {
  readonly #parts: PolicyParts
  readonly #compiled = new WeakMap<ResourcePolicy, Access['allows']>()

  constructor(parts: PolicyParts) {
    this.#parts = parts
  }

  /** Returns the policy of a resource, which is empty until one is set. Throws NOT_FOUND if the resource does not exist. */
  get(name: string): Policy {
    parseName(name, collectionOf(name))
    if (this.#parts.schemas.has(name)) throw unimplemented('IAM policies of schemas are')
    const holder = this.#find(name)
    if (!holder) throw notFound(name)
    return shown(holder.resource.policy)
  }

  /** Replaces the policy of a resource. Throws ABORTED if it has changed since it was read with the etag that is given, and
   * INVALID_ARGUMENT or UNIMPLEMENTED for what cannot be enforced. */
  async set(name: string, { bindings = [], version, etag, auditConfigs }: Policy): Promise<Policy> {
    const current = this.get(name)
    if (etag?.length && !current.etag?.equals(etag))
      throw new RpcError(
        'ABORTED',
        'There were concurrent policy changes. Please retry the whole read-modify-write with exponential backoff.',
      )
    if (auditConfigs?.length) throw unimplemented('Audit configs are')
    const kept = bindings.filter(({ members }) => members?.length)
    if (kept.some(({ condition }) => condition)) throw unimplemented('IAM conditions are')
    const policy = kept.length === 0 ? undefined : { version: version || 1, bindings: kept }
    if (policy) this.#decide(name, policy)
    const { topics, subscriptions, snapshots, journal } = this.#parts
    const topic = topics.get(name)
    const subscription = subscriptions.get(name) ?? snapshots.get(name)
    topic?.configure({ ...topic.resource, policy })
    subscription?.configure({ ...subscription.resource, policy })
    if (topic) await journal.change({ change: 'topic', topic: topic.resource })
    else if (subscription)
      await journal.change({ change: 'subscription', subscription: subscription.resource })
    return shown(policy)
  }

  /** Returns true if the policy of the resource grants the permission. */
  readonly allows: Access['allows'] = (email, permission, resource) => {
    const policy = this.#find(resource)?.resource.policy
    if (!policy) return false
    const decide = this.#compiled.get(policy) ?? decisions(resource, policy)
    this.#compiled.set(policy, decide)
    return decide(email, permission, resource)
  }

  #decide(name: string, policy: ResourcePolicy): void {
    try {
      decisions(name, policy)
    } catch (error) {
      throw invalidArgument((error as Error).message)
    }
  }

  #find(name: string): Topic | Subscription | undefined {
    const { topics, subscriptions, snapshots } = this.#parts
    return topics.get(name) ?? subscriptions.get(name) ?? snapshots.get(name)
  }
}

/** Returns an access that also allows what the policies of the resources grant. */
export function withPolicies(access: Access, policies: Policies): Access {
  return {
    identify: (token) => access.identify(token),
    allows: (email, permission, resource) =>
      access.allows(email, permission, resource) || policies.allows(email, permission, resource),
    ...(access.anonymous && { anonymous: access.anonymous }),
  }
}
