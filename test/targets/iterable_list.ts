/** Cases of target `iterable_list`. Its requests follow Iterable's reference of /lists/subscribe and /lists/unsubscribe. */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers, evidence } from './answers.ts'
import { posted, type TargetCases } from './case.ts'
import { ada, mary, row } from './members.ts'

const docs = 'https://api.iterable.com/api/docs#lists_subscribe'
const settings = { list_id: '123456', api_key: 'k-1' }
const common = { docs, settings, now: '2026-03-14T10:00:00Z' }

function sent(path: string, subscribers: readonly object[], more: object = {}) {
  return posted(
    `https://api.iterable.com/api/lists/${path}`,
    { listId: 123456, subscribers, ...more },
    { 'api-key': 'k-1' },
  )
}

/** A response of both. */
function changed(more: object) {
  return answered(200, {
    successCount: 1,
    failCount: 0,
    invalidEmails: [],
    invalidUserIds: [],
    filteredOutFields: {},
    createdFields: [],
    disallowedEventNames: [],
    failedUpdates: { notFoundEmails: [], notFoundUserIds: [], forgottenEmails: [], forgottenUserIds: [] },
    ...more,
  })
}

const failures = {
  failCount: 3,
  invalidEmails: ['no@mail'],
  failedUpdates: { notFoundEmails: ['ada@example.com'], forgottenUserIds: ['u-3'] },
}

export const iterable_list: TargetCases = {
  minimal: settings,
  full: { ...settings, region: 'eu' },
  invalid: {
    'list_id by name': { ...settings, list_id: 'Lapsed customers' },
    api_key: { ...settings, api_key: '' },
    'region of another project': { ...settings, region: 'apac' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      ...common,
      title: 'two members, each by one identifier',
      events: [row('added', { ...ada, user_id: 'u-1815' }), row('changed', mary)],
      sends: [sent('subscribe', [{ userId: 'u-1815' }, { email: 'mary@example.com' }])],
    },
    {
      ...common,
      title: 'a removal leaves the subscriptions of the person to channels as they are',
      docs: 'https://api.iterable.com/api/docs#lists_unsubscribe',
      events: [row('removed', ada), row('added', mary)],
      sends: [
        sent('unsubscribe', [{ email: 'ada@example.com' }], { channelUnsubscribe: false }),
        sent('subscribe', [{ email: 'mary@example.com' }]),
      ],
    },
    {
      ...common,
      title: 'a project in the European Union',
      settings: { ...settings, region: 'eu' },
      events: [row('added', ada)],
      sends: [
        {
          ...sent('subscribe', [{ email: 'ada@example.com' }]),
          url: 'https://api.eu.iterable.com/api/lists/subscribe',
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
      answer: changed({}),
      events: [{ operation: 'add', email: 'ada@example.com' }],
      outcomes: [delivered({ http_status: 200 })],
    },
    {
      title: 'members of whom three cannot be added',
      answer: changed(failures),
      events: [
        { operation: 'add', email: 'mary@example.com' },
        { operation: 'add', email: 'no@mail' },
        { operation: 'add', email: 'ada@example.com' },
        { operation: 'add', userId: 'u-3' },
      ],
      outcomes: [
        delivered({ http_status: 200 }),
        refused('rejected', evidence(200, 'invalidEmails')),
        refused('rejected', evidence(200, 'notFoundEmails')),
        refused('rejected', evidence(200, 'forgottenUserIds')),
      ],
    },
    {
      title: 'a removal of people whom Iterable does not know or has forgotten: done',
      answer: changed(failures),
      events: [
        { operation: 'remove', email: 'no@mail' },
        { operation: 'remove', email: 'ada@example.com' },
        { operation: 'remove', userId: 'u-3' },
      ],
      outcomes: [
        refused('rejected', evidence(200, 'invalidEmails')),
        delivered({ http_status: 200 }),
        delivered({ http_status: 200 }),
      ],
    },
    {
      title: 'an unknown list: held',
      answer: answered(404, { msg: 'List not found', code: 'NotFound', params: null }),
      events: 1,
      outcomes: [deferred('auth', evidence(404, '{"msg":"List not found","code":"NotFound","params":null}'))],
    },
  ],
  recorder: {
    event: (n) => ({ operation: 'add', email: `${n}@example.${n}` }),
    partial: 'each',
  },
}
