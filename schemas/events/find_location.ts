/** Browsing: store finders and maps. */
import { content_name, search_term } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const find_location = defineEvent({
  name: 'find_location',
  description: 'A user searched for a business location.',
  fields: { search_term, content_name },
  examples: [
    {
      event_name: 'find_location',
      event_id: '6f02f2ce-7582-5b78-9a95-24b677af0b41',
      event_time: '2026-03-14T09:43:41Z',
      anonymous_id: 'anon-7f3a91',
      page_url: 'https://shop.example/stores',
      city: 'London',
      country: 'GB',
      search_term: 'SW1A',
      content_name: 'London store',
    },
  ],
})
