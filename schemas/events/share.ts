/** Browsing: the act of sharing, not the resulting visits. */
import { content_name, content_type, method } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const share = defineEvent({
  name: 'share',
  description: 'A user shared content.',
  fields: { method, content_name, content_type },
  examples: [
    {
      event_name: 'share',
      event_id: '8535d41a-719b-543b-9f3c-c212b30ee5ac',
      event_time: '2026-03-14T09:48:16Z',
      user_id: 'u-1815',
      page_url: 'https://news.example/articles/analytical-engine',
      method: 'email',
      content_name: 'The Analytical Engine',
      content_type: 'article',
    },
  ],
})
