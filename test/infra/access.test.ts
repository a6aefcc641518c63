/** Access: lists every grant of the program, so that a new one is a line in a review. */
import assert from 'node:assert/strict'
import { eventTypes } from '../../schemas/event_types.ts'
import type { Graph } from '../../local/pulumi/graph.ts'
import { grantsOf } from '../../local/pulumi/grants.ts'
import { examples, stack } from './stack.ts'

const root = 'projects/acme-events'

function account(name: string) {
  return `serviceAccount:${name}@acme-events.iam.gserviceaccount.com`
}

function agent(service: string) {
  return `serviceAccount:service-100000000000@gcp-sa-${service}.iam.gserviceaccount.com`
}

const pubsub = agent('pubsub')
const shop = 'serviceAccount:shop@acme-shop.iam.gserviceaccount.com'

const publicTopics = ['events', ...eventTypes.keys()]
const pushSubscriptions = [
  ...publicTopics.map((topic) => `${topic}-store`),
  'forward-webhook_eu',
  'forward-topic_us',
  'stored-act',
]

const writer = `${root}/roles/sluice.test.writer`
const appender = `${root}/roles/sluice.test.appender`

function mayEdit(name: string, table: string) {
  return [account(`sluice-${name}`), writer, `${root}/datasets/sluice/tables/${table}`] as const
}

/** Member, role, resource. */
const expected: readonly (readonly [string, string, string])[] = [
  // Everyone may call ingest and translate, which read definitions; translate appends receipts, which it cannot read.
  ['allUsers', 'roles/run.invoker', `${root}/locations/europe-west1/services/ingest`],
  [account('sluice-ingest'), 'roles/bigquery.dataViewer', `${root}/datasets/sluice/tables/definitions`],
  ['allUsers', 'roles/run.invoker', `${root}/locations/europe-west1/services/translate`],
  [account('sluice-translate'), 'roles/bigquery.dataViewer', `${root}/datasets/sluice/tables/definitions`],
  [
    account('sluice-translate'),
    `${root}/roles/sluice.test.recorder`,
    `${root}/datasets/sluice/tables/receipts`,
  ],
  [account('sluice-translate'), appender, `${root}/datasets/sluice`],
  // Everyone may call console, which reads with the caller's token. Its own account appends to `audit`, and does nothing else.
  ['allUsers', 'roles/run.invoker', `${root}/locations/europe-west1/services/console`],
  [account('sluice-console'), `${root}/roles/sluice.test.recorder`, `${root}/datasets/sluice/tables/audit`],
  [account('sluice-console'), appender, `${root}/datasets/sluice`],

  // Producers may publish only to public topics.
  ...publicTopics.map((topic) => [shop, 'roles/pubsub.publisher', `${root}/topics/${topic}`] as const),

  // store reads definitions and suppressions, writes events, then publishes to `stored`.
  [account('sluice-store'), 'roles/bigquery.dataViewer', `${root}/datasets/sluice/tables/definitions`],
  [account('sluice-store'), 'roles/bigquery.dataViewer', `${root}/datasets/sluice/tables/suppressions`],
  // Functions that append rows and may not read the dataset read its metadata.
  [account('sluice-store'), appender, `${root}/datasets/sluice`],
  mayEdit('store', 'events'),
  mayEdit('store', 'quarantine'),
  [account('sluice-store'), 'roles/pubsub.publisher', `${root}/topics/stored`],
  // It also writes dead letters and their outcomes; of a page, those of the rows that have none.
  [account('sluice-store'), 'roles/bigquery.jobUser', root],
  mayEdit('store', 'dead_letters'),
  mayEdit('store', 'deliveries'),

  // forward reads its secrets and suppressions, and writes the outcome of each attempt.
  mayEdit('forward', 'deliveries'),
  [account('sluice-forward'), appender, `${root}/datasets/sluice`],
  [account('sluice-forward'), 'roles/bigquery.dataViewer', `${root}/datasets/sluice/tables/suppressions`],
  [
    account('sluice-forward'),
    'roles/secretmanager.secretAccessor',
    `${root}/secrets/secret-webhook-eu-secret`,
  ],

  // Pub/Sub calls the functions with one service account, signs its tokens, and moves dead letters.
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

  // sync, act and erase read the dataset, write their own tables, and publish to `stored`.
  ...['sync', 'act', 'erase'].flatMap((name) => [
    [account('sluice-push'), 'roles/run.invoker', `${root}/locations/europe-west1/services/${name}`] as const,
    [account(`sluice-${name}`), 'READER', `${root}/datasets/sluice`] as const,
    [account(`sluice-${name}`), 'roles/bigquery.jobUser', root] as const,
    [account(`sluice-${name}`), 'roles/pubsub.publisher', `${root}/topics/stored`] as const,
    ...['runs', 'leases'].map((table) => mayEdit(name, table)),
  ]),
  ...'deliveries sync_state sync_changes hourly_counts hourly_errors health_alerts identity_links'
    .split(' ')
    .map((table) => mayEdit('sync', table)),
  ...['action_windows', 'action_firings', 'deliveries'].map((table) => mayEdit('act', table)),

  // Reprocessed messages are published to their original topics.
  ...publicTopics.map(
    (topic) => [account('sluice-sync'), 'roles/pubsub.publisher', `${root}/topics/${topic}`] as const,
  ),

  // Only erase may delete rows from every table with personal data.
  ...['events', 'deliveries', 'quarantine', 'dead_letters', 'suppressions', 'erasure_events'].map((table) =>
    mayEdit('erase', table),
  ),
  ...'sync_state sync_changes action_windows action_firings hourly_counts hourly_errors health_alerts identity_links'
    .split(' ')
    .map((table) => mayEdit('erase', table)),
  [account('sluice-erase'), 'roles/pubsub.subscriber', `${root}/subscriptions/dead-letters-hold`],

  // The grants of a build; for storage only the sources.
  [account('sluice-build'), 'roles/logging.logWriter', root],
  [
    account('sluice-build'),
    'roles/artifactregistry.writer',
    `${root}/locations/europe-west1/repositories/sluice-functions`,
  ],
  [account('sluice-build'), 'roles/storage.objectViewer', root],

  // Cloud Scheduler requests the checks.
  [agent('cloudscheduler'), 'roles/pubsub.publisher', `${root}/topics/scheduled-runs`],

  // Analysts read the dataset and run queries, which the project pays for.
  ['group:analysts@acme.example', 'READER', `${root}/datasets/sluice`],
  ['group:analysts@acme.example', 'roles/bigquery.jobUser', root],
  ['user:ada@acme.example', 'READER', `${root}/datasets/sluice`],
  ['user:ada@acme.example', 'roles/bigquery.jobUser', root],
]

