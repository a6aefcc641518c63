/** Deployed function `console`: the web page and its API. Reads the warehouse with the caller's token, so Google checks who may see what;
 * the function's own account only appends to table `audit`. */
import { getArrivedEvents } from './console/arrival.ts'
import { answerQuestion } from './console/ask.ts'
import { listOperations, recordOwnOperation } from './console/audit.ts'
import { requireQueryToken } from './console/credentials.ts'
import { listDefinitions, saveDefinitions } from './console/definitions.ts'
import { overview } from './console/overview.ts'
import { pageFor } from './console/page.ts'
import { readPeriod } from './console/period.ts'
import { openRecorder, type OperationRecorder } from './console/record_operation.ts'
import { queryAs, runAs, type RunStatement } from './console/run_query.ts'
import { getRunOptions } from './console/run_options.ts'
import { listRuns, showRun } from './console/runs.ts'
import { endpointsWithTargets } from './console/with_targets.ts'
import { ownAuthorization } from './google/token.ts'
import {
  noContent,
  StatusError,
  type HandlerResponse,
  type Request,
  type RequestHead,
} from './serving/answer.ts'
import { serve } from './serving/serve.ts'
import { readAutomations, readDestinations, readEnvironment } from './serving/settings.ts'

const environment = readEnvironment('console', process.env)
const { GOOGLE_CLOUD_PROJECT: project, DATASET: dataset } = environment
const context = { env: process.env, project, dataset, now: Date.now }
const recording = { ...context, vouchedBy: environment.CLIENT_ADDRESS, authorize: ownAuthorization() }
const environmentInfo = {
  project,
  dataset,
  translateUrl: environment.TRANSLATE_URL,
  hookUrl: environment.HOOK_URL,
  webhooks: environment.WEBHOOKS.split(',').filter((name) => name !== ''),
}

const pageAt = pageFor(environment)

const redirected = new Set(['/', '/console'])

type Handler = (request: Request) => HandlerResponse | Promise<HandlerResponse>

export const console = serve('console', (request) => handlersOf(request.path)[methodOf(request)]!(request), {
  admit,
})

/** Answers for methods that a path does not have, and requires a token for the API, before the body is read. */
function admit(head: RequestHead): HandlerResponse | undefined {
  const handlers = handlersOf(head.path)
  if (Object.hasOwn(handlers, methodOf(head))) {
    if (head.path.startsWith('/v1/')) requireQueryToken(head.headers)
    return undefined
  }
  const allow = Object.keys(handlers).join(', ')
  if (head.method === 'OPTIONS') return { ...noContent, headers: { allow } }
  throw new StatusError('UNIMPLEMENTED', `Method ${head.method} is not allowed here: use ${allow}.`, {
    http: 405,
    headers: { allow },
  })
}

function methodOf({ method }: RequestHead): string {
  return method === 'HEAD' ? 'GET' : method
}

function handlersOf(path: string): Readonly<Record<string, Handler>> {
  const handlers = api.get(path) ?? prefixes.find(([prefix]) => path.startsWith(prefix))?.[1]
  if (!handlers) throw notFound(path)
  return handlers
}

function redirectToPage(): HandlerResponse {
  return {
    status: 302,
    headers: { location: '/console/', 'cache-control': 'no-cache' },
  }
}

function files(request: Request): HandlerResponse {
  const response = pageAt(request)
  if (response) return response
  // The script selects the page. A name with an extension is a file of an earlier version.
  if (/^\/console\/[^/]+\.\w+$/.test(request.path)) throw notFound(request.path)
  return pageAt({ ...request, path: '/console/' })!
}

async function showOverview({ headers, query }: Request): Promise<HandlerResponse> {
  const run = queryAs(context, requireQueryToken(headers))
  return uncached(await overview(run, readPeriod(query)))
}

