/** Cases of target `iterable`: the responses of its API. */
import { deferred, delivered, refused } from '../../schemas/outcome.ts'
import { answered, commonAnswers } from './answers.ts'
import type { AnswerCase } from './case.ts'

/** A response of trackBulk. */
function tracked(more: object) {
  return answered(200, {
    successCount: 1,
    failCount: 0,
    invalidEmails: [],
    invalidUserIds: [],
    disallowedEventNames: [],
    filteredOutFields: [],
    createdFields: [],
    failedUpdates: { notFoundEmails: [], notFoundUserIds: [], invalidDataEmails: [], invalidDataUserIds: [] },
    ...more,
  })
}

export const iterableAnswers: readonly AnswerCase[] = [
  {
    title: 'an accepted purchase',
    answer: answered(200, { msg: '', code: 'Success', params: { id: 'e-77' } }),
    events: 1,
    outcomes: [delivered({ http_status: 200 })],
  },
  {
    title: 'unknown users, while the other event is accepted',
    answer: tracked({
      failCount: 2,
      invalidEmails: ['no@mail'],
      failedUpdates: { notFoundUserIds: ['u-2'], notFoundEmails: [] },
    }),
    events: [
      { userId: 'u-1', eventName: 'login' },
      { email: 'no@mail', eventName: 'login' },
      { userId: 'u-2', eventName: 'login' },
    ],
    outcomes: [
      delivered({ http_status: 200 }),
      refused('rejected', { http_status: 200, detail: 'invalidEmails' }),
      refused('rejected', { http_status: 200, detail: 'notFoundUserIds' }),
    ],
  },
  {
    title: 'profiles of which two are invalid',
    ofProfiles: true,
    answer: tracked({
      failCount: 2,
      invalidEmails: ['no@mail'],
      failedUpdates: { conflictUserIds: ['u-2'] },
    }),
    events: [
      { userId: 'u-1', person: { email: 'ada@example.com' } },
      { userId: 'u-2', person: { firstName: 'Grace' } },
      { userId: 'u-3', person: { email: 'no@mail' } },
    ],
    outcomes: [
      delivered({ http_status: 200 }),
      refused('rejected', { http_status: 200, detail: 'conflictUserIds' }),
      refused('rejected', { http_status: 200, detail: 'invalidEmails' }),
    ],
  },
  {
    title: 'an event name that the project does not allow',
    answer: tracked({ failCount: 1, disallowedEventNames: ['login'] }),
    events: [{ userId: 'u-1', eventName: 'login' }],
    outcomes: [refused('rejected', { http_status: 200, detail: 'disallowedEventNames' })],
  },
  {
    title: 'an invalid request',
    answer: answered(400, { msg: 'Invalid purchase', code: 'BadParams', params: null }),
    events: 1,
    outcomes: [
      refused('rejected', {
        http_status: 400,
        detail: '{"msg":"Invalid purchase","code":"BadParams","params":null}',
      }),
    ],
  },
  {
    title: 'an invalid API key',
    answer: answered(401, { msg: 'Invalid API key', code: 'BadApiKey', params: {} }),
    events: 1,
    outcomes: [
      deferred('auth', {
        http_status: 401,
        detail: '{"msg":"Invalid API key","code":"BadApiKey","params":{}}',
      }),
    ],
  },
  ...commonAnswers,
]
