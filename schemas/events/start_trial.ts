/** Acquisition: before subscribe. */
import { content_name, currency, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const start_trial = defineEvent({
  name: 'start_trial',
  description: 'A user started a trial.',
  fields: { value, currency, content_name },
  examples: [
    {
      event_name: 'start_trial',
      event_id: '7e2f5674-1a33-5e92-8ac2-75754d84bda7',
      event_time: '2026-03-14T09:40:20Z',
      user_id: 'u-1815',
      email: 'ada@example.com',
      page_url: 'https://shop.example/plans',
      content_name: 'Yearly plan',
      value: 0,
      currency: 'EUR',
    },
  ],
})
