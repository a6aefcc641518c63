/** Test data: a month of events with decisions and deliveries, some failed. Reproducible for one seed and time. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BigQuery } from '@google-cloud/bigquery'
import { randomFrom } from '../ingest/random.ts'

type Row = Record<string, unknown>

export interface Month {
  events: readonly Row[]
  quarantine: readonly Row[]
  deliveries: readonly Row[]
}

const hour = 3_600_000
const day = 24 * hour

/** Event types with their weights. */
const types = [
  ['page_view', 54],
  ['view_item', 17],
  ['search', 9],
  ['add_to_cart', 8],
  ['begin_checkout', 4],
  ['purchase', 3],
  ['sign_up', 2],
  ['login', 2],
  ['share', 1],
] as const

/** Destinations with their decisions. */
const permits: Readonly<Record<string, (name: string, chance: number) => [boolean, string]>> = {
  webhook_crm: (name) =>
    ['purchase', 'sign_up'].includes(name) ? [true, 'permitted'] : [false, 'no_permit'],
  ga4_web: (_, chance) => (chance < 0.86 ? [true, 'permitted'] : [false, 'consent_denied']),
  meta_ads: (_, chance) => (chance < 0.62 ? [true, 'permitted'] : [false, 'consent_denied']),
}

/** Outcomes of permitted pairs, with the upper limit of their chance. */
const outcomes = [
  [0.955, { outcome: 'delivered', http_status: 200 }],
  [0.972, { outcome: 'skipped', reason: 'no_identifier', detail: 'client_id' }],
  [
    0.983,
    {
      outcome: 'refused',
      reason: 'rejected',
      detail: 'value: must be a number, got "12,90"',
      http_status: 400,
    },
  ],
  [0.99, { outcome: 'deferred', reason: 'throttled', detail: 'Too many requests', http_status: 429 }],
  [0.995, { outcome: 'dead', reason: 'attempts_exhausted', detail: 'Service unavailable', http_status: 503 }],
] as const

/** Makes `count` events of the thirty days before `now`, in ms since 1970: more by day than by night. */
export function monthOf(count: number, now: number, seed = 7): Month {
  const source = randomFrom(seed)
  const random = (): number => source.below(2 ** 24) / 2 ** 24
  const events: Row[] = []
  const quarantine: Row[] = []
  const deliveries: Row[] = []
  const iso = (ms: number): string => new Date(ms).toISOString()
  for (let index = 0; index < count; index++) {
    // A tenth of them is from the last day, so that short periods have data.
    const age = index % 10 === 0 ? random() * day : random() * 29.9 * day
    const wave = Math.sin((2 * Math.PI * ((now - age) % day)) / day)
    const received = now - 5000 - (random() < 0.5 + 0.45 * wave ? age : age * random())
    const base = {
      received_at: iso(received),
      stored_at: iso(received + 40 + random() * 400),
      message_id: String(index),
    }
    if (random() < 0.004) {
      quarantine.push({
        ...base,
        event_id: `e-${index}`,
        topic: 'events',
        event_name: 'pageview',
        reason: 'unknown_event',
        suggestion: 'page_view',
      })
      continue
    }
    let pick = random() * 100
    const name = types.find(([, weight]) => (pick -= weight) < 0)?.[0] ?? 'page_view'
    const event = { ...base, event_id: `e-${index}`, event_name: name }
    const decisions = Object.entries(permits).map(([destination, decide]) => {
      const [permitted, reason] = decide(name, random())
      return { destination, permitted, reason, rule: permitted ? 'permit_all' : null }
    })
    events.push({
      ...event,
      event_time: iso(received - 200 - random() * 2000),
      topic: name,
      definition: `${name}@1.0`,
      hop: 0,
      event_data: { position: index },
      violations:
        random() < 0.01
          ? [{ field: 'event_data.price', code: 'wrong_type', expected: 'a number', got: 'text' }]
          : [],
      decisions,
    })
    for (const { destination, permitted } of decisions) {
      const chance = random()
      const outcome = permitted ? outcomes.find(([limit]) => chance < limit)?.[1] : undefined
      // Only a new event can still be in flight.
      if (!outcome || (outcome.outcome === 'deferred' && now - received > hour)) continue
      const latency = Math.round(60 + 900 * random() ** 6)
      deliveries.push({
        event_id: event.event_id,
        event_name: name,
        destination,
        target: destination.split('_')[0],
        ...outcome,
        attempt: 1,
        latency_ms: latency,
        received_at: event.received_at,
        stored_at: event.stored_at,
        settled_at: iso(Date.parse(event.stored_at) + 30 + latency),
      })
    }
  }
  return { events, quarantine, deliveries }
}

/** Loads the month with the official client. */
export async function load(dataset: ReturnType<BigQuery['dataset']>, month: Month): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-month-'))
  try {
    for (const [table, rows] of Object.entries(month) as [keyof Month, readonly Row[]][]) {
      const file = join(dir, `${table}.json`)
      await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'))
      if (rows.length > 0) await dataset.table(table).load(file, { sourceFormat: 'NEWLINE_DELIMITED_JSON' })
    }
  } finally {
    await rm(dir, { recursive: true })
  }
}
