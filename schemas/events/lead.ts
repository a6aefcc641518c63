/** Acquisition: a potential customer who left contact details. */
import { content_name, content_type, currency, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const lead = defineEvent({
  name: 'lead',
  description: 'A user asked to be contacted or sent an offer.',
  fields: { value, currency, content_name, content_type },
  examples: [
    {
      event_name: 'lead',
      event_id: '080cc838-ef8e-5741-9bf6-520b8ba42065',
      event_time: '2026-03-14T09:36:52Z',
      anonymous_id: 'anon-7f3a91',
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      page_url: 'https://shop.example/business',
      li_fat_id: 'df5f7c1e-0bd1-4b0c-8e0f',
      consent: {
        ad_storage: 'granted',
        ad_user_data: 'granted',
        ad_personalization: 'granted',
        analytics_storage: 'granted',
      },
      content_name: 'Business quote',
      value: 100,
      currency: 'EUR',
    },
  ],
})
