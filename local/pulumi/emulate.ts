/** Local stack: computes what Google's provider would return for each resource: id, addresses, generated names. Pure. */
import { createHash } from 'node:crypto'
import { ignoredTypes } from './ignored_types.ts'

/** A resource about to be created. */
export interface Creation {
  type: string
  name: string
  urn: string
  inputs: Readonly<Record<string, unknown>>
}

/** The provider's response: the id, and the inputs with the computed outputs. */
interface Created {
  id: string
  outputs: Readonly<Record<string, unknown>>
}

export interface Emulate {
  (creation: Creation): Created
  /** Returns the value of a data source, given its token, such as `gcp:organizations/getProject:getProject`, and arguments. */
  invoke: (token: string, inputs: Creation['inputs']) => Readonly<Record<string, unknown>>
}

interface EmulateOptions {
  /** Id of the project of the resources. */
  project: string
  /** Number of that project. */
  projectNumber?: string
  /** Returns the address of a function: `http://127.0.0.1:8081`. */
  uriOf: (functionName: string) => string
}

type Compute = (
  creation: Creation,
  options: Required<EmulateOptions>,
) => { id: string } & Record<string, unknown>

/** Returns the emulation for one project. It throws on a resource type that it does not support. */
export function emulator({ projectNumber = '100000000000', ...options }: EmulateOptions): Emulate {
  const create = (creation: Creation): Created => {
    const compute = computed.get(creation.type) ?? (ignoredTypes.has(creation.type) ? onlyNamed : undefined)
    if (!compute) {
      throw new Error(
        `${creation.type} (${creation.name}): unknown resource type. Add its computed outputs to local/pulumi/emulate.ts, or add it to local/pulumi/ignored_types.ts if a local stack does not need it`,
      )
    }
    const { id, ...outputs } = compute(creation, { projectNumber, ...options })
    return { id, outputs: { project: options.project, ...creation.inputs, ...outputs } }
  }
  const invoke: Emulate['invoke'] = (token, inputs) => {
    const answer = dataSources.get(token)
    if (!answer) throw new Error(`${token}: unknown data source. Add its value to local/pulumi/emulate.ts`)
    return answer(inputs, projectNumber)
  }
  return Object.assign(create, { invoke })
}

type DataSource = (inputs: Creation['inputs'], projectNumber: string) => Readonly<Record<string, unknown>>

/** Values of the provider's data sources.
 * https://www.pulumi.com/registry/packages/gcp/api-docs/organizations/getproject/
 * https://www.pulumi.com/registry/packages/gcp/api-docs/cloudrunv2/getservice/ */
const dataSources: ReadonlyMap<string, DataSource> = new Map<string, DataSource>([
  [
    'gcp:organizations/getProject:getProject',
    (inputs, number) => {
      const projectId = text(inputs, 'projectId')
      return { id: `projects/${projectId}`, projectId, name: projectId, number }
    },
  ],
  [
    'gcp:cloudrunv2/getService:getService',
    (inputs) => {
      const image = `${text(inputs, 'location')}-docker.pkg.dev/${text(inputs, 'project')}/sluice-functions/${text(inputs, 'name')}`
      return { templates: [{ containers: [{ image }] }] }
    },
  ],
])

/** Returns the emulation of a grant: its id is made of the resource, role and member. */
function grantOn(...keys: string[]): Compute {
  return ({ inputs }) => ({ id: [...keys, 'role', 'member'].map((key) => text(inputs, key)).join('/') })
}

/** Emulates an ignored type: it only has a name that others can refer to. */
const onlyNamed: Compute = (creation, { project }) => {
  const [, kind = ''] = creation.type.split('/')
  const name = typeof creation.inputs['name'] === 'string' ? creation.inputs['name'] : generatedName(creation)
  return { id: `projects/${project}/${kind.split(':')[0]}s/${name}`, name }
}

