/** Policies: lists faulty stacks by the policy that must find them. */
import type { Graph } from '../../local/pulumi/graph.ts'
import { add, change, changeInputs, changePart, notAfter, without } from './mutations.ts'

export type Sow = (graph: Graph) => Graph

const producer = 'serviceAccount:shop@acme-shop.iam.gserviceaccount.com'

function grant(inputs: object): Sow {
  return (graph) =>
    add(graph, 'gcp:projects/iAMMember:IAMMember', 'sown', {
      project: 'acme-events',
      member: 'user:eve@acme.example',
      ...inputs,
    })
}

function inputs(which: string, values: Readonly<Record<string, unknown>>): Sow {
  return (graph) => changeInputs(graph, which, values)
}

function members(which: string, name: string, values: Readonly<Record<string, unknown>>): Sow {
  return (graph) => changePart(graph, which, name, values)
}

function more(type: string, values: Readonly<Record<string, unknown>>): Sow {
  return (graph) => add(graph, type, 'sown', values)
}

function unordered(which: string, earlier: string): Sow {
  return (graph) => notAfter(graph, which, earlier)
}

/** Policy → changes of the default stack that it must find. */
export const sown: Readonly<Record<string, readonly Sow[]>> = {
  'no-basic-role': [
    grant({ role: 'roles/editor' }),
    more('gcp:bigquery/datasetAccess:DatasetAccess', { role: 'WRITER', userByEmail: 'eve@acme.example' }),
  ],
  'no-project-wide-data-role': [
    grant({ role: 'roles/pubsub.publisher' }),
    grant({ role: 'roles/bigquery.dataViewer' }),
    grant({ role: 'roles/secretmanager.secretAccessor' }),
    grant({ role: 'projects/acme-events/roles/sluice.prod.writer' }),
  ],
  'custom-role-is-over-rows': [
    more('gcp:projects/iAMCustomRole:IAMCustomRole', {
      permissions: ['bigquery.tables.updateData', 'bigquery.tables.delete'],
    }),
    more('gcp:projects/iAMCustomRole:IAMCustomRole', { permissions: ['bigquery.tables.setIamPolicy'] }),
    more('gcp:projects/iAMCustomRole:IAMCustomRole', { permissions: ['bigquery.datasets.update'] }),
  ],
  'rows-are-written-by-table': [
    more('gcp:bigquery/datasetAccess:DatasetAccess', {
      datasetId: 'sluice',
      role: 'projects/acme-events/roles/sluice.test.writer',
      userByEmail: 'sluice-store@acme-events.iam.gserviceaccount.com',
    }),
  ],
  'grants-are-made-in-turn': [
    (graph) => change(graph, 'IamMember deliveries-writer-act', () => ({ dependencies: [] })),
    (graph) => change(graph, 'DatasetAccess reader-sync', () => ({ dependencies: [] })),
    more('gcp:bigquery/iamMember:IamMember', {
      datasetId: 'sluice',
      tableId: 'events',
      role: 'roles/bigquery.dataViewer',
      member: 'user:eve@acme.example',
    }),
  ],
  'no-authoritative-grant': [
    more('gcp:pubsub/topicIAMBinding:TopicIAMBinding', { topic: 'events', members: [] }),
    more('gcp:projects/iAMPolicy:IAMPolicy', { policyData: '{}' }),
  ],
  'public-only-where-called': [
    more('gcp:cloudrunv2/serviceIamMember:ServiceIamMember', {
      name: 'store',
      role: 'roles/run.invoker',
      member: 'allUsers',
    }),
    more('gcp:pubsub/topicIAMMember:TopicIAMMember', {
      topic: 'events',
      role: 'roles/pubsub.publisher',
      member: 'allAuthenticatedUsers',
    }),
  ],
  'source-is-proved': [
    more('gcp:pubsub/topicIAMMember:TopicIAMMember', {
      topic: 'source-shop',
      role: 'roles/pubsub.publisher',
      member: 'serviceAccount:sluice-store@acme-events.iam.gserviceaccount.com',
    }),
  ],
  'no-key-of-an-account': [more('gcp:serviceaccount/key:Key', { serviceAccountId: 'store' })],
  'data-is-protected': [
    (graph) => change(graph, 'Dataset dataset', () => ({ protect: false })),
    (graph) => change(graph, 'Table events', () => ({ retainOnDelete: false })),
    inputs('Table deliveries', { deletionProtection: false }),
  ],
  'bucket-is-private': [
    inputs('Bucket source', { uniformBucketLevelAccess: false }),
    inputs('Bucket source', { publicAccessPrevention: 'inherited' }),
  ],
  'one-key-for-all': [
    inputs('Topic events', { kmsKeyName: 'projects/p/locations/l/keyRings/r/cryptoKeys/k' }),
    inputs('Function store', { kmsKeyName: 'projects/p/locations/l/keyRings/r/cryptoKeys/k' }),
  ],
  'push-is-signed': [
    members('Subscription events-store', 'pushConfig', { oidcToken: undefined }),
    members('Subscription events-store', 'pushConfig', {
      oidcToken: { serviceAccountEmail: 'a@b.c', audience: 'https://elsewhere.example' },
    }),
    members('Subscription events-store', 'pushConfig', { pushEndpoint: 'http://store.example' }),
  ],
  'push-has-dead-letters': [inputs('Subscription events-store', { deadLetterPolicy: undefined })],
  'dead-letters-are-held': [(graph) => without(graph, 'Subscription dead-letters-hold')],
  'subscription-never-expires': [
    inputs('Subscription events-store', { expirationPolicy: undefined }),
    inputs('Subscription dead-letters-hold', { expirationPolicy: { ttl: '2678400s' } }),
  ],
  'subscription-keeps-long': [
    inputs('Subscription events-store', { messageRetentionDuration: '86400s' }),
    inputs('Subscription events-store', { messageRetentionDuration: undefined }),
  ],
  'push-backs-off': [inputs('Subscription events-store', { retryPolicy: undefined })],
  'drained-is-pulled': [
    inputs('Subscription forward-webhook_eu', { pushConfig: undefined, labels: { mode: 'drain' } }),
  ],
  'drained-lease-is-short': [inputs('Subscription events-store', { labels: { mode: 'drain' } })],
  'topic-leads-somewhere': [(graph) => without(graph, 'Subscription events-store')],
  'destination-is-fed': [
    (graph) => without(graph, 'Subscription forward-webhook_eu'),
    inputs('Subscription forward-webhook_eu', { filter: 'attributes:to_webhook_ue' }),
  ],
  'entrance-opens-last': [
    // A producer may publish before its events, or its dead letters, can be stored.
    unordered(`TopicIAMMember purchase-publisher-${producer}`, 'Subscription purchase-store'),
    unordered(`TopicIAMMember events-publisher-${producer}`, 'Subscription dead-letters-store'),
    unordered(`TopicIAMMember events-publisher-${producer}`, 'Subscription forward-webhook_eu'),
    more('gcp:pubsub/topicIAMMember:TopicIAMMember', {
      topic: 'runs',
      role: 'roles/pubsub.publisher',
      member: 'group:operators@acme.example',
    }),
    // Everyone can call ingest before each topic has a subscription.
    unordered('ServiceIamMember ingest-invoker-public', 'Subscription events-store'),
    unordered('Function ingest', 'Subscription view_content-store'),
    unordered('Function console', 'Subscription runs-sync'),
  ],
  'publisher-follows-subscriptions': [
    unordered('TopicIAMMember events-publisher-sync', 'Subscription events-store'),
    more('gcp:pubsub/topicIAMMember:TopicIAMMember', {
      topic: 'projects/acme-events/topics/runs',
      role: 'roles/pubsub.publisher',
      member: 'serviceAccount:sluice-store@acme-events.iam.gserviceaccount.com',
    }),
  ],
  'destination-follows-subscription': [
    ...['store', 'sync', 'act', 'erase'].map((name) =>
      unordered(`Function ${name}`, 'Subscription forward-topic_us'),
    ),
    unordered('Function store', 'Subscription stored-act'),
  ],
  'push-follows-function': [
    unordered('Subscription forward-webhook_eu', 'Function forward'),
    unordered('Subscription forward-webhook_eu', 'ServiceIamMember forward-invoker-push'),
  ],
  'function-has-its-own-account': [
    members('Function store', 'serviceConfig', { serviceAccountEmail: undefined }),
    members('Function store', 'serviceConfig', {
      serviceAccountEmail: 'sluice-forward@acme-events.iam.gserviceaccount.com',
    }),
  ],
  'function-is-internal-unless-called': [
    members('Function store', 'serviceConfig', { ingressSettings: 'ALLOW_ALL' }),
  ],
  'function-says-its-ingress': [members('Function ingest', 'serviceConfig', { ingressSettings: undefined })],
  'function-has-a-limit': [members('Function store', 'serviceConfig', { maxInstanceCount: undefined })],
  'function-answers-in-time': [
    members('Function store', 'serviceConfig', { timeoutSeconds: 601 }),
    inputs('Subscription events-store', { ackDeadlineSeconds: 10 }),
  ],
  'function-runs-on-a-living-runtime': [members('Function store', 'buildConfig', { runtime: 'nodejs20' })],
  'secret-is-read-by-version': [
    members('Function forward', 'serviceConfig', {
      secretEnvironmentVariables: [{ key: 'K', secret: 's', projectId: 'p', version: 'latest' }],
    }),
  ],
  'secret-is-marked': [(graph) => change(graph, 'SecretVersion', () => ({ secrets: [] }))],
  'edge-takes-tls-1.2': [more('gcp:compute/targetHttpsProxy:TargetHttpsProxy', { urlMap: 'paths' })],
  'edge-redirects-plain-http': [more('gcp:compute/targetHttpProxy:TargetHttpProxy', { urlMap: 'paths' })],
  'edge-is-the-only-way-in': [
    more('gcp:compute/regionNetworkEndpointGroup:RegionNetworkEndpointGroup', {
      cloudRun: { service: 'ingest' },
    }),
  ],
}
