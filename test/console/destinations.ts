/** Test data: three destinations with secrets, and what became of the events of an hour ago: one has a problem, one has none, one got nothing. */
import { clientOf as bigQueryOf } from './client.ts'
import { load } from './seed.ts'
import { clientOf } from '../support/client.ts'
import { webhookSecret, webhookTo } from '../support/webhook.ts'
import type { StackInfo } from '../../local/stack_info.ts'

/** What no response may contain: secrets, and keys that people put into URLs and headers. */
export const hidden = [
  webhookSecret,
  'Bearer abcdefgh-authorization',
  'EAAB-access-token-of-meta',
  'key-in-the-url',
  'key-in-a-header',
]

export const destinationsConfig = {
  'gcp:project': 'sluice-local',
  'sluice:destinations': {
    crm: {
      target: 'webhook',
      settings: {
        url: 'https://crm.example/events?key=key-in-the-url',
        headers: { 'x-api-key': 'key-in-a-header' },
      },
      secrets: { secret: webhookSecret, authorization: 'Bearer abcdefgh-authorization' },
      rules: [
        { id: 'shop', effect: 'permit', when: "event.event_name == 'purchase'" },
        {
          id: 'staff',
          effect: 'restrict',
          when: "has(event.email) && event.email.endsWith('@acme.example')",
        },
      ],
    },
    meta_eu: {
      target: 'meta',
      settings: { dataset_id: '1234567890' },
      secrets: { access_token: 'EAAB-access-token-of-meta' },
      rules: [{ id: 'all', effect: 'permit', when: 'true' }],
      linkage: { purchase: { 'custom_data.order_id': 'coupon' } },
    },
    archive: webhookTo('archive'),
  },
}

export const repair = 'npx sluice replay --destination crm --from 2026-03-14T09:00:00Z --outcome refused'

/** Event types with the decisions of crm and meta_eu, and what became of the permitted pairs. */
const events: readonly (readonly [
  name: string,
  crm: readonly [permitted: boolean, rule: string | null, reason: string],
  crmOutcome: readonly [outcome: string, reason?: string, detail?: string, status?: number] | undefined,
  meta: boolean,
])[] = [
  ['purchase', [true, 'shop', 'permitted'], ['delivered'], true],
  ['purchase', [true, 'shop', 'permitted'], ['delivered'], true],
  ['purchase', [true, 'shop', 'permitted'], ['refused', 'rejected', 'value: must be a number', 400], false],
  [
    'purchase',
    [true, 'shop', 'permitted'],
    ['dead', 'attempts_exhausted', 'Service unavailable', 503],
    false,
  ],
  ['purchase', [true, 'shop', 'permitted'], ['skipped', 'missing_required', 'currency'], false],
  ['purchase', [true, 'shop', 'permitted'], undefined, false],
  ['purchase', [false, 'staff', 'by_rule'], undefined, false],
  ['page_view', [false, null, 'no_permit'], undefined, false],
  ['page_view', [false, null, 'no_permit'], undefined, false],
  ['page_view', [false, null, 'no_permit'], undefined, false],
]

/** Loads the events, their attempts and an alert. */
export async function loadDestinations(facts: StackInfo): Promise<void> {
  const received = Date.now() - 3_600_000
  const iso = (ms: number): string => new Date(ms).toISOString()
  const rows = events.map(([name, [permitted, rule, reason], outcome, meta], index) => {
    const times = { received_at: iso(received + index), stored_at: iso(received + index + 100) }
    const base = { event_id: `order-${index}`, event_name: name, ...times }
    return {
      event: {
        ...base,
        event_time: times.received_at,
        topic: 'events',
        message_id: String(index),
        definition: `${name}@1.0`,
        hop: 0,
        decisions: [
          { destination: 'crm', permitted, rule, reason },
          meta
            ? { destination: 'meta_eu', permitted: true, rule: 'all', reason: 'permitted' }
            : { destination: 'meta_eu', permitted: false, rule: null, reason: 'consent_denied' },
        ],
      },
      deliveries: [
        ...(outcome ? [{ destination: 'crm', target: 'webhook', answer: outcome }] : []),
        ...(meta ? [{ destination: 'meta_eu', target: 'meta', answer: ['delivered'] as const }] : []),
      ].map(({ answer: [name_, reason_, detail, status], ...to }) => ({
        ...base,
        ...to,
        outcome: name_,
        reason: reason_ ?? null,
        detail: detail ?? null,
        http_status: status ?? null,
        attempt: 1,
        latency_ms: 20,
        settled_at: iso(received + index + 200),
      })),
    }
  })
  await load(bigQueryOf(facts).dataset(facts.dataset), {
    events: rows.map(({ event }) => event),
    quarantine: [],
    deliveries: rows.flatMap(({ deliveries }) => deliveries),
  })
  await clientOf(facts)
    .arrange(`INSERT INTO health_alerts (alert, subject, opened_at, last_seen, reason, summary, example_event_id, command)
VALUES ('destination-failing', 'crm', TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR), CURRENT_TIMESTAMP(), 'rejected',
  'crm did not get 2 of the latest 4 events.', 'order-2', '${repair}')`)
}
