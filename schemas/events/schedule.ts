/** Acquisition: the booking of an appointment, not the visit. */
import { content_name, currency, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const schedule = defineEvent({
  name: 'schedule',
  description: 'A user booked an appointment.',
  fields: { content_name, value, currency },
  examples: [
    {
      event_name: 'schedule',
      event_id: 'e661a6f1-ae95-5c5d-bb1c-f95947bb0c7b',
      event_time: '2026-03-14T09:42:34Z',
      anonymous_id: 'anon-7f3a91',
      email: 'ada@example.com',
      page_url: 'https://shop.example/fittings',
      timezone: 'Europe/London',
      content_name: 'Fitting, London store',
    },
  ],
})
