/** Cases of target `linkedin_audience`. Its requests follow LinkedIn's pages of DMP segment users and of programmatic refresh tokens. */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers, evidence } from './answers.ts'
import { posted, type SentRequest, type TargetCases } from './case.ts'
import { ada, hashes, mary, row } from './members.ts'

const docs =
  'https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/create-and-manage-segment-users'
const settings = { list_id: '10804', access_token: 'AQX-1' }
const app = { client_id: 'c-1', refresh_token: 'r-1', client_secret: 's-1' }
const common = { docs, settings, now: '2026-03-14T10:00:00Z' }

/** https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens */
const token: SentRequest = {
  method: 'POST',
  url: 'https://www.linkedin.com/oauth/v2/accessToken',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'grant_type=refresh_token&refresh_token=r-1&client_id=c-1&client_secret=s-1',
}

function sent(elements: readonly object[], authorization = 'Bearer AQX-1', version = '202604'): SentRequest {
  return posted(
    'https://api.linkedin.com/rest/dmpSegments/10804/users',
    { elements },
    {
      authorization,
      'linkedin-version': version,
      'x-restli-protocol-version': '2.0.0',
      'x-restli-method': 'BATCH_CREATE',
    },
  )
}

function email(idValue: string) {
  return { idType: 'SHA256_EMAIL', idValue }
}

export const linkedin_audience: TargetCases = {
  minimal: settings,
  full: { ...settings, ...app, api_version: '202609' },
  invalid: {
    'list_id as a URN': { ...settings, list_id: 'urn:li:dmpSegment:10804' },
    'access_token is missing, and so is a part of what replaces it': { list_id: '10804', client_id: 'c-1' },
    'refresh_token is empty': { list_id: '10804', ...app, refresh_token: '' },
    'api_version with a dot': { ...settings, api_version: '2026.04' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      ...common,
      title: 'two members, of whom one has a name and a country, which are not hashed',
      events: [
        row('added', { ...mary, first_name: 'Mary', last_name: 'Shelley', country: 'gb' }),
        row('changed', ada),
      ],
      sends: [
        sent([
          {
            action: 'ADD',
            userIds: [email(hashes.maryEmail)],
            firstName: 'Mary',
            lastName: 'Shelley',
            country: 'GB',
          },
          { action: 'ADD', userIds: [email(hashes.adaEmail)] },
        ]),
      ],
    },
    {
      ...common,
      title: 'an advertising id of Android as it is; one of Apple is none',
      events: [
        row('added', { advertising_id: '38400000-8CF0-11bd-b23e-10b96e40000d', os_name: 'Android' }),
        row('added', {
          ...ada,
          advertising_id: 'EA7583CD-A667-48BC-B806-42ECB2B48606',
          os_name: 'iOS',
        }),
      ],
      sends: [
        sent([
          {
            action: 'ADD',
            userIds: [{ idType: 'GOOGLE_AID', idValue: '38400000-8cf0-11bd-b23e-10b96e40000d' }],
          },
          { action: 'ADD', userIds: [email(hashes.adaEmail)] },
        ]),
      ],
    },
    {
      ...common,
      title: 'a removal is a request of its own, with the identifiers only',
      events: [row('added', ada), row('removed', { ...mary, first_name: 'Mary', last_name: 'Shelley' })],
      sends: [
        sent([{ action: 'ADD', userIds: [email(hashes.adaEmail)] }]),
        sent([{ action: 'REMOVE', userIds: [email(hashes.maryEmail)] }]),
      ],
    },
    {
      ...common,
      title: 'a refresh token in the place of an access token, and another version',
      settings: { list_id: '10804', ...app, api_version: '202609' },
      events: [row('added', ada)],
      sends: [
        token,
        sent([{ action: 'ADD', userIds: [email(hashes.adaEmail)] }], 'Bearer own-token', '202609'),
      ],
    },
    {
      ...common,
      title: 'a name alone identifies nobody',
      events: [row('added', { first_name: 'Ada', last_name: 'Lovelace' })],
      sends: skipped('no_identifier'),
    },
  ],
  answers: [
    ...commonAnswers,
    {
      title: 'success',
      answer: answered(200, { elements: [{ status: 200 }, { status: 200 }] }),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'an invalid member, and one whose segment is being changed',
      answer: answered(200, {
        elements: [
          { status: 200 },
          { status: 400, error: { message: 'Invalid idValue' } },
          { status: 409, error: { message: 'Conflict' } },
        ],
      }),
      events: 3,
      outcomes: [
        delivered({ http_status: 200 }),
        refused('rejected', evidence(200, 'Invalid idValue')),
        deferred('unavailable', evidence(409, 'Conflict')),
      ],
    },
    {
      title: 'a segment that is being changed',
      answer: answered(409, { status: 409, message: 'Conflict' }),
      events: 1,
      outcomes: [deferred('unavailable', evidence(409, 'Conflict'))],
    },
    {
      title: 'a segment that is new or does not exist: held',
      answer: answered(404, { status: 404, message: 'Could not find the segment' }),
      events: 1,
      outcomes: [deferred('auth', evidence(404, 'Could not find the segment'))],
    },
    {
      title: 'a version that LinkedIn no longer supports: held',
      answer: answered(426, { status: 426, code: 'NONEXISTENT_VERSION', message: 'Not active' }),
      events: 1,
      outcomes: [deferred('auth', evidence(426, 'NONEXISTENT_VERSION: Not active'))],
    },
  ],
  recorder: {
    event: (n) => ({ operation: 'add', email: `${n}`.repeat(64) }),
    partial: 'each',
  },
}
