/** Graphs: runs the real program in process, with settings that use every key. */
import { program } from '../../infra/program.ts'
import { secretKeys } from '../../infra/settings/parse.ts'
import { emulator } from '../../local/pulumi/emulate.ts'
import type { Graph } from '../../local/pulumi/graph.ts'
import { runProgram } from '../../local/pulumi/run.ts'

export const project = 'acme-events'
export const webhookSecret = 'whsec_dGhpcyBpcyBubyByZWFsIHNlY3JldA=='

const permitAll = { id: 'permit_all', effect: 'permit', when: 'true' }

const destinations = {
  webhook_eu: {
    target: 'webhook',
    settings: { url: 'https://crm.example/events' },
    secrets: { secret: webhookSecret },
    rules: [permitAll],
  },
  topic_us: { target: 'pubsub', settings: { topic: 'projects/acme-us/topics/events' }, rules: [permitAll] },
}

/** Order for one destination, with the plain store subscriptions or, when they are drained, without. */
export function inOrder(ordering: object = {}, ordered = true): Changes {
  return {
    'sluice:ordering': JSON.stringify({ from: '2026-03-14T10:00:00Z', ...ordering }),
    'sluice:destinations': JSON.stringify({
      ...destinations,
      webhook_eu: { ...destinations.webhook_eu, ordered },
    }),
  }
}

const settings = {
  'gcp:project': project,
  'sluice:producers': JSON.stringify(['serviceAccount:shop@acme-shop.iam.gserviceaccount.com']),
  'sluice:analysts': JSON.stringify(['group:analysts@acme.example', 'user:ada@acme.example']),
  'sluice:destinations': JSON.stringify(destinations),
}

/** Example stacks that represent all combinations of settings. */
export const examples: Readonly<Record<string, Changes>> = {
  minimal: {
    'sluice:producers': undefined,
    'sluice:analysts': undefined,
    'sluice:destinations': undefined,
  },
  usual: {},
  'without public ingress': { 'sluice:publicIngress': 'false' },
  'in order': inOrder(),
  'only in order': inOrder({ drained: true }),
  drained: { 'sluice:drain': JSON.stringify({ store: true, forward: true }) },
  'drained in order': { ...inOrder(), 'sluice:drain': JSON.stringify({ store: true, forward: true }) },
  'with an edge': { 'sluice:edge': JSON.stringify({ domain: 'events.acme.example' }) },
  'with its own key': {
    'sluice:location': 'europe-west1',
    'sluice:messageRegions': JSON.stringify(['europe-west1', 'europe-west4']),
    'sluice:encryption': JSON.stringify({
      key: 'projects/acme-keys/locations/europe-west1/keyRings/events/cryptoKeys/sluice',
    }),
  },
  'with sources': {
    'sluice:sources': JSON.stringify({
      web_shop: {
        members: ['serviceAccount:web@acme-shop.iam.gserviceaccount.com', 'group:shop@acme.example'],
        events: ['page_view', 'add_to_cart'],
        consent: { analytics_storage: 'granted' },
      },
      till: { members: ['serviceAccount:till@acme-shop.iam.gserviceaccount.com'], events: ['*'] },
    }),
  },
  'with everything': {
    'sluice:edge': JSON.stringify({
      domain: 'events.acme.example',
      armor: { rateLimitPerMinute: 6000 },
    }),
    'sluice:alerts': JSON.stringify({
      emails: ['on-call@acme.example', 'data@acme.example'],
      runbook: 'https://git.acme.example/sluice/docs/operations.md',
    }),
    'sluice:alertChannels': JSON.stringify({
      slack: { channel: '#data-alerts', token: 'xoxb-hush-of-slack' },
      webhook: { url: 'https://hooks.acme.example/alerts', token: 'hush-of-a-hook' },
    }),
    'sluice:budget': JSON.stringify({
      billingAccount: '012345-6789AB-CDEF01',
      amount: 500,
      currency: 'EUR',
    }),
    'sluice:webhooks': JSON.stringify({
      shop_orders: {
        signature: { scheme: 'digest', header: 'X-Shopify-Hmac-Sha256', encoding: 'base64' },
        secret: 'hush-of-a-shop-app',
        previousSecret: 'hush-of-last-year',
      },
      legacy_crm: { signedUrl: true, secret: 'key-of-the-signed-addresses' },
    }),
    'sluice:sources': JSON.stringify({
      web_shop: {
        events: ['page_view'],
        web: { key: 'pk_of_the_shop_0001', origins: ['https://shop.acme.example'], events: ['page_view'] },
      },
    }),
    'sluice:operators': JSON.stringify(['group:operators@acme.example']),
    'sluice:syncs': JSON.stringify({
      customer_profiles: { destination: 'webhook_eu', cron: '30 2 * * *', timeZone: 'Europe/Amsterdam' },
    }),
    'sluice:actions': JSON.stringify({
      big_purchase: { destination: 'webhook_eu', state: 'live' },
      cart_left: { destination: 'webhook_eu', state: 'paused' },
    }),
  },
}

export type Changes = Readonly<Record<string, string | undefined>>
type Program = () => object | Promise<object>

const graphs = new Map<string, Promise<Graph>>()

/** Returns the graph for the default settings with these changes; undefined removes a key. The same settings are run once. */
export function stack(changes: Changes = {}, options: { preview?: boolean } = {}): Promise<Graph> {
  const key = JSON.stringify([Object.entries(changes), options])
  const graph = graphs.get(key) ?? run(program, changes, options)
  graphs.set(key, graph)
  return graph
}

/** Runs any program with these settings. */
export function run(
  anyProgram: Program,
  changes: Changes = {},
  options: { preview?: boolean } = {},
): Promise<Graph> {
  return runProgram({
    program: anyProgram,
    project: 'sluice',
    stack: 'test',
    config: Object.fromEntries(
      Object.entries<string | undefined>({ ...settings, ...changes }).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, value]],
      ),
    ),
    secretKeys,
    emulate: emulator({ project, uriOf: (name) => `https://${name}-abc123-ew.a.run.app` }),
    ...options,
  })
}
