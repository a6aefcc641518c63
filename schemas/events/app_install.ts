/** Apps: once per installation, at the first start; context fields describe app and device. */
import { defineEvent } from '../event_type.ts'

export const app_install = defineEvent({
  name: 'app_install',
  description: 'A user installed the app.',
  fields: {},
  examples: [
    {
      event_name: 'app_install',
      event_id: '801ba6fa-c6d0-5151-9c9c-7d616cd4f3a4',
      event_time: '2026-03-14T09:50:30Z',
      anonymous_id: 'anon-7f3a91',
      action_source: 'app',
      app_id: 'com.example.news',
      app_version: '4.12.0',
      os_name: 'iOS',
      os_version: '26.3',
      device_model: 'iPhone17,3',
      vendor_id: '599f9c00-92dc-4b5c-9464-7971f01f8370',
      att_status: 'denied',
    },
  ],
})
