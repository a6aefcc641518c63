/** Cases of target `tiktok_audience`. Its requests follow TikTok's page of /segment/mapping/. */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, evidence } from './answers.ts'
import { posted, type TargetCases } from './case.ts'
import { ada, hashes, mary, row } from './members.ts'

const docs = 'https://business-api.tiktok.com/portal/docs?id=1739940583739393'
const settings = { advertiser_id: '7001', list_id: '99', access_token: 't-1' }
const common = { docs, settings, now: '2026-03-14T10:00:00Z' }

function sent(action: 'add' | 'delete', id_schema: readonly string[], batch_data: readonly object[][]) {
  return posted(
    'https://business-api.tiktok.com/open_api/v1.3/segment/mapping/',
    { advertiser_ids: ['7001'], action, id_schema, batch_data },
    { 'access-token': 't-1' },
  )
}

function member(id: string) {
  return { id, audience_ids: ['99'] }
}

function responded(code: number, message: string) {
  return answered(200, { code, message, request_id: '202603141000000101890810', data: {} })
}

export const tiktok_audience: TargetCases = {
  minimal: settings,
  full: settings,
  invalid: {
    'advertiser_id by name': { ...settings, advertiser_id: 'Example shop' },
    'list_id by name': { ...settings, list_id: 'Lapsed customers' },
    access_token: { ...settings, access_token: '' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      ...common,
      title: 'two members in the order of the schema, of whom one has no number: an empty object',
      events: [row('added', mary), row('changed', ada)],
      sends: [
        sent(
          'add',
          ['EMAIL_SHA256', 'PHONE_SHA256'],
          [
            [member(hashes.maryEmail), member(hashes.maryNumber)],
            [member(hashes.adaEmail), {}],
          ],
        ),
      ],
    },
    {
      ...common,
      title: 'advertising ids, hashed in lowercase, by their platform',
      events: [
        row('added', { advertising_id: 'EA7583CD-A667-48BC-B806-42ECB2B48606', os_name: 'iOS' }),
        row('added', { advertising_id: '38400000-8cf0-11bd-b23e-10b96e40000d', os_name: 'Android' }),
      ],
      sends: [
        sent(
          'add',
          ['IDFA_SHA256', 'AAID_SHA256'],
          [
            // ea7583cd-a667-48bc-b806-42ecb2b48606, 38400000-8cf0-11bd-b23e-10b96e40000d
            [member('6cd6140c54b2741b81b0099b232a3ddaeed82df456f43563574877baec22b632'), {}],
            [{}, member('d4181bb455a74b3bc8b37c75ac9b2c702eb6b9930bd040b861403b31ca85634d')],
          ],
        ),
      ],
    },
    {
      ...common,
      title: 'a removal is a request of its own',
      events: [row('added', ada), row('removed', mary)],
      sends: [
        sent('add', ['EMAIL_SHA256'], [[member(hashes.adaEmail)]]),
        sent(
          'delete',
          ['EMAIL_SHA256', 'PHONE_SHA256'],
          [[member(hashes.maryEmail), member(hashes.maryNumber)]],
        ),
      ],
    },
    {
      ...common,
      title: 'a name identifies nobody',
      events: [row('added', { first_name: 'Ada', user_id: 'u-1815' })],
      sends: skipped('no_identifier'),
    },
  ],
  answers: [
    {
      title: 'success',
      answer: responded(0, 'OK'),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'an invalid id: the whole request is refused',
      answer: responded(40002, 'batch_data.1: Invalid id.'),
      events: 2,
      outcomes: [
        refused('rejected', evidence(200, 'batch_data.1: Invalid id. (40002)')),
        refused('rejected', evidence(200, 'batch_data.1: Invalid id. (40002)')),
      ],
    },
    {
      title: 'an app that TikTok has not admitted, or an audience of another account: held',
      answer: responded(40001, 'No permission to operate the audience'),
      events: 1,
      outcomes: [deferred('auth', evidence(200, 'No permission to operate the audience (40001)'))],
    },
    {
      title: 'too many requests',
      answer: responded(40100, 'Too many requests. Please retry in some time.'),
      events: 1,
      outcomes: [
        deferred('throttled', evidence(200, 'Too many requests. Please retry in some time. (40100)')),
      ],
    },
    {
      title: 'a gateway error without a code',
      answer: answered(504, 'timeout'),
      events: 1,
      outcomes: [deferred('unavailable', evidence(504, 'timeout'))],
    },
  ],
  recorder: {
    event: (n) => ({ operation: 'add', email: `${n}`.repeat(64) }),
    partial: 'whole',
  },
}