function rows(graph: Graph): string[] {
  return grantsOf(graph)
    .map(({ member, role, resource }) => `${member} ${role} ${resource}`)
    .toSorted()
}

describe('access', () => {
  it('has exactly the grants of the table', async () => {
    assert.deepEqual(rows(await stack()), expected.map((row) => row.join(' ')).toSorted())
  })

  it('has the same grants with a load balancer, alerts and a budget, and further ones for webhooks, a web door and operators', async () => {
    const usual = new Set(rows(await stack()))
    const all = rows(await stack(examples['with everything']))
    assert.deepEqual(
      [...usual].filter((row) => !all.includes(row)),
      [],
    )
    const secrets = ['secret-shop-orders', 'previous-shop-orders', 'secret-legacy-crm']
    const ofHook = [
      ['allUsers', 'roles/run.invoker', `${root}/locations/europe-west1/services/hook`],
      [account('sluice-hook'), 'roles/bigquery.dataViewer', `${root}/datasets/sluice/tables/definitions`],
      [account('sluice-hook'), 'roles/pubsub.publisher', `${root}/topics/events`],
      [
        account('sluice-hook'),
        `${root}/roles/sluice.test.recorder`,
        `${root}/datasets/sluice/tables/receipts`,
      ],
      [account('sluice-hook'), appender, `${root}/datasets/sluice`],
      ...secrets.map((id) => [
        account('sluice-hook'),
        'roles/secretmanager.secretAccessor',
        `${root}/secrets/webhook-${id}`,
      ]),
    ]
    // The web door publishes to the topic of its source, and `sync` what was reprocessed.
    const ofSource = [
      ['allUsers', 'roles/run.invoker', `${root}/locations/europe-west1/services/collect`],
      [pubsub, 'roles/pubsub.subscriber', `${root}/subscriptions/source-web_shop-store`],
      ...['collect', 'sync'].map((name) => [
        account(`sluice-${name}`),
        'roles/pubsub.publisher',
        `${root}/topics/source-web_shop`,
      ]),
    ]
    const operators = 'group:operators@acme.example'
    const askForRuns = [operators, 'roles/pubsub.publisher', `${root}/topics/runs`]
    // A query without data, by which BigQuery verifies who asks.
    const verified = [operators, 'roles/bigquery.jobUser', root]
    const suppress = [operators, writer, `${root}/datasets/sluice/tables/suppressions`]
    assert.deepEqual(
      all.filter((row) => !usual.has(row)),
      [...ofHook, ...ofSource, askForRuns, verified, suppress].map((row) => row.join(' ')).toSorted(),
    )
  })

  it('to run statements, on table senders, has forward only if the rate of a destination is limited', async () => {
    const usual = new Set(rows(await stack()))
    const rules = [{ id: 'all', effect: 'permit', when: 'true' }]
    const topic_us = { target: 'pubsub', settings: { topic: 'projects/acme-us/topics/events' }, rules }
    const limited = {
      'sluice:destinations': JSON.stringify({ topic_us: { ...topic_us, requests_per_second: 5 } }),
    }
    assert.deepEqual(
      rows(await stack(limited)).filter((row) => !usual.has(row)),
      [
        [account('sluice-forward'), 'roles/bigquery.jobUser', root].join(' '),
        mayEdit('forward', 'senders').join(' '),
      ].toSorted(),
    )
  })

  it('to the owner’s key is granted only to the services that encrypt with it', async () => {
    const key = 'projects/acme-keys/locations/europe-west1/keyRings/events/cryptoKeys/sluice'
    const without = new Set(rows(await stack()))
    const further = rows(await stack(examples['with its own key'])).filter((row) => !without.has(row))
    const members = [
      pubsub,
      agent('secretmanager'),
      agent('artifactregistry'),
      'serviceAccount:service-100000000000@gcf-admin-robot.iam.gserviceaccount.com',
      'serviceAccount:service-100000000000@serverless-robot-prod.iam.gserviceaccount.com',
      'serviceAccount:bq-100000000000@bigquery-encryption.iam.gserviceaccount.com',
      'serviceAccount:service-100000000000@gs-project-accounts.iam.gserviceaccount.com',
    ]
    // Cloud Functions itself writes the images to an encrypted repository.
    const images =
      'serviceAccount:service-100000000000@gcf-admin-robot.iam.gserviceaccount.com roles/artifactregistry.admin ' +
      `${root}/locations/europe-west1/repositories/sluice-functions`
    assert.deepEqual(
      further,
      [
        images,
        ...members.map((member) => `${member} roles/cloudkms.cryptoKeyEncrypterDecrypter ${key}`),
      ].toSorted(),
    )
  })
})
