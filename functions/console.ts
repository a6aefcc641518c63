/** Deployed function `console`: the page for people and its API. It reads the warehouse with the caller's own token, so Google
 * checks who may see what; it holds no right over any data itself. */
import { getArrivedEvents } from './console/arrival.ts'
import { requireQueryToken } from './console/credentials.ts'
import { listDefinitions, saveDefinitions } from './console/definitions.ts'
import { overview } from './console/overview.ts'
import { pageFor } from './console/page.ts'
import { readPeriod } from './console/period.ts'
import { queryAs, runAs, type RunStatement } from './console/run_query.ts'
import { getRunOptions } from './console/run_options.ts'
import { listRuns, showRun } from './console/runs.ts'
import { noContent, StatusError, type HandlerResponse, type Request } from './serving/answer.ts'
import { serve } from './serving/serve.ts'
import { readDestinations, readEnvironment } from './serving/settings.ts'

const environment = readEnvironment('console', process.env)
const { GOOGLE_CLOUD_PROJECT: project, DATASET: dataset } = environment
const place = { env: process.env, project, dataset, now: Date.now }
const told = {
  project,
  dataset,
  translateUrl: environment.TRANSLATE_URL,
  hookUrl: environment.HOOK_URL,
  webhooks: environment.WEBHOOKS.split(',').filter((name) => name !== ''),
}

const pageAt = pageFor(environment)

const entrances = new Set(['/', '/console'])
/** Tabs with a path of their own: the same page. */
const tabs = new Set(['/console/creator', '/console/runs'])

type Answerer = (request: Request) => HandlerResponse | Promise<HandlerResponse>

export const console = serve(
  (request) => {
    const { path, method } = request
    const answerers: Readonly<Record<string, Answerer>> | undefined =
      api.get(path) ?? branches.find(([branch]) => path.startsWith(branch))?.[1]
    if (!answerers) throw nothingAt(path)
    const answer = answerers[method === 'HEAD' ? 'GET' : method]
    if (answer) return answer(request)
    const allow = Object.keys(answerers).join(', ')
    if (method === 'OPTIONS') return { ...noContent, headers: { allow } }
    throw new StatusError('UNIMPLEMENTED', `Method ${method} is not allowed here: use ${allow}.`, {
      http: 405,
      headers: { allow },
    })
  },
  // Definitions are sent to it, and events to explain.
  { maxBodyBytes: 1_048_576 },
)

function toPage(): HandlerResponse {
  return {
    status: 302,
    headers: { location: '/console/', 'cache-control': 'no-cache' },
  }
}

function files(request: Request): HandlerResponse {
  const answer = pageAt(tabs.has(request.path) ? { ...request, path: '/console/' } : request)
  if (answer) return answer
  throw nothingAt(request.path)
}

async function showOverview({ headers, query }: Request): Promise<HandlerResponse> {
  const ask = queryAs(place, requireQueryToken(headers))
  return unkept(await overview(ask, readPeriod(query)))
}

/** What is the caller's alone is kept by no cache. */
function unkept(answer: HandlerResponse): HandlerResponse {
  return {
    ...answer,
    headers: { ...answer.headers, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  }
}

/** An answer that takes the caller's rights in BigQuery. */
function asCaller(answer: (request: Request, run: RunStatement) => Promise<HandlerResponse>): Answerer {
  return async (request) => unkept(await answer(request, runAs(place, requireQueryToken(request.headers))))
}

/** Loads targets and rules only when somebody asks: few instances ever are. */
async function explain({ body }: Request, run: RunStatement): Promise<HandlerResponse> {
  const { explainAs } = await import('./console/explain.ts')
  return (answerExplain ??= explainAs(readDestinations(environment.DESTINATIONS), () => new Date()))(
    body,
    run,
  )
}

/** Asks the bus for a run, or for its end, with the caller's own right to publish. */
async function ask({ path, headers, body }: Request, run: RunStatement): Promise<HandlerResponse> {
  const { requestRun } = await import('./console/request_run.ts')
  const authorization = requireQueryToken(headers)
  return requestRun({ path, body, authorization, destinations: destinationIds() }, run, place)
}

function destinationIds(): readonly string[] {
  return readDestinations(environment.DESTINATIONS).map(({ id }) => id)
}

function runnable({ headers }: Request, run: RunStatement): Promise<HandlerResponse> {
  return getRunOptions(
    { authorization: requireQueryToken(headers), destinations: destinationIds() },
    run,
    place,
  )
}

let answerExplain: ((body: Buffer, run: RunStatement) => Promise<HandlerResponse>) | undefined

const api = new Map<string, Readonly<Record<string, Answerer>>>([
  ...[...entrances].map((path) => [path, { GET: toPage }] as const),
  ['/v1/console/overview', { GET: showOverview }],
  [
    '/v1/console/definitions',
    {
      GET: asCaller((_, run) => listDefinitions(run, told)),
      POST: asCaller(({ body }, run) => saveDefinitions(body, run, place)),
    },
  ],
  ['/v1/console/arrivals', { GET: asCaller(({ query }, run) => getArrivedEvents(query, run, place)) }],
  ['/v1/console/explain', { POST: asCaller(explain) }],
  ['/v1/console/runs', { GET: asCaller(({ query }, run) => listRuns(query, run)) }],
  ['/v1/console/run-options', { GET: asCaller(runnable) }],
])

const branches: readonly (readonly [string, Readonly<Record<string, Answerer>>])[] = [
  ['/console/', { GET: files }],
  ['/v1/console/translators/', { POST: (request) => send(request) }],
  ['/v1/console/runs/', { GET: asCaller(({ path }, run) => showRun(path, run)), POST: asCaller(ask) }],
]

/** Hands a test payload to `translate` as a system would, so that the page needs to reach no origin but its own. */
const send: Answerer = async ({ path, headers, body }) => {
  const { relay } = await import('./console/relay.ts')
  const authorization = requireQueryToken(headers)
  const { TRANSLATE_URL: url, TRANSLATE_AUDIENCE: audience } = environment
  return unkept(await relay({ env: process.env, url, audience }, { path, headers, body, authorization }))
}

function nothingAt(path: string): StatusError {
  return new StatusError('NOT_FOUND', `There is nothing at ${path}. The console is at /console/.`)
}
