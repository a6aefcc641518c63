/** Proof: lists Google's prices in US dollars, for regions of Tier 1 and without discounts; price_places.ts has those that differ. Each has Google's page and the date on which a stored
 * copy of the page was read; the copy can be older. Check the pages before you rely on a figure. */

export interface Price {
  /** US dollars per `unit`. */
  usd: number
  unit: string
  /** Free units per month. */
  free?: number
  source: string
  /** Date on which it was read. */
  read: string
  /** The source that was used where no copy of Google's page showed the price. */
  otherwise?: string
}

const pubsub = 'https://cloud.google.com/pubsub/pricing'
const run = 'https://cloud.google.com/run/pricing'
const bigquery = 'https://cloud.google.com/bigquery/pricing'
const physicalStorage = 'https://gist.github.com/bindiego/d84d5b4824d3a84055fd368c8cc8445f'

export const prices = {
  // Publishing and each delivery cost the same; a request, of one or more messages, counts as at least 1000 bytes.
  pubsubThroughput: { usd: 40, unit: 'TiB', free: 10 / 1024, source: pubsub, read: '2026-11-21' },
  // Messages retained by topics, and messages that subscriptions keep for more than a day.
  pubsubStorage: {
    usd: 0.27,
    unit: 'GiB month',
    source: pubsub,
    read: '2026-09-20',
    otherwise: 'github.com/api-evangelist/google',
  },
  runCpu: { usd: 0.000_024, unit: 'vCPU second', free: 180_000, source: run, read: '2026-11-21' },
  runMemory: { usd: 0.000_002_5, unit: 'GiB second', free: 360_000, source: run, read: '2026-11-21' },
  runRequests: { usd: 0.4, unit: 'million requests', free: 2, source: run, read: '2026-11-21' },
  // An idle minimum instance.
  runIdleCpu: {
    usd: 0.000_002_5,
    unit: 'vCPU second',
    source: run,
    read: '2026-11-21',
    otherwise: 'memory, because no copy showed it',
  },
  // Worker pools: billed while an instance exists.
  poolCpu: {
    usd: 0.000_011_244,
    unit: 'vCPU second',
    source: run,
    read: '2026-11-22',
    otherwise: 'a third party’s note, because no copy showed it',
  },
  poolMemory: {
    usd: 0.000_001_235,
    unit: 'GiB second',
    source: run,
    read: '2026-11-22',
    otherwise: 'a third party’s note, because no copy showed it',
  },
  // $0.01 per 200 MB. A row counts as at least 1024 bytes.
  bigqueryInsert: { usd: 0.05, unit: 'GiB', source: bigquery, read: '2026-11-21' },
  bigqueryStorage: { usd: 0.02, unit: 'GiB month', free: 10, source: bigquery, read: '2026-11-21' },
  // Partitions that were not changed for 90 days.
  bigqueryLongTerm: { usd: 0.01, unit: 'GiB month', source: bigquery, read: '2026-11-23' },
  // Compressed bytes, with those of time travel and fail-safe.
  bigqueryPhysical: {
    usd: 0.04,
    unit: 'GiB month',
    free: 10,
    source: bigquery,
    read: '2026-11-23',
    otherwise: physicalStorage,
  },
  bigqueryPhysicalLongTerm: {
    usd: 0.02,
    unit: 'GiB month',
    source: bigquery,
    read: '2026-11-23',
    otherwise: physicalStorage,
  },
  // On demand: bytes of the columns that a query names.
  bigqueryQueries: {
    usd: 6.25,
    unit: 'TiB',
    free: 1,
    source: bigquery,
    read: '2026-11-23',
    otherwise: 'https://coconote.app/notes/2caa4c53-cab8-40ca-8ad5-1a9e8556ec57',
  },
  logging: {
    usd: 0.5,
    unit: 'GiB',
    free: 50,
    source: 'https://cloud.google.com/stackdriver/pricing',
    read: '2026-11-21',
  },
  secretVersions: {
    usd: 0.06,
    unit: 'version month',
    free: 6,
    source: 'https://cloud.google.com/secret-manager/pricing',
    read: '2026-11-21',
  },
  egress: {
    usd: 0.12,
    unit: 'GiB',
    source: 'https://cloud.google.com/vpc/network-pricing',
    read: '2026-11-21',
    otherwise:
      'https://dev.to/suhas_mallesh/gcp-defaults-every-vm-to-premium-network-and-youre-paying-40-more-for-egress-you-dont-need-5bhm',
  },
  // The price of each of the first five rules.
  forwardingRules: {
    usd: 0.025,
    unit: 'rule hour',
    source: 'https://cloud.google.com/load-balancing/pricing',
    read: '2026-11-21',
  },
  loadBalanced: {
    usd: 0.008,
    unit: 'GiB',
    source: 'https://cloud.google.com/load-balancing/pricing',
    read: '2026-11-21',
  },
} as const satisfies Readonly<Record<string, Price>>

export type PriceName = keyof typeof prices

export type Prices = Readonly<Record<PriceName, Price>>
