/** Console: requests runs. Publishes the run request with the caller's token, so Google checks who may. */
import { attributes, topics } from '../../schemas/bus.ts'
import type { ConfiguredAutomation } from '../../schemas/configured.ts'
import { nearest } from '../../schemas/nearest.ts'
import type { RunKind } from '../../schemas/run_request.ts'
import { workKinds } from '../../schemas/run_summary.ts'
import { header } from '../net/header.ts'
import type { HttpResponse } from '../net/http.ts'
import { messageText, publish, publishBody, type OutgoingMessage } from '../google/pubsub.ts'
import { conditionFault } from '../replay/condition.ts'
import { destinationProblem } from '../sync/destination.ts'
import { runRequestProblem } from '../runs/run_message.ts'
import { json, StatusError, type HandlerResponse } from '../serving/answer.ts'
import { invalid, readObject } from './definition_request.ts'
import { emailOf } from './view_error.ts'
import { accountQuery } from './queries/account.ts'
import type { OperationRecorder } from './record_operation.ts'
import { runFacts } from './run_facts.ts'
import type { QueryContext, RunStatement } from './run_query.ts'
import { publishPermission, lacksRight } from './run_options.ts'
import { idIn } from './runs.ts'

const prefix = '/v1/console/runs/'

export interface RunRequestCall {
  path: string
  body: Buffer
  /** The caller's `Authorization` header. */
  authorization: string
  /** Ids of the configured destinations. */
  destinations: readonly string[]
  /** The configured syncs and actions. */
  automations: readonly ConfiguredAutomation[]
}

/** `POST /v1/console/runs/<kind>` with a request of schemas/run_request.ts returns `{"run": "<id>"}`. `POST /v1/console/runs/<id>:cancel`
 * cancels that run. Throws INVALID_ARGUMENT with the name of the field. */
export async function requestRun(
  { path, body, authorization, destinations, automations }: RunRequestCall,
  run: RunStatement,
  context: Pick<QueryContext, 'env' | 'project'>,
  { caller, record }: Pick<OperationRecorder, 'caller' | 'record'>,
): Promise<HandlerResponse> {
  const target = path.slice(prefix.length).replace(/%3A/i, ':')
  const isCancel = target.endsWith(':cancel')
  const kind = isCancel ? 'cancel' : kindIn(target)
  const request = isCancel ? { run: idIn(target.slice(0, -':cancel'.length)) } : readObject(body)
  // Only an account that may query learns which destinations there are.
  const account = await caller()
  if (typeof account !== 'string') return account
  if (!isCancel) check(kind, request, { destinations, automations })
  const message = { data: Buffer.from(JSON.stringify(request)), attributes: { [attributes.kind]: kind } }
  return record(runFacts(kind, request), async () => {
    const published = await publishRequest(message, authorization, run, context)
    if (typeof published !== 'string') return { response: published }
    const id = isCancel ? String(request['run']) : published
    return { response: json(200, { run: id }), runId: id }
  })
}

/** Publishes a run request. Returns the id of the run, or the error response. */
async function publishRequest(
  message: OutgoingMessage,
  authorization: string,
  run: RunStatement,
  { env, project }: Pick<QueryContext, 'env' | 'project'>,
): Promise<string | HandlerResponse> {
  const topic = `projects/${project}/topics/${topics.runs}`
  let response: HttpResponse
  try {
    response = await publish(env, topic, authorization, publishBody([messageText(message)]))
  } catch {
    throw new StatusError(
      'UNAVAILABLE',
      'Pub/Sub did not respond, so the run may or may not start. Check the list of runs.',
    )
  }
  if (response.status !== 200) return publishError(response, topic, run)
  const { messageIds } = JSON.parse(response.body) as { messageIds: readonly [string] }
  return messageIds[0]
}

function kindIn(text: string): RunKind {
  const kind = workKinds.find((each) => each === text)
  if (kind !== undefined) return kind
  throw new StatusError(
    'NOT_FOUND',
    `Expected a kind of run at the end of the path: ${workKinds.join(', ')}.`,
  )
}

/** Rejects a request whose run would fail at once. */
function check(
  kind: RunKind,
  request: Readonly<Record<string, unknown>>,
  { destinations, automations }: Pick<RunRequestCall, 'destinations' | 'automations'>,
): void {
  const problem = runRequestProblem(kind, request)
  if (problem)
    throw invalid([{ field: problem.field || 'body', description: `The field ${problem.message}.` }])
  const { sync, destination, where, from, to } = request as Readonly<Record<string, string | undefined>>
  if (destination !== undefined && !destinations.includes(destination)) {
    const near = nearest(destination, destinations)
    const suggestion = near === undefined ? '' : ` Did you mean ${near}?`
    const description = `Unknown destination.${suggestion} Configured: ${destinations.join(', ') || 'none'}.`
    throw invalid([{ field: 'destination', description }])
  }
  const own = automations.find((each) => each.kind === 'sync' && each.name === sync)?.destinations
  const choice = own && destinationProblem(own, destination)
  if (choice !== undefined)
    throw invalid([{ field: 'destination', description: `Sync "${sync}": ${choice}` }])
  const fault = where === undefined ? undefined : conditionFault(where)
  if (fault !== undefined) throw invalid([{ field: 'where', description: fault }])
  for (const [field, time] of Object.entries({ from, to }))
    if (time !== undefined && Number.isNaN(Date.parse(time)))
      throw invalid([{ field, description: 'Expected a time such as 2026-03-14T09:00:00Z.' }])
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to))
    throw invalid([{ field: 'from', description: 'Expected a time before `to`.' }])
}

/** Makes the response for a failed publish, with the missing permission. */
async function publishError(
  response: HttpResponse,
  topic: string,
  run: RunStatement,
): Promise<HandlerResponse> {
  const { status, body } = response
  if (status === 401) {
    const authenticate = header(response, 'www-authenticate')
    return {
      status,
      headers: {
        'content-type': 'application/json; charset=UTF-8',
        ...(authenticate !== undefined && { 'www-authenticate': authenticate }),
      },
      body,
    }
  }
  if (status === 403) {
    const email = emailOf(await run(accountQuery))
    throw new StatusError('PERMISSION_DENIED', lacksRight(email), {
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'RIGHT_MISSING',
          domain: 'sluice',
          metadata: {
            permission: publishPermission,
            resource: topic,
            ...(email !== undefined && { account: email }),
          },
        },
      ],
    })
  }
  if (status === 404)
    throw new StatusError(
      'FAILED_PRECONDITION',
      `Topic ${topics.runs} does not exist: deploy the current version.`,
    )
  throw new StatusError('UNAVAILABLE', `Pub/Sub returned ${status}: the run was not requested. Try again.`)
}
