/** Local stack: reads the grants from the graph, for the local identity service to enforce. Pure. */
import type { Grant } from '../../packages/gcp-identity/src/index.ts'
import { ofType, type Graph, type Resource } from './graph.ts'

/** Returns every grant of the program. Throws on an unsupported type of grant, which would otherwise be ignored silently. */
export function grantsOf(graph: Graph): readonly Grant[] {
  const customRoles = customRolesOf(graph)
  return graph.resources.filter(isGrant).map((resource) => {
    const resourceOf = grantTypes.get(resource.type)
    if (!resourceOf) {
      throw new Error(
        `${resource.type} (${resource.name}): unknown type of grant. Add the resource that it is on to local/pulumi/grants.ts`,
      )
    }
    const role = input(resource, 'role')
    const permissions = customRoles.get(role)
    return {
      role,
      ...(permissions && { permissions }),
      member: memberOf(resource),
      resource: resourceOf(resource),
    }
  })
}

/** Returns the full name of each custom role → its permissions. */
function customRolesOf(graph: Graph): ReadonlyMap<string, readonly string[]> {
  return new Map(
    ofType(graph, 'gcp:projects/iAMCustomRole:IAMCustomRole').map(({ inputs, outputs }) => [
      String(outputs['name']),
      inputs['permissions'] as readonly string[],
    ]),
  )
}

function isGrant({ custom, inputs, type }: Resource): boolean {
  return custom && (('role' in inputs && 'member' in inputs) || grantTypes.has(type))
}

/** Type of grant → full name of the resource it is on. */
const grantTypes: ReadonlyMap<string, (grant: Resource) => string> = new Map<
  string,
  (grant: Resource) => string
>([
  ['gcp:projects/iAMMember:IAMMember', projectOf],
  [
    'gcp:pubsub/topicIAMMember:TopicIAMMember',
    (grant) => `${projectOf(grant)}/topics/${input(grant, 'topic')}`,
  ],
  [
    'gcp:pubsub/subscriptionIAMMember:SubscriptionIAMMember',
    (grant) => `${projectOf(grant)}/subscriptions/${input(grant, 'subscription')}`,
  ],
  [
    'gcp:bigquery/iamMember:IamMember',
    (grant) => `${projectOf(grant)}/datasets/${input(grant, 'datasetId')}/tables/${input(grant, 'tableId')}`,
  ],
  [
    'gcp:bigquery/datasetAccess:DatasetAccess',
    (grant) => `${projectOf(grant)}/datasets/${input(grant, 'datasetId')}`,
  ],
  [
    'gcp:cloudrunv2/serviceIamMember:ServiceIamMember',
    (grant) => `${projectOf(grant)}/locations/${input(grant, 'location')}/services/${input(grant, 'name')}`,
  ],
  [
    'gcp:artifactregistry/repositoryIamMember:RepositoryIamMember',
    (grant) =>
      `${projectOf(grant)}/locations/${input(grant, 'location')}/repositories/${input(grant, 'repository')}`,
  ],
  ['gcp:kms/cryptoKeyIAMMember:CryptoKeyIAMMember', (grant) => input(grant, 'cryptoKeyId')],
  ['gcp:secretmanager/secretIamMember:SecretIamMember', (grant) => input(grant, 'secretId')],
  ['gcp:serviceaccount/iAMMember:IAMMember', (grant) => input(grant, 'serviceAccountId')],
])

function projectOf({ outputs }: Resource): string {
  return `projects/${String(outputs['project'])}`
}

/** Returns the member as IAM writes it. A dataset's access list has a key for each kind of member. */
function memberOf(grant: Resource): string {
  const { member, iamMember, userByEmail, groupByEmail, domain } = grant.inputs
  if (userByEmail !== undefined) {
    const email = input(grant, 'userByEmail')
    return `${email.endsWith('.gserviceaccount.com') ? 'serviceAccount' : 'user'}:${email}`
  }
  if (groupByEmail !== undefined) return `group:${input(grant, 'groupByEmail')}`
  if (domain !== undefined) return `domain:${input(grant, 'domain')}`
  return String(member ?? iamMember)
}

function input({ urn, inputs }: Resource, name: string): string {
  const value = inputs[name]
  if (typeof value !== 'string')
    throw new Error(`${urn}: input ${name} must be text, got ${JSON.stringify(value)}`)
  return value
}
