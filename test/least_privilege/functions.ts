/** Least privilege: the endpoints of the deployed functions, except the console's. */
import { internalTopics } from '../../schemas/bus.ts'
import { all, onlyFor, statusOf, type Asking, type Door } from './door.ts'

const event = JSON.stringify({ event_name: 'view_content', content_name: 'A' })

function post(path: (asking: Asking) => string, body = event): Door['ask'] {
  return (asking) =>
    statusOf(asking.facts.baseUrl + path(asking), { method: 'POST', headers: asking.headers, body })
}

function get(path: string): Door['ask'] {
  return ({ facts, headers }) => statusOf(facts.baseUrl + path, { headers })
}

/** Endpoints for people and systems, with the names of docs/front_door.md, "Paths". */
const open: readonly Door[] = [
  { name: 'POST /v1/topics', statuses: onlyFor('producer'), ask: post(() => '/v1/topics') },
  {
    name: 'POST /v1/topics/<topic>',
    statuses: onlyFor('producer'),
    ask: post(() => '/v1/topics/view_content'),
  },
  {
    name: 'POST /v1/topics/<topic>',
    what: 'a saved type without a topic',
    statuses: onlyFor('producer'),
    ask: post(() => '/v1/topics/article_read', '{}'),
  },
  {
    name: 'POST /v1/topics/<topic>',
    what: 'a name that is neither deployed nor saved',
    statuses: all(403),
    ask: post(() => '/v1/topics/nobody_saved_it', '{}'),
  },
  ...[...internalTopics].map((topic) => ({
    name: 'POST /v1/topics/<topic>',
    what: `the platform's own ${topic}`,
    statuses: all(403),
    ask: post(() => `/v1/topics/${topic}`, '{}'),
  })),
  {
    name: 'POST /v1/topics/<topic>',
    what: 'explained only',
    statuses: onlyFor('producer'),
    ask: post(() => '/v1/topics/view_content?validateOnly=true'),
  },
  {
    name: 'POST /v1/projects/<project>/topics/<topic>:publish',
    statuses: onlyFor('producer'),
    ask: post(({ facts }) => `/v1/projects/${facts.project}/topics/purchase:publish`),
  },
  { name: 'GET /v1/event-types', statuses: onlyFor('producer'), ask: get('/v1/event-types') },
  { name: 'GET /v1/event-types/<name>', statuses: onlyFor('producer'), ask: get('/v1/event-types/purchase') },
  {
    name: 'GET /v1/event-types/<name>',
    what: 'a saved type',
    statuses: onlyFor('producer'),
    ask: get('/v1/event-types/article_read'),
  },
  {
    name: 'GET /v1/event-types/<name>',
    what: 'a name that nobody has saved',
    statuses: { ...all(403), producer: 404 },
    ask: get('/v1/event-types/nobody_saved_it'),
  },
  {
    name: 'GET /v1/event-types/<name>',
    what: 'a topic of the platform',
    statuses: { ...all(403), producer: 404 },
    ask: get('/v1/event-types/runs'),
  },
  ...['/v1/context-fields', '/v1/limits', '/v1/openapi.json'].map((path) => ({
    name: `GET ${path}`,
    statuses: all(200),
    ask: get(path),
  })),
  {
    name: 'translate',
    statuses: onlyFor('producer'),
    ask: post(() => '/v1/translators/visits', '{"page":"a"}'),
  },
  {
    name: 'translate',
    what: 'explained only',
    statuses: onlyFor('producer'),
    ask: post(() => '/v1/translators/visits?validateOnly=true', '{"page":"a"}'),
  },
  {
    name: 'translate',
    what: 'an unknown translation',
    statuses: { ...all(403), producer: 404 },
    ask: post(() => '/v1/translators/nobody_saved_it', '{"page":"a"}'),
  },
  // A signed payload needs no token, and no token replaces a signature.
  { name: 'hook', statuses: all(401), ask: post(() => '/v1/hooks/visits', '{"page":"a"}') },
]

/** The key of the source `shop` in test/least_privilege.test.ts, and the origin of its pages. */
const page = { key: 'pk_of_the_shop_0001', origin: 'https://shop.acme.example' }

function collectFrom(origin: string): Door['ask'] {
  return ({ facts, headers }) =>
    statusOf(`${facts.collectUrl}/shop?key=${page.key}`, {
      method: 'POST',
      headers: { ...headers, origin },
      body: '{"event_name":"page_view"}',
    })
}

/** Pages and e-mails need no token, and no token opens the door to others. */
const web: readonly Door[] = [
  { name: 'collect', what: 'a page of the source', statuses: all(200), ask: collectFrom(page.origin) },
  {
    name: 'POST /v1/collect/<source>',
    what: 'another page',
    statuses: all(403),
    ask: collectFrom('https://other.acme.example'),
  },
  {
    name: 'GET /v1/collect/<source>/pixel.gif',
    what: 'a pixel that nobody made',
    statuses: all(403),
    ask: get('/v1/collect/shop/pixel.gif?p=AAAA'),
  },
]

/** Endpoints that only Pub/Sub's service account may call, with an ID token that Cloud Run checks. */
const pushed: readonly Door[] = ['store', 'forward', 'sync', 'act', 'erase'].map((name) => ({
  name,
  statuses: all(403),
  ask: async ({ facts, account }) => {
    const audience = facts.functions[name]!
    const answer = await fetch(`${facts.baseUrl}/token`, {
      method: 'POST',
      body: new URLSearchParams({ account, audience }),
    })
    const { id_token } = (await answer.json()) as { id_token: string }
    const headers = { authorization: `Bearer ${id_token}`, 'content-type': 'application/json' }
    return statusOf(audience, { method: 'POST', headers, body: '{}' })
  },
}))

export const functionDoors: readonly Door[] = [...open, ...web, ...pushed]
