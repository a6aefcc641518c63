/** Cases of target `pinterest_audience`. Its requests follow Pinterest's OpenAPI document (pinterest/api-description, 5.23.0). */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers, evidence } from './answers.ts'
import type { SentRequest, TargetCases } from './case.ts'
import { ada, hashes, mary, row } from './members.ts'

const docs = 'https://developers.pinterest.com/docs/api/v5/customer_lists-update/'
const settings = { ad_account_id: '549755885175', list_id: '643', access_token: 'pina_1' }
const app = { client_id: '1478', refresh_token: 'pinr.1', client_secret: 's-1' }
const list = { ad_account_id: '549755885175', list_id: '643' }
const common = { docs, settings, now: '2026-03-14T10:00:00Z' }

/** `printf '%s' 1478:s-1 | base64`. https://developers.pinterest.com/docs/api/v5/oauth-token/ */
const token: SentRequest = {
  method: 'POST',
  url: 'https://api.pinterest.com/v5/oauth/token',
  headers: {
    authorization: 'Basic MTQ3ODpzLTE=',
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: 'grant_type=refresh_token&refresh_token=pinr.1',
}

function sent(operation_type: 'ADD' | 'REMOVE', ...records: readonly string[]): SentRequest {
  return {
    method: 'PATCH',
    url: 'https://api.pinterest.com/v5/ad_accounts/549755885175/customer_lists/643',
    headers: { authorization: 'Bearer pina_1', 'content-type': 'application/json' },
    body: { operation_type, records: records.join(',') },
  }
}

export const pinterest_audience: TargetCases = {
  minimal: settings,
  full: { ...settings, ...app },
  invalid: {
    'ad_account_id by name': { ...settings, ad_account_id: 'Example shop' },
    'list_id by name': { ...settings, list_id: 'Lapsed customers' },
    access_token: { ...settings, access_token: '' },
    'access_token is missing, and so is a part of what replaces it': { ...list, client_id: '1478' },
    'refresh_token is empty': { ...list, ...app, refresh_token: '' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      ...common,
      title: 'members as one text: addresses and advertising ids, hashed in lowercase',
      events: [
        row('added', mary),
        row('changed', { ...ada, advertising_id: 'EA7583CD-A667-48BC-B806-42ECB2B48606' }),
      ],
      sends: [
        // ea7583cd-a667-48bc-b806-42ecb2b48606
        sent(
          'ADD',
          hashes.maryEmail,
          hashes.adaEmail,
          '6cd6140c54b2741b81b0099b232a3ddaeed82df456f43563574877baec22b632',
        ),
      ],
    },
    {
      ...common,
      title: 'a removal is a request of its own',
      events: [row('added', ada), row('removed', mary)],
      sends: [sent('ADD', hashes.adaEmail), sent('REMOVE', hashes.maryEmail)],
    },
    {
      ...common,
      title: 'an access token for a refresh token',
      settings: { ...list, ...app },
      events: [row('added', mary)],
      sends: [
        token,
        {
          ...sent('ADD', hashes.maryEmail),
          headers: { authorization: 'Bearer own-token', 'content-type': 'application/json' },
        },
      ],
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
      answer: answered(200, {
        id: '643',
        type: 'customerlist',
        status: 'PROCESSING',
        num_batches: 2,
        num_uploaded_user_records: 2,
        num_removed_user_records: 0,
        exceptions: {},
      }),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'an invalid request: the whole request is refused',
      answer: answered(400, { code: 1, message: 'Invalid request: records is not valid.' }),
      events: 1,
      outcomes: [refused('rejected', evidence(400, 'Invalid request: records is not valid.'))],
    },
    {
      title: 'an unknown list: held',
      answer: answered(404, { code: 50, message: 'Customer list not found.' }),
      events: 1,
      outcomes: [deferred('auth', evidence(404, 'Customer list not found.'))],
    },
  ],
  recorder: {
    event: (n) => ({ operation: 'add', email: `${n}`.repeat(64) }),
    partial: 'unseen',
    waitSeconds: 30,
  },
}
