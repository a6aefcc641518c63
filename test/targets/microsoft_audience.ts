/** Cases of target `microsoft_audience`. Its requests follow Microsoft's pages of ApplyCustomerListUserData and of refresh tokens. */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers, evidence } from './answers.ts'
import { posted, type SentRequest, type TargetCases } from './case.ts'
import { ada, hashes, mary, row } from './members.ts'

const docs =
  'https://learn.microsoft.com/en-us/advertising/campaign-management-service/applycustomerlistuserdata'
const settings = {
  customer_id: '251234567',
  account_id: '141234567',
  list_id: '812345',
  client_id: 'c-1',
  refresh_token: 'r-1',
  client_secret: 's-1',
  developer_token: 'd-1',
}
const common = { docs, settings, now: '2026-03-14T10:00:00Z' }

/** https://learn.microsoft.com/en-us/advertising/guides/authentication-oauth-get-tokens */
const token: SentRequest = {
  method: 'POST',
  url: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body:
    'grant_type=refresh_token&refresh_token=r-1&client_id=c-1&client_secret=s-1' +
    '&scope=https%3A%2F%2Fads.microsoft.com%2Fmsads.manage+offline_access',
}

function sent(ActionType: 'Add' | 'Remove', ...CustomerListItems: readonly string[]): SentRequest {
  const data = { ActionType, AudienceId: '812345', CustomerListItemSubType: 'Email', CustomerListItems }
  return posted(
    'https://campaign.api.bingads.microsoft.com/CampaignManagement/v13/CustomerListUserData/Apply',
    { CustomerListUserData: data },
    {
      authorization: 'Bearer own-token',
      customeraccountid: '141234567',
      customerid: '251234567',
      developertoken: 'd-1',
    },
  )
}

function fault(status: number, Code: number, ErrorCode: string, Message: string) {
  return answered(status, {
    TrackingId: 'f8f3f0a1',
    Type: 'AdApiFaultDetail',
    Errors: [{ Code, ErrorCode, Message }],
  })
}

export const microsoft_audience: TargetCases = {
  minimal: settings,
  full: settings,
  invalid: {
    'customer_id by name': { ...settings, customer_id: 'Example shop' },
    'account_id by number': { ...settings, account_id: 'F1234567' },
    'list_id by name': { ...settings, list_id: 'Lapsed customers' },
    'client_id with a colon': { ...settings, client_id: 'c:1' },
    refresh_token: { ...settings, refresh_token: '' },
    client_secret: { ...settings, client_secret: '' },
    developer_token: { ...settings, developer_token: '' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      ...common,
      title: 'members by their addresses, in one request',
      events: [row('added', mary), row('changed', ada)],
      sends: [token, sent('Add', hashes.maryEmail, hashes.adaEmail)],
    },
    {
      ...common,
      title: 'a removal is a request of its own',
      events: [row('added', ada), row('removed', mary)],
      sends: [token, sent('Add', hashes.adaEmail), sent('Remove', hashes.maryEmail)],
    },
    {
      ...common,
      title: 'a number identifies nobody',
      events: [row('added', { phone: mary.phone })],
      sends: skipped('no_identifier'),
    },
  ],
  answers: [
    ...commonAnswers,
    {
      title: 'success',
      answer: answered(200, { PartialErrors: [] }),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'an invalid member; the others are accepted',
      answer: answered(200, {
        PartialErrors: [{ Index: 1, Code: 4800, ErrorCode: 'InvalidItem', Message: 'Not a hash.' }],
      }),
      events: 2,
      outcomes: [
        delivered({ http_status: 200 }),
        refused('rejected', evidence(200, 'InvalidItem: Not a hash.')),
      ],
    },
    {
      title: 'a token that has ended',
      answer: fault(500, 109, 'AuthenticationTokenExpired', 'Authentication token expired.'),
      events: 1,
      outcomes: [
        deferred('auth', evidence(500, 'AuthenticationTokenExpired: Authentication token expired.')),
      ],
    },
    {
      title: 'too many requests, by its code',
      answer: fault(400, 117, 'CallRateExceeded', 'You have exceeded the number of calls.'),
      events: 1,
      outcomes: [
        deferred('throttled', evidence(400, 'CallRateExceeded: You have exceeded the number of calls.')),
      ],
    },
    {
      title: 'terms that were not accepted: held until they are',
      answer: answered(400, {
        OperationErrors: [
          { Code: 4811, ErrorCode: 'CustomerMatchTermsAndConditionsNotAccepted', Message: 'Accept.' },
        ],
      }),
      events: 1,
      outcomes: [deferred('auth', evidence(400, 'CustomerMatchTermsAndConditionsNotAccepted: Accept.'))],
    },
    {
      title: 'an invalid request',
      answer: fault(400, 4100, 'InvalidRequest', 'The request is not valid.'),
      events: 1,
      outcomes: [refused('rejected', evidence(400, 'InvalidRequest: The request is not valid.'))],
    },
  ],
  recorder: {
    event: (n) => ({ operation: 'add', email: `${n}`.repeat(64) }),
    partial: 'each',
  },
}
