/** Browsing: content that a user viewed on screen, to determine actions or success journeys; for products, use view_item. */
import { content_name, content_type } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const view_content = defineEvent({
  name: 'view_content',
  description: 'A user viewed a piece of content.',
  fields: { content_name, content_type },
  examples: [
    {
      event_name: 'view_content',
      event_id: 'bc85904a-b992-58ea-b208-2c68e71122b1',
      event_time: '2026-03-14T09:22:14Z',
      anonymous_id: 'anon-7f3a91',
      page_url: 'https://news.example/articles/analytical-engine',
      consent: {
        ad_storage: 'granted',
        ad_user_data: 'granted',
        ad_personalization: 'granted',
        analytics_storage: 'granted',
      },
      content_name: 'The Analytical Engine',
      content_type: 'article',
    },
    {
      event_name: 'view_content',
      event_id: '67ae9fe2-83ea-5b7a-ad15-4d73b25e5ce3',
      event_time: '2026-03-14T09:33:37Z',
      user_id: 'u-1815',
      email: 'ada@example.com',
      action_source: 'app',
      app_id: 'com.example.news',
      app_version: '4.12.0',
      os_name: 'iOS',
      os_version: '26.3',
      device_model: 'iPhone17,3',
      event_data: { content_name: 'The Analytical Engine', content_type: 'article' },
    },
  ],
})
