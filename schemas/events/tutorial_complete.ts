/** Apps: the end of the introduction for new users. */
import { content_name } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const tutorial_complete = defineEvent({
  name: 'tutorial_complete',
  description: 'A user finished a tutorial.',
  fields: { content_name },
  examples: [
    {
      event_name: 'tutorial_complete',
      event_id: '3cdcabaf-1261-530f-b459-257581528779',
      event_time: '2026-03-14T09:49:23Z',
      user_id: 'u-1815',
      action_source: 'app',
      app_id: 'com.example.news',
      app_version: '4.12.0',
      os_name: 'iOS',
      os_version: '26.3',
      device_model: 'iPhone17,3',
      content_name: 'Welcome tour',
    },
  ],
})
