/** Cases of target `meta_audience`. Its requests follow Meta's guide to custom audiences and the reference of /users. */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers, evidence } from './answers.ts'
import { type SentRequest, type TargetCases } from './case.ts'
import { ada, hashes, mary, row } from './members.ts'

const docs = 'https://developers.facebook.com/docs/marketing-api/audiences/guides/custom-audiences'
const settings = { list_id: '23851234567890123', access_token: 'EAAB-1' }
const now = '2026-03-14T10:00:00Z'

function sent(method: 'POST' | 'DELETE', schema: readonly string[], data: readonly unknown[]): SentRequest {
  return {
    method,
    url: 'https://graph.facebook.com/v25.0/23851234567890123/users',
    headers: { authorization: 'Bearer EAAB-1', 'content-type': 'application/json' },
    body: { payload: { schema, data } },
  }
}

/** An error of the Graph API. https://developers.facebook.com/docs/graph-api/guides/error-handling */
function failed(code: number, error_subcode: number, message: string) {
  return answered(400, { error: { message, type: 'OAuthException', code, error_subcode } })
}

function received(num_received: number, num_invalid_entries: number) {
  return answered(200, {
    audience_id: '23851234567890123',
    session_id: '77012',
    num_received,
    num_invalid_entries,
    invalid_entry_samples: {},
  })
}

