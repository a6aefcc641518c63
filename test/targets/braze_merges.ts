/** Cases of target `braze`: events that join an anonymous visitor with their user, and events that must not. */
import { posted, type Example, type SentRequest } from './case.ts'

const identifying = 'https://www.braze.com/docs/api/endpoints/user_data/post_user_identify'
const settings = { rest_endpoint: 'rest.iad-01.braze.com', api_key: 'k-1' }
const now = '2026-03-14T10:00:00Z'

function sent(body: object): SentRequest {
  return {
    method: 'POST',
    url: 'https://rest.iad-01.braze.com/users/track',
    headers: { authorization: 'Bearer k-1', 'content-type': 'application/json', 'x-braze-batch': 'true' },
    body,
  }
}

function occurred(name: string, others: object, time = '2026-03-14T10:00:00.000Z') {
  return { ...others, name, time }
}

/** The condition of docs/profiles.md. */
const isVisitor = {
  not: {
    or: [
      { path: 'user_id', exists: true },
      { path: 'email', exists: true },
    ],
  },
}

export const brazeMerges: readonly Example[] = [
  {
    title: 'with alias_label, a login first joins the profile that has only the alias of the visitor',
    docs: identifying,
    settings: { ...settings, alias_label: 'device' },
    now,
    events: [
      { event_name: 'page_view', user_id: 'u-1815', anonymous_id: 'a-1' },
      { event_name: 'login', user_id: 'u-1815', anonymous_id: 'a-1', first_name: 'Ada' },
      { event_name: 'login', user_id: 'u-2', email: 'grace@example.com' },
    ],
    leftOut: [],
    sends: [
      sent({
        attributes: [{ external_id: 'u-2', email: 'grace@example.com' }],
        events: [occurred('page_view', { external_id: 'u-1815' }), occurred('login', { external_id: 'u-2' })],
      }),
      posted(
        'https://rest.iad-01.braze.com/users/identify',
        {
          aliases_to_identify: [
            { external_id: 'u-1815', user_alias: { alias_name: 'a-1', alias_label: 'device' } },
          ],
          merge_behavior: 'merge',
        },
        { authorization: 'Bearer k-1' },
      ),
      sent({
        attributes: [{ external_id: 'u-1815', first_name: 'Ada' }],
        events: [occurred('login', { external_id: 'u-1815' })],
      }),
    ],
  },
  {
    title: 'a link gives an anonymous visitor the alias, and a user none',
    docs: 'https://www.braze.com/docs/api/objects_filters/user_alias_object',
    settings: { ...settings, alias_label: 'device' },
    linkage: {
      '*': {
        'user_alias.alias_name': { when: isVisitor, then: 'anonymous_id' },
        'user_alias.alias_label': { when: isVisitor, then: { const: 'device' } },
      },
    },
    now,
    events: [
      { event_name: 'page_view', anonymous_id: 'a-1' },
      { event_name: 'page_view', user_id: 'u-2', anonymous_id: 'a-2' },
    ],
    leftOut: [],
    sends: [
      sent({
        events: [
          occurred('page_view', { user_alias: { alias_name: 'a-1', alias_label: 'device' } }),
          occurred('page_view', { external_id: 'u-2' }),
        ],
      }),
    ],
  },
  {
    title: 'without alias_label, and without a user, a login joins nobody',
    docs: identifying,
    settings,
    now,
    events: [
      { event_name: 'login', user_id: 'u-1815', anonymous_id: 'a-1' },
      { event_name: 'login', email: 'grace@example.com', anonymous_id: 'a-2' },
    ],
    linkage: { '*': { person: null } },
    leftOut: [],
    sends: [
      sent({
        events: [
          occurred('login', { external_id: 'u-1815' }),
          occurred('login', { email: 'grace@example.com' }),
        ],
      }),
    ],
  },
  {
    title: 'a replayed login joins nobody',
    docs: identifying,
    settings: { ...settings, alias_label: 'device' },
    isReplay: true,
    now,
    events: [{ event_name: 'login', user_id: 'u-1815', anonymous_id: 'a-1' }],
    leftOut: ['merge'],
    sends: [sent({ events: [occurred('login', { external_id: 'u-1815' })] })],
  },
]