/** Forbids caching: the response is for this caller only. */
function uncached(response: HandlerResponse): HandlerResponse {
  return {
    ...response,
    headers: { ...response.headers, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  }
}

/** Makes a handler that runs statements with the caller's rights. */
function asCaller(handler: (request: Request, run: RunStatement) => Promise<HandlerResponse>): Handler {
  return async (request) =>
    uncached(await handler(request, runAs(context, requireQueryToken(request.headers))))
}

/** The recorder of a request. */
function recorderOf(headers: Request['headers'], run: RunStatement): OperationRecorder {
  return openRecorder(recording, headers, run)
}

const withTargets = endpointsWithTargets(environment, context, recorderOf)

/** Puts a version of a connection in force, or retires the connection. */
async function force(request: Request, run: RunStatement): Promise<HandlerResponse> {
  const { forceConnection } = await import('./console/force_connection.ts')
  return forceConnection(request, run, context, recorderOf(request.headers, run))
}

/** Reads or changes the suppression of one person. */
async function suppressions(request: Request, run: RunStatement): Promise<HandlerResponse> {
  const { answerSuppression } = await import('./console/suppressions.ts')
  return answerSuppression(request, run, recorderOf(request.headers, run))
}

/** Requests or cancels a run, with the caller's permission to publish. */
async function requestRunAs({ path, headers, body }: Request, run: RunStatement): Promise<HandlerResponse> {
  const { requestRun } = await import('./console/request_run.ts')
  const authorization = requireQueryToken(headers)
  return requestRun(
    {
      path,
      body,
      authorization,
      destinations: destinationIds(),
      automations: readAutomations(environment.AUTOMATIONS),
    },
    run,
    context,
    recorderOf(headers, run),
  )
}

function destinationIds(): readonly string[] {
  return readDestinations(environment.DESTINATIONS).map(({ id }) => id)
}

function runOptions({ headers }: Request, run: RunStatement): Promise<HandlerResponse> {
  const automations = readAutomations(environment.AUTOMATIONS)
  return getRunOptions(
    { authorization: requireQueryToken(headers), destinations: destinationIds(), automations },
    run,
    context,
  )
}

/** Loads the definitions on the first request. */
async function showAutomationsAs(_: Request, run: RunStatement): Promise<HandlerResponse> {
  const { showAutomations } = await import('./console/automations.ts')
  return showAutomations(readAutomations(environment.AUTOMATIONS), run, context)
}

const api = new Map<string, Readonly<Record<string, Handler>>>([
  ...[...redirected].map((path) => [path, { GET: redirectToPage }] as const),
  ['/v1/console/overview', { GET: showOverview }],
  [
    '/v1/console/definitions',
    {
      GET: asCaller((_, run) => listDefinitions(run, environmentInfo)),
      POST: asCaller(({ body, headers }, run) =>
        saveDefinitions(body, run, context, recorderOf(headers, run)),
      ),
    },
  ],
  ['/v1/console/ask', { POST: asCaller(({ body }, run) => answerQuestion(body, run)) }],
  ['/v1/console/arrivals', { GET: asCaller(({ query }, run) => getArrivedEvents(query, run, context)) }],
  ['/v1/console/automations', { GET: asCaller(showAutomationsAs) }],
  ['/v1/console/destinations', { GET: asCaller(withTargets.showDestinations) }],
  ['/v1/console/explain', { POST: asCaller(withTargets.explain) }],
  ['/v1/console/coverage', { POST: asCaller(withTargets.coverage) }],
  ['/v1/console/try-rule', { POST: asCaller(withTargets.tryRule) }],
  ['/v1/console/try-change', { POST: asCaller(withTargets.tryChange) }],
  ['/v1/console/runs', { GET: asCaller(({ query }, run) => listRuns(query, run)) }],
  ['/v1/console/audit', { GET: asCaller(({ query }, run) => listOperations(query, run, context)) }],
  [
    '/v1/console/operations',
    {
      POST: asCaller(({ body, headers }, run) =>
        recordOwnOperation(body, requireQueryToken(headers), recorderOf(headers, run), context),
      ),
    },
  ],
  ['/v1/console/run-options', { GET: asCaller(runOptions) }],
])

const prefixes: readonly (readonly [string, Readonly<Record<string, Handler>>])[] = [
  ['/console/', { GET: files }],
  [
    '/v1/console/destinations/',
    { GET: asCaller(withTargets.showDestinations), POST: asCaller(withTargets.pause) },
  ],
  ['/v1/console/translators/', { POST: (request) => send(request) }],
  ['/v1/console/connections/', { POST: asCaller(force) }],
  ['/v1/console/suppressions/', { POST: asCaller(suppressions) }],
  [
    '/v1/console/runs/',
    { GET: asCaller(({ path }, run) => showRun(path, run)), POST: asCaller(requestRunAs) },
  ],
]

/** Forwards a test payload to `translate`, so that the page needs no other origin. */
const send: Handler = async ({ path, query, headers, body }) => {
  const { relay } = await import('./console/relay.ts')
  const authorization = requireQueryToken(headers)
  const { TRANSLATE_URL: url, TRANSLATE_AUDIENCE: audience } = environment
  return uncached(
    await relay({ env: process.env, url, audience }, { path, query, headers, body, authorization }),
  )
}

function notFound(path: string): StatusError {
  return new StatusError('NOT_FOUND', `There is nothing at ${path}. The console is at /console/.`)
}