const computed: ReadonlyMap<string, Compute> = new Map<string, Compute>([
  [
    'gcp:projects/service:Service',
    ({ inputs }, { project }) => ({ id: `${project}/${text(inputs, 'service')}` }),
  ],
  [
    'gcp:projects/serviceIdentity:ServiceIdentity',
    // Google may return no address of the identity, so the program must not use it.
    // https://github.com/GoogleCloudPlatform/magic-modules/pull/6192
    ({ inputs }, { project }) => ({ id: `projects/${project}/services/${text(inputs, 'service')}` }),
  ],
  [
    'gcp:serviceaccount/account:Account',
    ({ inputs }, { project }) => {
      const email = `${text(inputs, 'accountId')}@${project}.iam.gserviceaccount.com`
      const name = `projects/${project}/serviceAccounts/${email}`
      return { id: name, name, email, member: `serviceAccount:${email}` }
    },
  ],
  [
    'gcp:projects/iAMCustomRole:IAMCustomRole',
    ({ inputs }, { project }) => {
      const name = `projects/${project}/roles/${text(inputs, 'roleId')}`
      return { id: name, name }
    },
  ],
  [
    'gcp:artifactregistry/repository:Repository',
    ({ inputs }, { project }) => {
      const name = text(inputs, 'repositoryId')
      const id = `projects/${project}/locations/${text(inputs, 'location')}/repositories/${name}`
      return { id, name, createTime: '2026-01-01T00:00:00.000000Z' }
    },
  ],
  [
    'gcp:storage/bucket:Bucket',
    ({ inputs }) => ({ id: text(inputs, 'name'), url: `gs://${text(inputs, 'name')}` }),
  ],
  [
    'gcp:storage/bucketObject:BucketObject',
    (creation) => {
      const name = generatedName(creation)
      return { id: `${text(creation.inputs, 'bucket')}-${name}`, name, outputName: name }
    },
  ],
  [
    'gcp:cloudfunctionsv2/function:Function',
    ({ inputs }, { project, uriOf }) => {
      const name = text(inputs, 'name')
      const location = text(inputs, 'location')
      const place = `projects/${project}/locations/${location}`
      const service = `${place}/services/${name}`
      return {
        id: `${place}/functions/${name}`,
        url: `https://${location}-${project}.cloudfunctions.net/${name}`,
        serviceConfig: { ...record(inputs, 'serviceConfig'), uri: uriOf(name), service },
      }
    },
  ],
  [
    'gcp:cloudrunv2/workerPool:WorkerPool',
    ({ inputs }, { project }) => ({
      id: `projects/${project}/locations/${text(inputs, 'location')}/workerPools/${text(inputs, 'name')}`,
    }),
  ],
  [
    'gcp:pubsub/topic:Topic',
    ({ inputs }, { project }) => ({ id: `projects/${project}/topics/${text(inputs, 'name')}` }),
  ],
  [
    'gcp:pubsub/subscription:Subscription',
    ({ inputs }, { project }) => ({ id: `projects/${project}/subscriptions/${text(inputs, 'name')}` }),
  ],
  [
    'gcp:cloudscheduler/job:Job',
    ({ inputs }, { project }) => ({
      id: `projects/${project}/locations/${text(inputs, 'region')}/jobs/${text(inputs, 'name')}`,
    }),
  ],
  [
    'gcp:bigquery/dataset:Dataset',
    ({ inputs }, { project }) => ({ id: `projects/${project}/datasets/${text(inputs, 'datasetId')}` }),
  ],
  [
    'gcp:bigquery/table:Table',
    ({ inputs }, { project }) => ({
      id: `projects/${project}/datasets/${text(inputs, 'datasetId')}/tables/${text(inputs, 'tableId')}`,
    }),
  ],
  [
    'gcp:secretmanager/secret:Secret',
    ({ inputs }, { project, projectNumber }) => {
      const secret = text(inputs, 'secretId')
      return {
        id: `projects/${project}/secrets/${secret}`,
        name: `projects/${projectNumber}/secrets/${secret}`,
      }
    },
  ],
  [
    'gcp:secretmanager/secretVersion:SecretVersion',
    ({ inputs }) => {
      const id = `${text(inputs, 'secret')}/versions/1`
      return { id, name: id, version: '1' }
    },
  ],
  [
    'gcp:bigquery/datasetAccess:DatasetAccess',
    ({ inputs, urn }) => ({ id: `${text(inputs, 'datasetId')}/${urn}` }),
  ],
  ['gcp:bigquery/iamMember:IamMember', grantOn('datasetId', 'tableId')],
  [
    'gcp:compute/globalAddress:GlobalAddress',
    (creation, { project }) => {
      const name = generatedName(creation)
      // Reserved for documentation: https://www.rfc-editor.org/rfc/rfc5737
      return { id: `projects/${project}/global/addresses/${name}`, name, address: '203.0.113.80' }
    },
  ],
  ['gcp:kms/cryptoKeyIAMMember:CryptoKeyIAMMember', grantOn('cryptoKeyId')],
  ['gcp:artifactregistry/repositoryIamMember:RepositoryIamMember', grantOn('repository')],
  ['gcp:cloudrunv2/serviceIamMember:ServiceIamMember', grantOn('location', 'name')],
  ['gcp:projects/iAMMember:IAMMember', grantOn('project')],
  ['gcp:pubsub/subscriptionIAMMember:SubscriptionIAMMember', grantOn('subscription')],
  ['gcp:pubsub/topicIAMMember:TopicIAMMember', grantOn('topic')],
  ['gcp:secretmanager/secretIamMember:SecretIamMember', grantOn('secretId')],
  ['gcp:serviceaccount/iAMMember:IAMMember', grantOn('serviceAccountId')],
])

/** Returns Pulumi's generated name for an unnamed resource: the logical name and seven hexadecimal digits. */
function generatedName({ name, urn }: Creation): string {
  return `${name}-${createHash('sha256').update(urn).digest('hex').slice(0, 7)}`
}

function text(inputs: Creation['inputs'], key: string): string {
  const value = inputs[key]
  if (typeof value !== 'string') throw new Error(`${key}: expected text, got ${JSON.stringify(value)}`)
  return value
}

function record(inputs: Creation['inputs'], key: string): object {
  const value = inputs[key]
  if (typeof value !== 'object' || value === null) throw new Error(`${key}: expected an object`)
  return value
}
