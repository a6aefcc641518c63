/** Acquisition: the first payment of a recurring subscription; a trial without payment is start_trial. */
import { content_name, currency, transaction_id, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const subscribe = defineEvent({
  name: 'subscribe',
  description: 'A user started a paid subscription.',
  fields: { transaction_id, value, currency, content_name },
  examples: [
    {
      event_name: 'subscribe',
      event_id: 'ebeb6bbf-30ab-506b-ab9e-118ff01dc43f',
      event_time: '2026-03-14T09:39:13Z',
      user_id: 'u-1815',
      email: 'ada@example.com',
      page_url: 'https://shop.example/plans',
      consent: {
        ad_storage: 'granted',
        ad_user_data: 'granted',
        ad_personalization: 'granted',
        analytics_storage: 'granted',
      },
      transaction_id: 'S-2077',
      content_name: 'Yearly plan',
      value: 96,
      currency: 'EUR',
    },
  ],
})
