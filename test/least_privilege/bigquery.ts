/** Least privilege: the methods of BigQuery's REST API. https://cloud.google.com/bigquery/docs/reference/rest */
import { randomUUID } from 'node:crypto'
import { all, onlyFor, type Asking, type Door, type Statuses } from './door.ts'

const readers = onlyFor('analyst', 'editor')
/** Operators may run a query that reads nothing: by it BigQuery verifies who asks for a run. */
const queriers = onlyFor('analyst', 'editor', 'operator')
const deniedForAll = all(403)
const notFoundForReaders: Statuses = { ...deniedForAll, analyst: 404, editor: 404 }
const dataset = '/datasets/sluice'
const events = `${dataset}/tables/events`
const definitions = `${dataset}/tables/definitions`
const routine = {
  routineReference: { projectId: 'sluice-local', datasetId: 'sluice', routineId: 'mine' },
  routineType: 'SCALAR_FUNCTION',
  language: 'SQL',
  definitionBody: '1',
}

interface Answer {
  jobReference?: { jobId: string }
  status?: { errorResult?: { reason: string } }
  error?: { errors: readonly { reason: string }[] }
}

/** Returns the status; 403 for a job that was created and then refused. */
async function send(
  { facts, headers }: Asking,
  method: string,
  path: string,
  body?: object,
  base = 'bigquery/v2',
): Promise<{ status: number; answer: Answer }> {
  const response = await fetch(`${facts.bigqueryUrl}/${base}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer = text === '' ? {} : (JSON.parse(text) as Answer)
  const isRefused = answer.status?.errorResult?.reason === 'accessDenied'
  return { status: isRefused ? 403 : response.status, answer }
}

function inProject(path: string): string {
  return `/projects/sluice-local${path}`
}

function door(name: string, statuses: Statuses, method: string, path: string, body?: object): Door {
  const ask = async (asking: Asking) => (await send(asking, method, inProject(path), body)).status
  return { name: `bigquery.${name}`, statuses, ask }
}

function query(what: string, statuses: Statuses, text: (asking: Asking) => string): Door {
  return {
    name: 'bigquery.jobs.query',
    what,
    statuses,
    ask: async (asking) => {
      const body = { query: text(asking), useLegacySql: false }
      return (await send(asking, 'POST', inProject('/queries'), body)).status
    },
  }
}

/** Creates a job as the caller, then sends a request about it: a caller who may run jobs may manage their own. */
function own(name: string, statuses: Statuses, method: string, path: (id: string) => string): Door {
  return {
    name: `bigquery.${name}`,
    statuses,
    ask: async (asking) => {
      const configuration = { query: { query: 'SELECT 1', useLegacySql: false } }
      const made = await send(asking, 'POST', inProject('/jobs'), { configuration })
      // Without a job of the caller: a job of another caller, or none.
      const id = made.answer.jobReference?.jobId ?? 'job_of_somebody'
      return (await send(asking, method, inProject(path(id)))).status
    },
  }
}

function row(): object {
  return {
    kind: 'event',
    name: `by_hand_${randomUUID().slice(0, 8).replaceAll('-', '')}`,
    version: '1.0',
    created_at: '2026-03-14T09:26:53Z',
    created_by: 'ada@example.com',
    definition: '{}',
  }
}

export const bigqueryDoors: readonly Door[] = [
  // https://cloud.google.com/bigquery/docs/reference/rest/v2/projects: each caller sees their own.
  {
    ...door('projects.list', all(200), 'GET', ''),
    ask: async (asking) => (await send(asking, 'GET', '/projects')).status,
  },
  door('projects.getServiceAccount', all(200), 'GET', '/serviceAccount'),
  door('datasets.list', all(200), 'GET', '/datasets'),
  door('datasets.get', readers, 'GET', dataset),
  door('datasets.insert', deniedForAll, 'POST', '/datasets', { datasetReference: { datasetId: 'mine' } }),
  door('datasets.patch', deniedForAll, 'PATCH', dataset, { description: 'mine' }),
  door('datasets.update', deniedForAll, 'PUT', dataset, { description: 'mine' }),
  door('datasets.delete', deniedForAll, 'DELETE', dataset),
  // The embedded BigQuery has no time travel, and says so to everybody.
  door('datasets.undelete', all(400), 'POST', `${dataset}:undelete`, {}),
  door('tables.list', readers, 'GET', `${dataset}/tables`),
  door('tables.get', readers, 'GET', events),
  {
    ...door('tables.get', notFoundForReaders, 'GET', `${dataset}/tables/nothing`),
    what: 'a table that does not exist',
  },
  door('tables.insert', deniedForAll, 'POST', `${dataset}/tables`, {
    tableReference: { tableId: 'mine' },
    schema: { fields: [{ name: 'id', type: 'STRING' }] },
  }),
  door('tables.patch', deniedForAll, 'PATCH', events, { description: 'mine' }),
  door('tables.update', deniedForAll, 'PUT', events, { description: 'mine' }),
  door('tables.delete', deniedForAll, 'DELETE', events),
  {
    ...door('tabledata.insertAll', deniedForAll, 'POST', `${events}/insertAll`, { rows: [{ json: {} }] }),
    what: 'events',
  },
  {
    ...door('tabledata.insertAll', onlyFor('editor'), 'POST', `${definitions}/insertAll`, {
      rows: [{ json: row() }],
    }),
    what: 'definitions',
  },
  // Append-only: nobody but the function console appends, and nobody changes an entry.
  {
    ...door('tabledata.insertAll', deniedForAll, 'POST', `${dataset}/tables/audit/insertAll`, {
      rows: [{ json: { requested_by: 'ceo@acme.example' } }],
    }),
    what: 'the audit trail',
  },
  {
    ...door('tabledata.insertAll', deniedForAll, 'POST', `${dataset}/tables/receipts/insertAll`, {
      rows: [{ json: { connection: 'shop_orders' } }],
    }),
    what: 'the receipts',
  },
  query(
    'changes the suppression list',
    onlyFor('operator'),
    () =>
      `INSERT INTO sluice.suppressions (field, value_hash, created_at, created_by, lifted)
     VALUES ('user_id', '${'0'.repeat(64)}', CURRENT_TIMESTAMP(), 'ada@example.com', TRUE)`,
  ),
  query('changes the audit trail', deniedForAll, () => `UPDATE sluice.audit SET target = 'x' WHERE TRUE`),
  query('deletes the audit trail', deniedForAll, () => 'DELETE FROM sluice.audit WHERE TRUE'),
  door('tabledata.list', readers, 'GET', `${definitions}/data`),
  query('no table', queriers, () => 'SELECT 1'),
  query('events', readers, () => 'SELECT event_id FROM sluice.events LIMIT 1'),
  query('a view', readers, () => 'SELECT * FROM sluice.delivery_funnel LIMIT 1'),
  query('a table that does not exist', notFoundForReaders, () => 'SELECT 1 FROM sluice.nothing'),
  query('another dataset', deniedForAll, () => 'SELECT 1 FROM private.salaries'),
  query(
    'saves a definition',
    onlyFor('editor'),
    () =>
      `INSERT INTO sluice.definitions (kind, name, version, created_at, created_by, definition)
     VALUES ('event', 'by_statement', '1.0', CURRENT_TIMESTAMP(), 'ada@example.com', JSON '{}')`,
  ),
  query('writes events', deniedForAll, () => "DELETE FROM sluice.events WHERE received_at < '2000-01-01'"),
  query('makes a view', deniedForAll, ({ caller }) => `CREATE VIEW sluice.of_${caller} AS SELECT 1 AS one`),
  query('drops a table', deniedForAll, () => 'DROP TABLE sluice.events'),
  door('jobs.insert', queriers, 'POST', '/jobs', {
    configuration: { query: { query: 'SELECT 1', useLegacySql: false } },
  }),
  {
    name: 'bigquery.jobs.insert',
    what: 'with an upload',
    statuses: deniedForAll,
    ask: async (asking) => {
      const load = { destinationTable: { datasetId: 'sluice', tableId: 'events' } }
      const boundary = 'part'
      const parts = [JSON.stringify({ configuration: { load } }), 'a,b']
      const body = [...parts.map((part) => `--${boundary}\r\n\r\n${part}`), `--${boundary}--`].join('\r\n')
      const response = await fetch(
        `${asking.facts.bigqueryUrl}/upload/bigquery/v2/projects/sluice-local/jobs?uploadType=multipart`,
        {
          method: 'POST',
          headers: { ...asking.headers, 'content-type': `multipart/related; boundary=${boundary}` },
          body,
        },
      )
      const answer = (await response.json()) as Answer
      return answer.status?.errorResult?.reason === 'accessDenied' ? 403 : response.status
    },
  },
  own('jobs.get', queriers, 'GET', (id) => `/jobs/${id}`),
  door('jobs.list', deniedForAll, 'GET', '/jobs'),
  own('jobs.cancel', queriers, 'POST', (id) => `/jobs/${id}/cancel`),
  own('jobs.delete', queriers, 'DELETE', (id) => `/jobs/${id}/delete`),
  own('jobs.getQueryResults', queriers, 'GET', (id) => `/queries/${id}`),
  door('routines.list', readers, 'GET', `${dataset}/routines`),
  // There is no function and no model: who may ask is told so.
  door('routines.get', notFoundForReaders, 'GET', `${dataset}/routines/mine`),
  door('routines.insert', deniedForAll, 'POST', `${dataset}/routines`, routine),
  door('routines.update', deniedForAll, 'PUT', `${dataset}/routines/mine`, routine),
  door('routines.delete', deniedForAll, 'DELETE', `${dataset}/routines/mine`),
  door('models.list', readers, 'GET', `${dataset}/models`),
  door('models.get', notFoundForReaders, 'GET', `${dataset}/models/mine`),
  door('models.delete', deniedForAll, 'DELETE', `${dataset}/models/mine`),
  door('rowAccessPolicies.list', deniedForAll, 'GET', `${events}/rowAccessPolicies`),
]
