/** Cases of target `linkedin`: faults in optional fields, and further fields. */
import { alice, now, order } from './ad_faults.ts'
import { posted, type Example, type SentRequest } from './case.ts'

function sentToLinkedIn(elements: readonly object[]): SentRequest {
  return posted(
    'https://api.linkedin.com/rest/conversionEvents',
    { elements },
    {
      authorization: 'Bearer li-test-token',
      'linkedin-version': '202604',
      'x-restli-protocol-version': '2.0.0',
      'x-restli-method': 'BATCH_CREATE',
    },
  )
}

export const linkedinFieldExamples: readonly Example[] = [
  {
    title: 'a purchase with a negative value, and one with a name that is a hash already',
    docs: 'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversions-api',
    settings: { access_token: 'li-test-token', conversion_rules: { purchase: '104012' } },
    now,
    events: [
      { ...order, value: -5 },
      { ...order, first_name: alice, last_name: 'Lovelace' },
    ],
    sends: [
      sentToLinkedIn(
        [{}, { conversionValue: { currencyCode: 'EUR', amount: '59.80' } }].map((amount, n) => ({
          conversion: 'urn:lla:llaPartnerConversion:104012',
          conversionHappenedAt: 1773482400000,
          eventId: `e-${n + 1}`,
          user: { userIds: [{ idType: 'SHA256_EMAIL', idValue: alice }] },
          ...amount,
        })),
      ),
    ],
  },
  {
    title: 'an id of a type that is newer than the target, by a link',
    docs: 'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversions-api-schema',
    settings: { access_token: 'li-test-token', conversion_rules: { purchase: '104012' } },
    linkage: { purchase: { 'extra.user.userIds.GOOGLE_AID': 'advertising_id' } },
    now,
    events: [
      {
        event_name: 'purchase',
        email: 'alice@example.com',
        advertising_id: '38400000-8cf0-11bd-b23e-10b96e40000d',
      },
    ],
    sends: [
      sentToLinkedIn([
        {
          conversion: 'urn:lla:llaPartnerConversion:104012',
          conversionHappenedAt: 1773482400000,
          eventId: 'e-1',
          user: {
            userIds: [
              { idType: 'GOOGLE_AID', idValue: '38400000-8cf0-11bd-b23e-10b96e40000d' },
              { idType: 'SHA256_EMAIL', idValue: alice },
            ],
          },
        },
      ]),
    ],
  },
]
