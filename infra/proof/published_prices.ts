/** Proof: computes what other vendors' published prices ask for as many events. Nothing is derived beyond what is published. Pure. */
import { figure } from './cost_line.ts'

export interface PublishedPrice {
  vendor: string
  /** Dollars a month; null where no price is published. */
  usd: number | null
  /** How the price follows, or why there is none. */
  formula: string
  source: string
  /** Date on which it was read. */
  read: string
}

/** Graduated prices of Segment's plan Team: dollars for each monthly tracked user up to a number. */
const segmentRanges = [
  { upTo: 10_000, usd: 0 },
  { upTo: 25_000, usd: 0.012 },
  { upTo: 100_000, usd: 0.011 },
  { upTo: Infinity, usd: 0.01 },
] as const

const segmentFee = 120

/** `eventsPerUser`: events of a user in a month. Segment bills users, not events; the number is an assumption. */
export function publishedPrices(events: number, eventsPerUser: number): readonly PublishedPrice[] {
  return [segment(Math.ceil(events / eventsPerUser), eventsPerUser), rudderstack(events), snowplow]
}

function segment(users: number, eventsPerUser: number): PublishedPrice {
  let from = 0
  const parts = segmentRanges.flatMap(({ upTo, usd }) => {
    const count = Math.min(users, upTo) - from
    from = upTo
    return count > 0 && usd > 0 ? [{ count, usd }] : []
  })
  const assumed = `${figure(users)} users of ${figure(eventsPerUser)} events`
  return {
    vendor: 'Segment',
    ...(users <= 1000
      ? { usd: 0, formula: `plan Free: up to 1,000 users; ${assumed}` }
      : {
          usd: parts.reduce((sum, { count, usd }) => sum + count * usd, segmentFee),
          formula:
            [
              `plan Team: $${segmentFee} with 10,000 users`,
              ...parts.map(({ count, usd }) => `${figure(count)} × $${usd}`),
            ].join(' + ') + `; ${assumed}`,
        }),
    source: 'https://getlago.com/docs/templates/hybrid/segment (a third party’s copy)',
    read: '2026-11-23',
  }
}

function rudderstack(events: number): PublishedPrice {
  return {
    vendor: 'RudderStack Cloud',
    ...(events <= 250_000
      ? { usd: 0, formula: 'plan Free: up to 250,000 events' }
      : events <= 1_000_000
        ? { usd: 265, formula: 'plan Growth: from $265 for 1,000,000 events' }
        : {
            usd: null,
            formula: 'not published above 1,000,000 events: plan Growth starts at $265 for those',
          }),
    source:
      'https://github.com/api-evangelist/rudderstack (a third party’s copy of https://www.rudderstack.com/pricing/ of 2026-08-13)',
    read: '2026-11-23',
  }
}

const snowplow: PublishedPrice = {
  vendor: 'Snowplow',
  usd: null,
  formula: 'not published: no source has a price',
  source: 'https://github.com/api-evangelist/snowplow (a third party’s copy, without prices)',
  read: '2026-11-23',
}
