/** Acquisition: once per account. */
import { currency, method, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const sign_up = defineEvent({
  name: 'sign_up',
  description: 'A user created an account.',
  updatesProfile: true,
  fields: { method, value, currency },
  examples: [
    {
      event_name: 'sign_up',
      event_id: '6834c860-79fb-5172-ab2a-add9236de996',
      event_time: '2026-03-14T09:37:59Z',
      user_id: 'u-1815',
      anonymous_id: 'anon-7f3a91',
      email: 'ada@example.com',
      page_url: 'https://shop.example/account/new',
      consent: {
        ad_storage: 'granted',
        ad_user_data: 'granted',
        ad_personalization: 'granted',
        analytics_storage: 'granted',
      },
      method: 'email',
    },
  ],
})
