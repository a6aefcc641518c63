/** The API's discovery document, reduced to what googleapiclient and `bq --api` need. */

interface MethodOptions {
  query?: Record<string, 'string' | 'integer' | 'boolean' | 'repeated'>
  hasBody?: boolean
  more?: object
}

function method(path: string, httpMethod: string, { query = {}, hasBody, more }: MethodOptions = {}): object {
  const names = [...path.matchAll(/\{\+(\w+)\}/g)].map(([, name]) => name!)
  const inPath = names.map((name) => [name, { type: 'string', location: 'path', required: true }])
  const inQuery = Object.entries(query).map(([name, type]) => [
    name,
    type === 'repeated'
      ? { type: 'string', location: 'query', repeated: true }
      : { type, location: 'query', ...(type === 'integer' ? { format: 'uint32' } : {}) },
  ])
  return {
    path,
    flatPath: path.replaceAll('{+', '{'),
    httpMethod,
    parameters: Object.fromEntries([...inPath, ...inQuery]) as object,
    parameterOrder: names,
    ...(hasBody ? { request: { $ref: 'Any' } } : {}),
    ...(httpMethod === 'DELETE' ? {} : { response: { $ref: 'Any' } }),
    scopes: ['https://www.googleapis.com/auth/bigquery'],
    ...more,
  }
}

function resource(name: string, methods: Record<string, object>): object {
  return {
    methods: Object.fromEntries(
      Object.entries(methods).map(([key, value]) => [key, { ...value, id: `bigquery.${name}.${key}` }]),
    ),
  }
}

const pages = { maxResults: 'integer', pageToken: 'string' } as const
const formats = {
  'formatOptions.useInt64Timestamp': 'boolean',
  'formatOptions.timestampOutputFormat': 'string',
} as const
const project = 'projects/{+projectId}'
const datasets = `${project}/datasets`
const dataset = `${datasets}/{+datasetId}`
const tables = `${dataset}/tables`
const table = `${tables}/{+tableId}`
const routine = `${dataset}/routines/{+routineId}`
const upload = { multipart: true, path: '/upload/bigquery/v2/projects/{+projectId}/jobs' }
const mediaUpload = {
  accept: ['*/*'],
  protocols: { simple: upload, resumable: { ...upload, path: `/resumable${upload.path}` } },
}

const policy = { accessPolicyVersion: 'integer' } as const
const changes = { updateMode: 'string', ...policy } as const
const autodetect = { autodetect_schema: 'boolean' } as const

const resources = {
  projects: resource('projects', {
    list: method('projects', 'GET', { query: pages }),
    getServiceAccount: method(`${project}/serviceAccount`, 'GET'),
  }),
  datasets: resource('datasets', {
    list: method(datasets, 'GET', { query: { ...pages, all: 'boolean', filter: 'string' } }),
    get: method(dataset, 'GET', { query: { datasetView: 'string', ...policy } }),
    insert: method(datasets, 'POST', { hasBody: true, query: policy }),
    patch: method(dataset, 'PATCH', { hasBody: true, query: changes }),
    update: method(dataset, 'PUT', { hasBody: true, query: changes }),
    delete: method(dataset, 'DELETE', { query: { deleteContents: 'boolean' } }),
    undelete: method(`${dataset}:undelete`, 'POST', { hasBody: true }),
  }),
  tables: resource('tables', {
    list: method(tables, 'GET', { query: pages }),
    get: method(table, 'GET', { query: { selectedFields: 'string', view: 'string' } }),
    insert: method(tables, 'POST', { hasBody: true }),
    patch: method(table, 'PATCH', { hasBody: true, query: autodetect }),
    update: method(table, 'PUT', { hasBody: true, query: autodetect }),
    delete: method(table, 'DELETE'),
  }),
  tabledata: resource('tabledata', {
    insertAll: method(`${table}/insertAll`, 'POST', { hasBody: true }),
    list: method(`${table}/data`, 'GET', {
      query: { ...pages, ...formats, selectedFields: 'string', startIndex: 'string' },
    }),
  }),
  jobs: resource('jobs', {
    insert: method(`${project}/jobs`, 'POST', {
      hasBody: true,
      more: { supportsMediaUpload: true, mediaUpload },
    }),
    get: method(`${project}/jobs/{+jobId}`, 'GET', { query: { location: 'string' } }),
    list: method(`${project}/jobs`, 'GET', {
      query: {
        ...pages,
        allUsers: 'boolean',
        projection: 'string',
        stateFilter: 'repeated',
        minCreationTime: 'string',
        maxCreationTime: 'string',
        parentJobId: 'string',
      },
    }),
    cancel: method(`${project}/jobs/{+jobId}/cancel`, 'POST', { query: { location: 'string' } }),
    delete: method(`${project}/jobs/{+jobId}/delete`, 'DELETE', { query: { location: 'string' } }),
    query: method(`${project}/queries`, 'POST', { hasBody: true }),
    getQueryResults: method(`${project}/queries/{+jobId}`, 'GET', {
      query: { ...pages, ...formats, location: 'string', startIndex: 'string', timeoutMs: 'integer' },
    }),
  }),
  routines: resource('routines', {
    list: method(`${dataset}/routines`, 'GET', { query: { ...pages, filter: 'string', readMask: 'string' } }),
    get: method(routine, 'GET', { query: { readMask: 'string' } }),
    insert: method(`${dataset}/routines`, 'POST', { hasBody: true }),
    update: method(routine, 'PUT', { hasBody: true }),
    delete: method(routine, 'DELETE'),
  }),
  models: resource('models', {
    list: method(`${dataset}/models`, 'GET', { query: pages }),
    get: method(`${dataset}/models/{+modelId}`, 'GET'),
    delete: method(`${dataset}/models/{+modelId}`, 'DELETE'),
  }),
  rowAccessPolicies: resource('rowAccessPolicies', {
    list: method(`${table}/rowAccessPolicies`, 'GET', {
      query: { pageSize: 'integer', pageToken: 'string' },
    }),
  }),
}

/** Returns the document. `origin` is the origin of the API, such as `http://127.0.0.1:8082`. */
export function discovery(origin: string): unknown {
  return {
    kind: 'discovery#restDescription',
    discoveryVersion: 'v1',
    id: 'bigquery:v2',
    name: 'bigquery',
    version: 'v2',
    title: 'BigQuery API (local)',
    protocol: 'rest',
    rootUrl: `${origin}/`,
    servicePath: 'bigquery/v2/',
    baseUrl: `${origin}/bigquery/v2/`,
    basePath: '/bigquery/v2/',
    batchPath: 'batch/bigquery/v2',
    parameters: {
      alt: { type: 'string', location: 'query', default: 'json' },
      fields: { type: 'string', location: 'query' },
      key: { type: 'string', location: 'query' },
      oauth_token: { type: 'string', location: 'query' },
      prettyPrint: { type: 'boolean', location: 'query', default: 'true' },
      quotaUser: { type: 'string', location: 'query' },
      userIp: { type: 'string', location: 'query' },
    },
    auth: { oauth2: { scopes: { 'https://www.googleapis.com/auth/bigquery': { description: 'BigQuery' } } } },
    schemas: { Any: { id: 'Any', type: 'any' } },
    resources,
  }
}
