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
  gpc: bool('True if the browser sent Global Privacy Control: its header Sec-GPC was 1.', false),
  tcf_string: text(
    'TC string of the IAB Transparency and Consent Framework, version 2; empty if it does not apply.',
    // All purposes are granted.
    'CQhDnIAQhDnIAAAAAAENAAFgAP_gAAAAAAAAAAAAAAAA.IAAA.YAAAAAAAAAAA',
    { minLength: 0, maxLength: 8192 },
  ),
  gpp_string: text(
    'GPP string of the IAB Global Privacy Platform; empty if it does not apply.',
    // Section usca: the user has not opted out of sale and sharing.
    'DBABBg~BUoAAABA.QA',
    { minLength: 0, maxLength: 8192 },
  ),
}
