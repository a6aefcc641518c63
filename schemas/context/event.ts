/** Context fields: describes the identity, time and producer of the event. */
import { choice, text, timestamp } from './field.ts'

export const event = {
  event_id: text(
    'Unique id of the event. Events with the same id are duplicates.',
    '5c6f0c2e-8f0b-4d0e-9d5f-2f4a3f6b7c81',
    // The id is also a header and an attribute, here and at third parties.
    { maxLength: 128, pattern: '^[!-~]+$' },
  ),
  event_name: text('Name of the event type.', 'view_content', { maxLength: 128 }),
  event_time: timestamp('When the event happened.', '2026-03-14T09:26:53.589Z'),
  sent_at: timestamp(
    "When the producer sent the event, by the producer's clock.",
    '2026-03-14T09:26:54Z',
  ),
  source: text('Name of the producer: the site, app or system that sent the event.', 'web', {
    maxLength: 128,
  }),
  action_source: choice('Where the action took place.', [
    'web',
    'app',
    'store',
    'email',
    'phone',
    'chat',
    'system',
    'other',
  ]),
}
