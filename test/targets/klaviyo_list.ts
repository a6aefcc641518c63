/** Cases of target `klaviyo_list`. Its requests follow Klaviyo's OpenAPI document of revision 2026-07-15. */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers, evidence } from './answers.ts'
import type { SentRequest, TargetCases } from './case.ts'
import { ada, mary, row } from './members.ts'

const docs = 'https://developers.klaviyo.com/en/reference/bulk_import_profiles'
const removeDocs = 'https://developers.klaviyo.com/en/reference/remove_profiles_from_list'
const settings = { list_id: 'Y6nRLr', api_key: 'pk_1' }
const common = { docs, settings, now: '2026-03-14T10:00:00Z' }

const headers = {
  accept: 'application/vnd.api+json',
  authorization: 'Klaviyo-API-Key pk_1',
  'content-type': 'application/vnd.api+json',
  revision: '2026-07-15',
}

function imported(...people: readonly object[]): SentRequest {
  const data = people.map((attributes) => ({ type: 'profile', attributes }))
  return {
    method: 'POST',
    url: 'https://a.klaviyo.com/api/profile-bulk-import-jobs',
    headers,
    body: {
      data: {
        type: 'profile-bulk-import-job',
        attributes: { profiles: { data } },
        relationships: { lists: { data: [{ type: 'list', id: 'Y6nRLr' }] } },
      },
    },
  }
}

/** `filter` as in a URL. */
function sought(filter: string): SentRequest {
  return {
    method: 'GET',
    url: `https://a.klaviyo.com/api/profiles?fields%5Bprofile%5D=email%2Cphone_number%2Cexternal_id&filter=${filter}&page%5Bsize%5D=100`,
    headers,
    body: '',
  }
}

function removed(...ids: readonly string[]): SentRequest {
  return {
    method: 'DELETE',
    url: 'https://a.klaviyo.com/api/lists/Y6nRLr/relationships/profiles',
    headers,
    body: { data: ids.map((id) => ({ type: 'profile', id })) },
  }
}

/** An error of the JSON:API. https://developers.klaviyo.com/en/docs/rate_limits_and_error_handling */
function failed(status: number, detail: string, pointer: string) {
  return answered(status, { errors: [{ id: '7ae5e7a6', status, detail, source: { pointer } }] })
}

export const klaviyo_list: TargetCases = {
  minimal: settings,
  full: settings,
  invalid: {
    'list_id as an address': { ...settings, list_id: 'https://www.klaviyo.com/list/Y6nRLr' },
    api_key: { ...settings, api_key: '' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      ...common,
      title: 'members, with the identifiers that each has',
      events: [row('added', { ...mary, user_id: 'u-1815' }), row('changed', ada)],
      sends: [
        imported(
          { email: 'mary@example.com', phone_number: '+15559876543', external_id: 'u-1815' },
          { email: 'ada@example.com' },
        ),
      ],
    },
    {
      ...common,
      title: 'a removal finds the profile by its address first, and changes no subscription',
      docs: removeDocs,
      events: [row('removed', { ...mary, user_id: 'u-1815' }), row('removed', ada)],
      recordIds: ['01H1', undefined],
      sends: [
        sought('any%28email%2C%5B%22mary%40example.com%22%2C%22ada%40example.com%22%5D%29'),
        removed('01H1'),
      ],
    },
    {
      ...common,
      title: 'removals by another identifier are a request of their own',
      docs: 'https://developers.klaviyo.com/en/reference/get_profiles',
      events: [
        row('removed', ada),
        row('removed', { phone: mary.phone }),
        row('removed', { user_id: 'u-1815' }),
      ],
      recordIds: ['01H1', '01H2', '01H3'],
      sends: [
        sought('any%28email%2C%5B%22ada%40example.com%22%5D%29'),
        removed('01H1'),
        sought('any%28phone_number%2C%5B%22%2B15559876543%22%5D%29'),
        removed('01H2'),
        sought('any%28external_id%2C%5B%22u-1815%22%5D%29'),
        removed('01H3'),
      ],
    },
    {
      ...common,
      title: 'a name identifies nobody',
      events: [row('added', { first_name: 'Ada' })],
      sends: skipped('no_identifier'),
    },
  ],
  answers: [
    ...commonAnswers,
    {
      title: 'a job that was accepted',
      answer: answered(202, { data: { type: 'profile-bulk-import-job', id: 'amob' } }),
      events: 2,
      outcomes: [
        delivered({ http_status: 202, receipt: 'amob' }),
        delivered({ http_status: 202, receipt: 'amob' }),
      ],
    },
    {
      title: 'a job whose id is no id: it is not recorded',
      answer: answered(202, { data: { type: 'profile-bulk-import-job', id: 'ada@example.com' } }),
      events: 1,
      outcomes: [delivered({ http_status: 202 })],
    },
    {
      title: 'the profiles that were found, and an address without one',
      found: ['01H2', undefined],
      answer: answered(200, {
        data: [{ type: 'profile', id: '01H2', attributes: { email: 'Ada@example.com', phone_number: null } }],
        links: { next: null },
      }),
      events: [
        { operation: 'remove', email: 'ada@example.com' },
        { operation: 'remove', email: 'mary@example.com' },
      ],
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'members that were removed',
      answer: answered(204),
      events: 1,
      outcomes: [delivered({ http_status: 204 })],
    },
    {
      title: 'an invalid member: the others are sent again',
      answer: failed(
        400,
        'Invalid phone number format',
        '/data/attributes/profiles/data/1/attributes/phone_number',
      ),
      events: 3,
      outcomes: [
        'resend',
        refused(
          'rejected',
          evidence(
            400,
            '/data/attributes/profiles/data/1/attributes/phone_number Invalid phone number format',
          ),
        ),
        'resend',
      ],
    },
    {
      title: 'an unknown list: held',
      answer: failed(404, 'A list with id Y6nRLr does not exist.', '/data/'),
      events: 1,
      outcomes: [deferred('auth', evidence(404, 'The list does not exist.'))],
    },
    {
      title: 'a key that lacks the scope: held',
      answer: failed(403, 'You do not have permission to perform this action.', '/data/'),
      events: 1,
      outcomes: [
        deferred('auth', evidence(403, '/data/ You do not have permission to perform this action.')),
      ],
    },
  ],
  recorder: {
    event: (n) => ({ operation: 'add', email: `${n}@example.com` }),
    partial: 'without',
    waitSeconds: 1,
  },
}
