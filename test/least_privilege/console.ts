/** Least privilege: the endpoints of the console's API. It uses its caller's token, so BigQuery and Pub/Sub decide. */
import { runRequests } from '../../schemas/run_request.ts'
import { all, onlyFor, statusOf, type Asking, type Door } from './door.ts'

function reading(path: string): Door['ask'] {
  return ({ facts, headers }) => statusOf(facts.baseUrl + path, { headers })
}

function posting(path: string, body: (asking: Asking) => object): Door['ask'] {
  return (asking) =>
    statusOf(asking.facts.baseUrl + path, {
      method: 'POST',
      headers: asking.headers,
      body: JSON.stringify(body(asking)),
    })
}

const hour = 3_600_000

function period() {
  return { from: new Date(Date.now() - hour).toISOString(), to: new Date().toISOString() }
}

function sampled() {
  const { from, to } = period()
  return { since: from, until: to }
}

/** A harmless request of each kind of run: for something that does not exist, or a dry run. */
const requests: Readonly<Record<keyof typeof runRequests, () => object>> = {
  sync: () => ({ sync: 'customer_profiles', dry_run: true }),
  action: () => ({ action: 'cart_left', dry_run: true }),
  replay: () => ({ destination: 'webhook', ...period(), dry_run: true }),
  reprocess: () => ({ ...period(), dry_run: true }),
  erasure: () => ({ subject: { user_id: 'nobody' }, dry_run: true }),
  reconcile: () => ({}),
  health: () => ({}),
  people: () => ({}),
  cancel: () => ({}),
}

const readers = onlyFor('analyst', 'editor')

const since = '2026-01-01T00:00:00Z'

export const consoleDoors: readonly Door[] = [
  {
    name: 'GET /v1/console/overview',
    statuses: readers,
    ask: (asking) => reading(`/v1/console/overview?${new URLSearchParams(period())}`)(asking),
  },
  { name: 'GET /v1/console/definitions', statuses: readers, ask: reading('/v1/console/definitions') },
  {
    name: 'POST /v1/console/definitions',
    statuses: onlyFor('editor'),
    ask: posting('/v1/console/definitions', ({ caller }) => ({
      event: {
        name: `saved_by_${caller}`,
        version: '1.0',
        description: 'Something happened.',
        fields: {},
      },
    })),
  },
  {
    name: 'GET /v1/console/arrivals',
    statuses: readers,
    ask: reading('/v1/console/arrivals?event_name=view_content&message_ids=1'),
  },
  {
    name: 'POST /v1/console/ask',
    statuses: readers,
    ask: posting('/v1/console/ask', () => ({ ask: 'event_names', values: { since, until: since } })),
  },
  {
    name: 'GET /v1/console/automations',
    statuses: onlyFor('analyst', 'editor', 'operator'),
    ask: reading('/v1/console/automations'),
  },
  {
    name: 'GET /v1/console/destinations',
    statuses: onlyFor('analyst', 'editor', 'operator'),
    ask: reading('/v1/console/destinations'),
  },
  {
    name: 'GET /v1/console/destinations/',
    statuses: onlyFor('analyst', 'editor', 'operator'),
    ask: reading('/v1/console/destinations/webhook'),
  },
  {
    name: 'POST /v1/console/destinations/',
    // Nobody but an owner may change a subscription.
    statuses: all(403),
    ask: posting('/v1/console/destinations/webhook:pause', () => ({})),
  },
  {
    name: 'POST /v1/console/coverage',
    statuses: readers,
    ask: posting('/v1/console/coverage', () => ({
      destination: 'webhook',
      event_name: 'view_content',
      ...sampled(),
    })),
  },
  {
    name: 'POST /v1/console/try-rule',
    statuses: readers,
    ask: posting('/v1/console/try-rule', () => ({
      destination: 'webhook',
      rule: { id: 'all', effect: 'permit', when: 'true' },
      ...sampled(),
    })),
  },
  {
    name: 'POST /v1/console/try-change',
    statuses: readers,
    ask: posting('/v1/console/try-change', () => ({
      destination: 'webhook',
      change: { rules: [{ id: 'all', effect: 'permit', when: 'true' }] },
      ...sampled(),
    })),
  },
  {
    name: 'POST /v1/console/connections/',
    statuses: onlyFor('editor'),
    ask: posting('/v1/console/connections/visits', () => ({ major: 1 })),
  },
  ...Object.entries({
    look: onlyFor('analyst', 'editor', 'operator'),
    add: onlyFor('operator'),
    lift: onlyFor('operator'),
  }).map(([act, statuses]): Door => ({
    name: 'POST /v1/console/suppressions/',
    what: act,
    statuses,
    ask: posting(`/v1/console/suppressions/${act}`, () => ({ field: 'user_id', value: 'nobody' })),
  })),
  {
    name: 'POST /v1/console/explain',
    statuses: readers,
    ask: posting('/v1/console/explain', () => ({ events: [{ event_name: 'view_content' }] })),
  },
  { name: 'GET /v1/console/runs', statuses: readers, ask: reading('/v1/console/runs') },
  { name: 'GET /v1/console/audit', statuses: readers, ask: reading('/v1/console/audit') },
  {
    name: 'POST /v1/console/operations',
    statuses: onlyFor('operator'),
    ask: posting('/v1/console/operations', () => ({ operation: 'pause', target: 'webhook' })),
  },
  {
    name: 'GET /v1/console/run-options',
    statuses: onlyFor('analyst', 'editor', 'operator'),
    ask: reading('/v1/console/run-options'),
  },
  {
    name: 'GET /v1/console/runs/',
    statuses: { ...all(403), analyst: 404, editor: 404 },
    ask: reading('/v1/console/runs/1234567890'),
  },
  ...Object.entries(requests).map(([kind, request]): Door => ({
    name: 'POST /v1/console/runs/',
    what: kind,
    statuses: onlyFor('operator'),
    ask: posting(`/v1/console/runs/${kind === 'cancel' ? '1234567890:cancel' : kind}`, request),
  })),
  {
    name: 'POST /v1/console/translators/',
    statuses: onlyFor('producer'),
    ask: posting('/v1/console/translators/visits', () => ({ page: 'a' })),
  },
]
