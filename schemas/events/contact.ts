/** Acquisition: by any channel, including in person. */
import { content_name, method } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const contact = defineEvent({
  name: 'contact',
  description: 'A user got in touch.',
  fields: { method, content_name },
  examples: [
    {
      event_name: 'contact',
      event_id: 'ba2e3c23-c986-5b83-ad6a-84c3aa42521a',
      event_time: '2026-03-14T09:41:27Z',
      anonymous_id: 'anon-7f3a91',
      action_source: 'phone',
      phone: '+442071234567',
      method: 'phone',
    },
  ],
})