export const meta_audience: TargetCases = {
  minimal: settings,
  full: { ...settings, api_version: 'v26.0' },
  invalid: {
    'list_id of an account': { ...settings, list_id: 'act_1234567890' },
    access_token: { ...settings, access_token: '' },
    'api_version without a minor version': { ...settings, api_version: 'v25' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      title: 'two members, of whom one has no number: an empty text',
      docs,
      settings,
      now,
      events: [row('added', mary), row('changed', ada)],
      sends: [
        sent(
          'POST',
          ['EMAIL', 'PHONE'],
          [
            [hashes.maryEmail, hashes.maryDigits],
            [hashes.adaEmail, ''],
          ],
        ),
      ],
    },
    {
      title: 'all columns: everything is hashed but the advertising id; a birth date is three hashes',
      docs,
      settings,
      now,
      events: [
        row('added', {
          ...ada,
          first_name: 'Ada',
          last_name: 'Love-Lace',
          gender: 'f',
          date_of_birth: '1990-03-07',
          city: 'London',
          region: 'LND',
          postal_code: 'SW1A 1AA',
          country: 'GB',
          user_id: 'U-1815',
          advertising_id: 'EA7583CD-A667-48BC-B806-42ECB2B48606',
        }),
      ],
      sends: [
        sent('POST', 'EMAIL FN LN GEN DOBY DOBM DOBD CT ST ZIP COUNTRY EXTERN_ID MADID'.split(' '), [
          [
            hashes.adaEmail,
            // ada, lovelace, f, 1990, 03, 07, london, lnd, sw1a1aa, gb, u-1815
            'fdee430d40bd57deeac186cd9790033d0f06f909a8806e7ce6e717ab7c7d5029',
            'fb1e7ec987523d2cb9e022cec1d6ae7c99dc46edfae4fe51254025fe4bea571f',
            '252f10c83610ebca1a059c0bae8255eba2f95be4d1d7bcfa89d7248a82d9f111',
            'a7be8e1fe282a37cd666e0632b17d933fa13f21addf4798fc0455bc166e2488c',
            '0b8efa5a3bf104413a725c6ff0459a6be12b1fd33314cbb138745baf39504ae5',
            '19b100ab7725c612f3d80ff203ca53cea5cadaafae3bf0f88f0fb4089fe08815',
            '6089854c94ca5454b76be6752c562901a985f64c9a946f62976aeab593b83161',
            'f9b46588efba7f6ff02856f6d40428f9d7545bb993d6980c45526fcf079c0485',
            '830e1d4b9838bab1f5c2acdb23e0b502ff13a9832c4632e8d67a1d43d3b7f614',
            '0b407281768f0e833afef47ed464b6571d01ca4d53c12ce5c51d1462f4ad6677',
            '8c7024e4eee83a7e08f46d6ac7878d2ff1d16782a495a7bb7a78cbaaa723497e',
            'ea7583cd-a667-48bc-b806-42ecb2b48606',
          ],
        ]),
      ],
    },
    {
      title: 'limited data use is a column: with options for one member, without for the other',
      docs: 'https://developers.facebook.com/docs/marketing-apis/data-processing-options',
      settings,
      now,
      events: [
        row('added', { ...ada, limited_data_use: true, country: 'US', region: 'CA' }),
        row('added', { email: mary.email, country: 'US', region: 'CA' }),
      ],
      sends: [
        sent(
          'POST',
          [
            'EMAIL',
            'ST',
            'COUNTRY',
            'DATA_PROCESSING_OPTIONS',
            'DATA_PROCESSING_OPTIONS_COUNTRY',
            'DATA_PROCESSING_OPTIONS_STATE',
          ],
          [
            // ca, us
            [
              hashes.adaEmail,
              '6959097001d10501ac7d54c0bdb8db61420f658f2922cc26e46d536119a31126',
              '79adb2a2fce5c6ba215fe5f27f532d4e7edbac4b6a5e09e1ef3a08084a904621',
              ['LDU'],
              1,
              1000,
            ],
            [
              hashes.maryEmail,
              '6959097001d10501ac7d54c0bdb8db61420f658f2922cc26e46d536119a31126',
              '79adb2a2fce5c6ba215fe5f27f532d4e7edbac4b6a5e09e1ef3a08084a904621',
              [],
              0,
              0,
            ],
          ],
        ),
      ],
    },
    {
      title: 'a removal is a request of its own, without data use',
      docs: 'https://developers.facebook.com/docs/marketing-api/reference/custom-audience/users/',
      settings,
      now,
      events: [row('added', ada), row('removed', { ...mary, limited_data_use: true })],
      sends: [
        sent('POST', ['EMAIL'], [[hashes.adaEmail]]),
        sent('DELETE', ['EMAIL', 'PHONE'], [[hashes.maryEmail, hashes.maryDigits]]),
      ],
    },
    {
      title: 'another version of the API',
      docs,
      settings: { ...settings, api_version: 'v26.0' },
      now,
      events: [row('added', ada)],
      sends: [
        {
          ...sent('POST', ['EMAIL'], [[hashes.adaEmail]]),
          url: 'https://graph.facebook.com/v26.0/23851234567890123/users',
        },
      ],
    },
    {
      title: 'an event that is no row of a sync is not sent',
      docs,
      settings,
      now,
      events: [{ event_name: 'purchase', ...ada }],
      sends: skipped('missing_required', { detail: 'operation' }),
    },
  ],
  answers: [
    ...commonAnswers,
    {
      title: 'success',
      answer: received(2, 0),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'invalid members, which Meta counts but does not name',
      answer: received(2, 1),
      events: 2,
      outcomes: [
        delivered(evidence(200, '1 of 2 entries invalid')),
        delivered(evidence(200, '1 of 2 entries invalid')),
      ],
    },
    {
      title: 'an invalid request: the whole request is refused',
      answer: failed(100, 1870047, 'Invalid parameter'),
      events: 1,
      outcomes: [refused('rejected', evidence(400, 'Invalid parameter (100/1870047)'))],
    },
    {
      title: 'terms that were not accepted: held until they are',
      answer: failed(200, 1870090, 'Permissions error'),
      events: 1,
      outcomes: [deferred('auth', evidence(400, 'Permissions error (200/1870090)'))],
    },
    {
      title: 'an audience that Meta has flagged: held',
      answer: failed(100, 1713230, 'Invalid parameter'),
      events: 1,
      outcomes: [deferred('auth', evidence(400, 'Invalid parameter (100/1713230)'))],
    },
    {
      title: 'an unknown audience: held',
      answer: failed(100, 33, 'Unsupported post request'),
      events: 1,
      outcomes: [deferred('auth', evidence(400, 'Unsupported post request (100/33)'))],
    },
    {
      title: 'an audience that is being updated',
      answer: failed(2650, 1870145, 'Failed to update the custom audience'),
      events: 1,
      outcomes: [
        deferred('unavailable', evidence(400, 'Failed to update the custom audience (2650/1870145)')),
      ],
    },
    {
      title: 'too many updates of the account',
      answer: failed(80003, 2446079, 'There have been too many calls to this account.'),
      events: 1,
      outcomes: [
        deferred(
          'throttled',
          evidence(400, 'There have been too many calls to this account. (80003/2446079)'),
        ),
      ],
    },
  ],
  recorder: {
    event: (n) => ({ operation: 'add', email: `${n}`.repeat(64) }),
    partial: 'unseen',
    waitSeconds: 60,
  },
}
