/** Who may do what: the whole of it, so that a new grant is a line in a review. */
import assert from 'node:assert/strict'
import { eventTypes } from '../schemas/event_types.ts'
import type { Graph } from '../local/pulumi/graph.ts'
import { grantsOf } from '../local/pulumi/grants.ts'
import { stack } from './infra/stack.ts'

const root = 'projects/acme-events'
const account = (name: string) => `serviceAccount:${name}@acme-events.iam.gserviceaccount.com`
const pubsub = 'serviceAccount:service-100000000000@gcp-sa-pubsub.iam.gserviceaccount.com'
const shop = 'serviceAccount:shop@acme-shop.iam.gserviceaccount.com'

const publicTopics = ['events', ...eventTypes.keys()]
const pushSubscriptions = [
  ...publicTopics.map((topic) => `${topic}-store`),
  'forward-webhook_eu',
  'forward-webhook_us',
]

/** Member, role, resource. */
const expected: readonly (readonly [string, string, string])[] = [
  // Anybody may call ingest, which holds no right itself.
  ['allUsers', 'roles/run.invoker', `${root}/locations/europe-west1/services/ingest`],

  // Producers may publish to public topics, and to no other.
  ...publicTopics.map((topic) => [shop, 'roles/pubsub.publisher', `${root}/topics/${topic}`] as const),

  // store writes what came in, then says so on the bus.
  [account('sluice-store'), 'roles/bigquery.dataEditor', `${root}/datasets/sluice/tables/events`],
  [account('sluice-store'), 'roles/bigquery.dataEditor', `${root}/datasets/sluice/tables/quarantine`],
  [account('sluice-store'), 'roles/pubsub.publisher', `${root}/topics/stored`],

  // forward reads its secrets and writes what became of each attempt.
  [account('sluice-forward'), 'roles/bigquery.dataEditor', `${root}/datasets/sluice/tables/deliveries`],
  [
    account('sluice-forward'),
    'roles/secretmanager.secretAccessor',
    `${root}/secrets/secret-webhook-eu-secret`,
  ],

  // Pub/Sub calls the functions in the name of one account, signs for it, and moves what cannot be delivered.
  [account('sluice-push'), 'roles/run.invoker', `${root}/locations/europe-west1/services/store`],
  [account('sluice-push'), 'roles/run.invoker', `${root}/locations/europe-west1/services/forward`],
  [
    pubsub,
    'roles/iam.serviceAccountTokenCreator',
    `${root}/serviceAccounts/sluice-push@acme-events.iam.gserviceaccount.com`,
  ],
  [pubsub, 'roles/pubsub.publisher', `${root}/topics/dead-letters`],
  ...pushSubscriptions.map(
    (id) => [pubsub, 'roles/pubsub.subscriber', `${root}/subscriptions/${id}`] as const,
  ),

  // What building a function takes.
  [account('sluice-build'), 'roles/logging.logWriter', root],
  [account('sluice-build'), 'roles/artifactregistry.writer', root],
  [account('sluice-build'), 'roles/storage.objectViewer', root],

  // Analysts read the dataset and run queries at the project's cost.
  ['group:analysts@acme.example', 'READER', `${root}/datasets/sluice`],
  ['group:analysts@acme.example', 'roles/bigquery.jobUser', root],
  ['user:ada@acme.example', 'READER', `${root}/datasets/sluice`],
  ['user:ada@acme.example', 'roles/bigquery.jobUser', root],
]

const rows = (graph: Graph): string[] =>
  grantsOf(graph)
    .map(({ member, role, resource }) => `${member} ${role} ${resource}`)
    .toSorted()

describe('access', () => {
  it('is granted as the table says, to nobody else and for nothing else', async () => {
    assert.deepEqual(rows(await stack()), expected.map((row) => row.join(' ')).toSorted())
  })

  it('is granted to nobody from outside without settings that say so', async () => {
    const graph = await stack({
      'sluice:producers': undefined,
      'sluice:analysts': undefined,
      'sluice:publicIngress': 'false',
    })
    const outsiders = rows(graph).filter(
      (row) => !/^serviceAccount:\S+@(acme-events|gcp-sa-pubsub)\./.test(row),
    )
    assert.deepEqual(outsiders, [])
  })

  it('is granted to analysts of every kind in the words of a dataset’s access list', async () => {
    const analysts = [
      'user:ada@acme.example',
      'serviceAccount:bi@acme-bi.iam.gserviceaccount.com',
      'group:analysts@acme.example',
      'domain:acme.example',
    ]
    const graph = await stack({ 'sluice:analysts': JSON.stringify(analysts) })
    const readers = grantsOf(graph).filter(({ role }) => role === 'READER')
    assert.deepEqual(
      readers.map(({ member }) => member),
      analysts,
    )
    const entries = graph.resources.filter(({ type }) => type === 'gcp:bigquery/datasetAccess:DatasetAccess')
    assert.deepEqual(
      entries.map(({ inputs }) => inputs),
      [
        { userByEmail: 'ada@acme.example' },
        { userByEmail: 'bi@acme-bi.iam.gserviceaccount.com' },
        { groupByEmail: 'analysts@acme.example' },
        { domain: 'acme.example' },
      ].map((entity) => ({ datasetId: 'sluice', role: 'READER', ...entity })),
    )
  })

  it('is not granted silently: an unknown type of grant is named', async () => {
    const graph = await stack()
    const [grant] = graph.resources.filter(({ inputs }) => 'member' in inputs)
    assert.ok(grant)
    const strange = { ...grant, type: 'gcp:storage/bucketIAMMember:BucketIAMMember' }
    assert.throws(
      () => grantsOf({ ...graph, resources: [strange] }),
      /gcp:storage\/bucketIAMMember:BucketIAMMember .*: unknown type of grant/,
    )
  })
})
