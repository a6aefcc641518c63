/** Proof: gives the prices of a Cloud Run region and a BigQuery location, as far as a source shows them, and says what no source shows. Pure. */
import { prices, type Price, type Prices } from './prices.ts'

/** A Cloud Run region and a BigQuery location: `europe-west1` and `EU`. */
export interface PricePlace {
  region: string
  location: string
}

interface PlacePrices {
  prices: Prices
  /** Of Cloud Run; undefined for a region that the list does not have. */
  tier: 1 | 2 | undefined
  /** What no source shows for this place, and which price stands for it; one sentence each. */
  gaps: readonly string[]
}

/** Regions by their tier of Cloud Run's prices. https://cloud.google.com/run/docs/locations, read 2026-11-23 */
export const tiers: Readonly<Record<1 | 2, readonly string[]>> = {
  1: (
    'asia-east1 asia-northeast1 asia-northeast2 asia-south1 asia-southeast3 europe-north1 ' +
    'europe-north2 europe-southwest1 europe-west1 europe-west4 europe-west8 europe-west9 me-west1 ' +
    'northamerica-south1 us-central1 us-east1 us-east4 us-east5 us-south1 us-west1'
  ).split(' '),
  2: (
    'africa-south1 asia-east2 asia-northeast3 asia-southeast1 asia-southeast2 asia-south2 ' +
    'australia-southeast1 australia-southeast2 europe-central2 europe-west10 europe-west12 ' +
    'europe-west2 europe-west3 europe-west6 me-central1 me-central2 northamerica-northeast1 ' +
    'northamerica-northeast2 southamerica-east1 southamerica-west1 us-west2 us-west3 us-west4'
  ).split(' '),
}

const { runCpu, runMemory, bigqueryPhysical, bigqueryPhysicalLongTerm } = prices

/** Google applies the free tier as a discount at Tier 1 prices, so it is fewer seconds of a higher price. */
function inTier2(price: Price, usd: number): Price {
  return {
    ...price,
    usd,
    free: ((price.free ?? 0) * price.usd) / usd,
    read: '2026-11-23',
    otherwise: 'two notes in public repositories on regions of Tier 2, because no copy showed it',
  }
}

const ofTier2 = { runCpu: inTier2(runCpu, 0.000_033_6), runMemory: inTier2(runMemory, 0.000_003_5) }

const physicalInEu = {
  read: '2026-11-23',
  otherwise: 'https://gist.github.com/philipp-heinrich/a06e2da97b52ae89d4b85b6caf4f31a4',
} as const

const ofEu = {
  bigqueryPhysical: { ...bigqueryPhysical, ...physicalInEu, usd: 0.044 },
  bigqueryPhysicalLongTerm: { ...bigqueryPhysicalLongTerm, ...physicalInEu, usd: 0.022 },
}

export function pricesAt({ region, location }: PricePlace): PlacePrices {
  const tier = tierOf(region)
  return {
    prices: { ...prices, ...(tier === 2 && ofTier2), ...(location === 'EU' && ofEu) },
    tier,
    gaps: [...runGaps(region, tier), ...bigqueryGaps(location)],
  }
}

export function tierOf(region: string): 1 | 2 | undefined {
  return ([1, 2] as const).find((tier) => tiers[tier].includes(region))
}

function runGaps(region: string, tier: 1 | 2 | undefined): readonly string[] {
  if (tier === undefined)
    return [
      `No source shows the tier of ${region}: Cloud Run has the prices of Tier 1, which can be too low.`,
    ]
  return tier === 1
    ? []
    : [
        `No source shows Tier 2 prices of minimum instances and worker pools: they have those of Tier 1, which can be too low for ${region}.`,
      ]
}

function bigqueryGaps(location: string): readonly string[] {
  if (location === 'US') return []
  return [
    location === 'EU'
      ? 'No source shows the prices of BigQuery’s streaming and queries in EU: they are those of US.'
      : `No source shows the prices of BigQuery in ${location}: they are those of US.`,
  ]
}
