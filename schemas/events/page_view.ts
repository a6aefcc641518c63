/** Browsing: once per page that the browser opens; context fields describe the page. */
import { content_type } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const page_view = defineEvent({
  name: 'page_view',
  description: 'A user opened a page.',
  fields: { content_type },
  examples: [
    {
      event_name: 'page_view',
      event_id: '3fd60366-a255-56d4-9365-ff1828db5abe',
      event_time: '2026-03-14T09:21:07Z',
      anonymous_id: 'anon-7f3a91',
      page_url: 'https://shop.example/',
      page_title: 'Example Shop',
      page_referrer: 'https://search.example/',
      utm_source: 'newsletter',
      utm_medium: 'email',
      ip: '203.0.113.7',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
      consent: {
        ad_storage: 'denied',
        ad_user_data: 'denied',
        ad_personalization: 'denied',
        analytics_storage: 'granted',
      },
    },
  ],
})
