/** Acquisition: a payment without a purchase. */
import { content_name, currency, method, transaction_id, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const donate = defineEvent({
  name: 'donate',
  description: 'A user made a donation.',
  fields: { transaction_id, value, currency, method, content_name },
  examples: [
    {
      event_name: 'donate',
      event_id: '29b3dd0e-b965-5779-b8ce-873052be288f',
      event_time: '2026-03-14T09:46:02Z',
      email: 'ada@example.com',
      country: 'GB',
      page_url: 'https://shop.example/donate',
      consent: {
        ad_storage: 'granted',
        ad_user_data: 'granted',
        ad_personalization: 'granted',
        analytics_storage: 'granted',
      },
      transaction_id: 'D-512',
      value: 25,
      currency: 'GBP',
      method: 'card',
    },
  ],
})
