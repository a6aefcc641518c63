/** Proof: Google's list prices in US dollars, each with Google's page for it, and when and how it was read: in stored copies of these
 * pages, which can be older than the day. Regions of tier 1, without discounts. Look again before you sign anything. */

export interface Price {
  /** Dollars for one `unit`. */
  usd: number
  unit: string
  /** So many units of a month cost nothing. */
  free?: number
  source: string
  /** When it was read. */
  read: string
  /** Whom to believe it of, where no copy of Google's page showed it. */
  otherwise?: string
}

const pubsub = 'https://cloud.google.com/pubsub/pricing'
const run = 'https://cloud.google.com/run/pricing'
const bigquery = 'https://cloud.google.com/bigquery/pricing'

export const prices = {
  // Publishing and each delivery count alike; a request counts for 1000 bytes at least.
  pubsubThroughput: { usd: 40, unit: 'TiB', free: 10 / 1024, source: pubsub, read: '2026-11-21' },
  // What a topic retains, and what subscriptions keep beyond a day.
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
  // An instance that is kept ready and does nothing.
  runIdleCpu: {
    usd: 0.000_002_5,
    unit: 'vCPU second',
    source: run,
    read: '2026-11-21',
    otherwise: 'memory, as no copy showed it',
  },
  // $0.01 for 200 MB. A row counts for 1024 bytes at least.
  bigqueryInsert: { usd: 0.05, unit: 'GiB', source: bigquery, read: '2026-11-21' },
  bigqueryStorage: { usd: 0.02, unit: 'GiB month', free: 10, source: bigquery, read: '2026-11-21' },
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
  // Up to five rules cost as much as one of the first five each.
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
