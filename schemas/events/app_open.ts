/** Apps: every time the app comes to the foreground. */
import { defineEvent } from '../event_type.ts'

export const app_open = defineEvent({
  name: 'app_open',
  description: 'A user opened the app.',
  fields: {},
  examples: [
    {
      event_name: 'app_open',
      event_id: 'a4c8f315-598b-52c8-8402-d8d57ac2e4ce',
      event_time: '2026-03-14T09:51:37Z',
      user_id: 'u-1815',
      anonymous_id: 'anon-7f3a91',
      action_source: 'app',
      app_id: 'com.example.news',
      app_version: '4.12.0',
      os_name: 'iOS',
      os_version: '26.3',
      device_model: 'iPhone17,3',
      session_number: 12,
      limited_data_use: true,
    },
  ],
})
