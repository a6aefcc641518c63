/** Context fields: describes the user's consent. To the decision layer, an absent signal is not granted. */
import { bool, choice, object, text } from './field.ts'

function signal(description: string) {
  return choice(description, ['granted', 'denied'])
}

export const consent = {
  consent: object(
    'What the user has agreed to.',
    {
      ad_storage: signal('Storing identifiers for advertising.'),
      ad_user_data: signal('Sending user data to third parties for advertising.'),
      ad_personalization: signal('Personalized advertising.'),
      analytics_storage: signal('Storing identifiers for analytics.'),
      region: text('Where the choice was made, ISO 3166-1 or 3166-2.', 'US-CA', { maxLength: 6 }),
    },
    {
      ad_storage: 'granted',
      ad_user_data: 'granted',
      ad_personalization: 'denied',
      analytics_storage: 'granted',
    },
  ),
  limited_data_use: bool('True if the user has opted out of the sale and sharing of their data.', false),
}
