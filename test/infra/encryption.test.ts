/** Encryption: checks that every resource with data uses the owner's key, after Google's services may use it. */
import assert from 'node:assert/strict'
import { ofType, type Graph } from '../../local/pulumi/graph.ts'
import { examples, stack } from './stack.ts'

const key = 'projects/acme-keys/locations/europe-west1/keyRings/events/cryptoKeys/sluice'

/** Type of resource with data → path of its key. */
const places: Readonly<Record<string, (inputs: Readonly<Record<string, unknown>>) => unknown>> = {
  'gcp:pubsub/topic:Topic': (inputs) => inputs['kmsKeyName'],
  'gcp:cloudfunctionsv2/function:Function': (inputs) => inputs['kmsKeyName'],
  'gcp:artifactregistry/repository:Repository': (inputs) => inputs['kmsKeyName'],
  'gcp:storage/bucket:Bucket': ({ encryption }) =>
    (encryption as { defaultKmsKeyName?: string } | undefined)?.defaultKmsKeyName,
  'gcp:bigquery/dataset:Dataset': ({ defaultEncryptionConfiguration: configuration }) =>
    (configuration as { kmsKeyName?: string } | undefined)?.kmsKeyName,
  'gcp:bigquery/table:Table': ({ encryptionConfiguration: configuration }) =>
    (configuration as { kmsKeyName?: string } | undefined)?.kmsKeyName,
  'gcp:secretmanager/secret:Secret': ({ replication }) =>
    (replication as { userManaged: { replicas: { customerManagedEncryption?: { kmsKeyName: string } }[] } })
      .userManaged.replicas[0]?.customerManagedEncryption?.kmsKeyName,
}

/** Returns the resources that hold data. A view holds none. */
function holders(graph: Graph) {
  return Object.keys(places).flatMap((type) =>
    ofType(graph, type).filter(({ inputs }) => !('view' in inputs)),
  )
}

function keys(graph: Graph) {
  return new Set(holders(graph).map(({ type, inputs }) => places[type]!(inputs)))
}

describe('the owner’s own key', () => {
  it('encrypts every resource with data', async () => {
    assert.deepEqual(keys(await stack(examples['with its own key'])), new Set([key]))
  })

  it('encrypts nothing if it is not configured', async () => {
    assert.deepEqual(keys(await stack()), new Set([undefined]))
  })

  it('is granted before any resource uses it', async () => {
    const graph = await stack(examples['with its own key'])
    const grants = ofType(graph, 'gcp:kms/cryptoKeyIAMMember:CryptoKeyIAMMember').map(({ urn }) => urn)
    assert.equal(grants.length, 7)
    const byUrn = new Map(graph.resources.map((resource) => [resource.urn, resource]))
    const waitsFor = (urn: string, target: string): boolean => {
      const { dependencies = [] } = byUrn.get(urn) ?? {}
      return dependencies.some((each) => each === target || waitsFor(each, target))
    }
    for (const { urn } of holders(graph).filter(({ type }) => !type.includes('table')))
      for (const grant of grants) assert.ok(waitsFor(urn, grant), `${urn} does not wait for ${grant}`)
  })

  it('must be in the location of all resources that it encrypts', async () => {
    const { 'sluice:location': _, ...elsewhere } = examples['with its own key']!
    await assert.rejects(stack(elsewhere), {
      message:
        'sluice:encryption.key is in europe-west1, but a key encrypts only resources in its own location: ' +
        'sluice:region is europe-west1 and sluice:location is EU. Make all three the same region',
    })
  })
})

describe('the regions of messages', () => {
  it('are those of the settings, for every topic', async () => {
    for (const { inputs } of ofType(await stack(examples['with its own key']), 'gcp:pubsub/topic:Topic')) {
      assert.deepEqual(inputs['messageStoragePolicy'], {
        allowedPersistenceRegions: ['europe-west1', 'europe-west4'],
      })
    }
  })

  it('are left to Pub/Sub if none are configured', async () => {
    for (const { inputs } of ofType(await stack(), 'gcp:pubsub/topic:Topic'))
      assert.equal('messageStoragePolicy' in inputs, false)
  })
})
