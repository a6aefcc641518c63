/** Browsing: once per search that the user starts. */
import { search_term } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const search = defineEvent({
  name: 'search',
  description: 'A user searched.',
  fields: { search_term },
  required: ['search_term'],
  examples: [
    {
      event_name: 'search',
      event_id: 'a1e50e69-97e8-5672-86fa-9d4b36aacbf4',
      event_time: '2026-03-14T09:26:42Z',
      anonymous_id: 'anon-7f3a91',
      page_url: 'https://shop.example/search?q=analytical+engine',
      locale: 'en-GB',
      search_term: 'analytical engine',
    },
  ],
})
