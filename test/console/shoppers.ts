/** Test data: six stored events of an hour ago: four purchases and two page views, with and without consent, email and value. */
import { clientOf } from './client.ts'
import { load } from './seed.ts'
import type { StackInfo } from '../../local/stack_info.ts'

const granted = { ad_storage: 'granted', ad_user_data: 'granted' }

/** The decision of meta_eu is as its rules decide: only with consent. */
const shoppers = [
  {
    event_name: 'purchase',
    email: 'ada@example.com',
    consent: granted,
    event_data: { value: 64.7, currency: 'EUR' },
  },
  {
    event_name: 'purchase',
    email: 'grace@example.org',
    consent: granted,
    event_data: { value: 9, currency: 'EUR' },
  },
  // Nothing identifies this person.
  { event_name: 'purchase', consent: granted, event_data: { transaction_id: 'T-3' } },
  { event_name: 'purchase', email: 'mary@acme.example', event_data: { value: 1, currency: 'EUR' } },
  { event_name: 'page_view', email: 'ada@example.com', event_data: {} },
  { event_name: 'page_view', event_data: {} },
] as const

export async function loadShoppers(facts: StackInfo): Promise<void> {
  const received = Date.now() - 3_600_000
  const iso = (ms: number): string => new Date(ms).toISOString()
  await load(clientOf(facts).dataset(facts.dataset), {
    events: shoppers.map((shopper, index) => {
      const { event_data: data, ...event } = shopper
      const hasConsent = 'consent' in event
      return {
        ...event,
        page_url: 'https://shop.example/thanks',
        user_agent: 'Mozilla/5.0',
        ...(hasConsent && { consent: JSON.stringify(granted) }),
        event_data: JSON.stringify(data),
        event_id: `shopper-${index}`,
        event_time: iso(received + index),
        received_at: iso(received + index),
        stored_at: iso(received + index + 100),
        topic: 'events',
        message_id: String(index),
        definition: `${event.event_name}@1.0`,
        hop: 0,
        decisions: [
          event.event_name === 'purchase'
            ? { destination: 'crm', permitted: true, rule: 'shop', reason: 'permitted' }
            : { destination: 'crm', permitted: false, rule: null, reason: 'no_permit' },
          hasConsent
            ? { destination: 'meta_eu', permitted: true, rule: 'all', reason: 'permitted' }
            : { destination: 'meta_eu', permitted: false, rule: null, reason: 'consent_denied' },
        ],
      }
    }),
    quarantine: [],
    deliveries: [],
  })
}
