/** Browsing: documents, media and programs. */
import { content_name, content_type } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const download = defineEvent({
  name: 'download',
  description: 'A user downloaded a file.',
  fields: { content_name, content_type },
  examples: [
    {
      event_name: 'download',
      event_id: '53f2e320-4419-559a-9983-f074f38c71b1',
      event_time: '2026-03-14T09:47:09Z',
      anonymous_id: 'anon-7f3a91',
      page_url: 'https://shop.example/catalogue',
      content_name: 'Spring catalogue',
      content_type: 'pdf',
    },
  ],
})
