/** Local stack: what Google's provider would compute for each resource: its id, its addresses, its generated names. Pure. */
import { createHash } from 'node:crypto'
import { ignoredTypes } from './ignored_types.ts'

/** A resource about to be created. */
export interface Creation {
  type: string
  name: string
  urn: string
  inputs: Readonly<Record<string, unknown>>
}

/** What the provider answers: the id, and the inputs with everything it computed. */
export interface Created {
  id: string
  outputs: Readonly<Record<string, unknown>>
}

export interface Emulate {
  (creation: Creation): Created
  /** Answers a data source: its token, such as `gcp:organizations/getProject:getProject`, and its arguments. */
  invoke: (token: string, inputs: Creation['inputs']) => Readonly<Record<string, unknown>>
}

export interface EmulateOptions {
  /** Id of the project the resources lie in. */
  project: string
  /** Number of that project. */
  projectNumber?: string
  /** Where a function answers: `http://127.0.0.1:8081`. */
  uriOf: (functionName: string) => string
}

type Compute = (
  creation: Creation,
  options: Required<EmulateOptions>,
) => { id: string } & Record<string, unknown>

/** The emulation for one project. Throws on a type of resource it has not learnt. */
export function emulator({ projectNumber = '100000000000', ...options }: EmulateOptions): Emulate {
  const create = (creation: Creation): Created => {
    const compute = computed.get(creation.type) ?? (ignoredTypes.has(creation.type) ? onlyNamed : undefined)
    if (!compute) {
      throw new Error(
        `${creation.type} (${creation.name}): unknown type of resource; say in local/pulumi/emulate.ts what the provider computes for it, or in not_here.ts that nothing of it is needed on a laptop`,
      )
    }
    const { id, ...outputs } = compute(creation, { projectNumber, ...options })
    return { id, outputs: { project: options.project, ...creation.inputs, ...outputs } }
  }
  const invoke: Emulate['invoke'] = (token, inputs) => {
    const answer = dataSources.get(token)
    if (!answer)
      throw new Error(`${token}: unknown data source; describe its answer in local/pulumi/emulate.ts`)
    return answer(inputs, projectNumber)
  }
  return Object.assign(create, { invoke })
}

/** What the provider's data sources answer.
 * https://www.pulumi.com/registry/packages/gcp/api-docs/organizations/getproject/ */
const dataSources: ReadonlyMap<
  string,
  (inputs: Creation['inputs'], projectNumber: string) => Readonly<Record<string, unknown>>
> = new Map([
  [
    'gcp:organizations/getProject:getProject',
    (inputs: Creation['inputs'], number: string) => {
      const projectId = text(inputs, 'projectId')
      return { id: `projects/${projectId}`, projectId, name: projectId, number }
    },
  ],
])

/** An IAM binding computes nothing; its id is what it binds. */
function grantOn(...keys: string[]): Compute {
  return ({ inputs }) => ({ id: [...keys, 'role', 'member'].map((key) => text(inputs, key)).join('/') })
}

/** What has nothing to do here only has names that others can refer to. */
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
    // Google may answer without the address of the identity, so nothing may go by it.
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

/** Pulumi's names for resources that the program leaves unnamed: the logical name and seven hexadecimal digits. */
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
