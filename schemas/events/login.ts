/** Acquisition: connects anonymous_id with user_id. */
import { method } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const login = defineEvent({
  name: 'login',
  description: 'A user signed in.',
  updatesProfile: true,
  fields: { method },
  examples: [
    {
      event_name: 'login',
      event_id: 'e5acf62f-6575-5528-902f-d02003c3d2f7',
      event_time: '2026-03-14T09:38:06Z',
      user_id: 'u-1815',
      anonymous_id: 'anon-7f3a91',
      session_number: 3,
      method: 'google',
    },
  ],
})
