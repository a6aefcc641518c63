/** Console: `POST /v1/console/destinations/<id>:pause` and `:resume`: hold and release the events of a destination in its subscription, with the
 * caller's rights, as `npx sluice pause` and `resume` do. */
import { subscriptions } from '../../schemas/bus.ts'
import { isDrainable, withMode, type ModeFacts } from '../../schemas/drain.ts'
import { pubsubUrl } from '../net/endpoints.ts'
import { send } from '../net/http.ts'
import { json, StatusError, type HandlerResponse } from '../serving/answer.ts'
import type { OperationRecorder } from './record_operation.ts'
import type { QueryContext } from './run_query.ts'

const permission = 'pubsub.subscriptions.update'

type PubsubContext = Pick<QueryContext, 'env' | 'project'>

interface PauseContext extends PubsubContext {
  /** URL of the function forward, without a path. */
  forwardUrl: string
  /** Email address of the account as which Pub/Sub pushes. */
  pushAccount: string
}

interface Asked {
  path: string
  /** The caller's `Authorization` header. */
  authorization: string
  /** Ids of the configured destinations. */
  destinations: readonly string[]
}

/** Answers `{destination, paused}`. Records the operation in table `audit`. */
export async function pauseOrResume(
  { path, authorization, destinations }: Asked,
  context: PauseContext,
  { caller, record }: OperationRecorder,
): Promise<HandlerResponse> {
  const [, id, operation] =
    /^\/v1\/console\/destinations\/([a-z][a-z0-9_]{1,30}):(pause|resume)$/.exec(path) ?? []
  if (id === undefined || (operation !== 'pause' && operation !== 'resume'))
    throw new StatusError('NOT_FOUND', 'Expected the id of a destination with :pause or :resume.')
  // Only an account that may query learns which destinations there are.
  const who = await caller()
  if (typeof who !== 'string') return who
  if (!destinations.includes(id))
    throw new StatusError(
      'NOT_FOUND',
      `No destination has this id. Expected one of: ${destinations.join(', ')}.`,
    )
  const { forwardUrl, pushAccount } = context
  const pushConfig =
    operation === 'pause'
      ? {}
      : {
          pushEndpoint: `${forwardUrl}/${id}`,
          oidcToken: { serviceAccountEmail: pushAccount, audience: forwardUrl },
        }
  return record({ operation, target: id }, async () => {
    const change = (name: string): Promise<number> =>
      modify(name, pushConfig, { who, authorization, context })
    if ((await change(subscriptions.forward(id))) === 404)
      throw new StatusError('NOT_FOUND', `The destination ${id} has no subscription. Deploy it first.`)
    // Only a destination with order has the second one.
    await change(subscriptions.forwardInOrder(id))
    return { response: json(200, { destination: id, paused: operation === 'pause' }) }
  })
}

interface ModifyOptions {
  /** The caller's email address. */
  who: string
  authorization: string
  context: PubsubContext
}

/** Sets the push configuration; of a subscription that a worker pool drains, the label instead. Returns 200, or 404 if there is no such
 * subscription. Throws any other answer of Pub/Sub.
 * https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions/modifyPushConfig
 * https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions/patch */
async function modify(
  subscription: string,
  pushConfig: object,
  { who, authorization, context: { env, project } }: ModifyOptions,
): Promise<number> {
  const name = `projects/${project}/subscriptions/${subscription}`
  const call = (method: 'GET' | 'POST' | 'PATCH', verb: string, body: object | undefined) =>
    send({
      method,
      url: `${pubsubUrl(env)}/v1/${name}${verb}`,
      headers: { authorization, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : '',
      timeout: 20_000,
    }).catch(() => undefined)
  const change = (facts: ModeFacts) => {
    if (!isDrainable(facts)) return call('POST', ':modifyPushConfig', { pushConfig })
    const labels = withMode(facts.labels, 'pushEndpoint' in pushConfig ? 'drain' : 'paused')
    return call('PATCH', '', { subscription: { name, labels }, updateMask: 'labels' })
  }
  const found = await call('GET', '', undefined)
  const response = found?.status === 200 ? await change(JSON.parse(found.body) as ModeFacts) : found
  const status = response?.status
  if (status === 200 || status === 404) return status
  if (status === 403)
    throw new StatusError(
      'PERMISSION_DENIED',
      `${who} may not change the subscription ${subscription}: it lacks the permission ${permission} or pubsub.subscriptions.get there, or, to resume, ` +
        'iam.serviceAccounts.actAs on the account as which Pub/Sub pushes. Ask an owner, or run the command.',
    )
  throw new StatusError('UNAVAILABLE', 'Pub/Sub did not accept the change. Try again, or run the command.')
}

/** Returns the destinations that the caller may pause and resume.
 * https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions/testIamPermissions */
export async function changeableDestinations(
  ids: readonly string[],
  authorization: string,
  { env, project }: PubsubContext,
): Promise<ReadonlySet<string>> {
  const allowed = await Promise.all(
    ids.map(async (id) => {
      try {
        const { status, body } = await send({
          method: 'POST',
          url: `${pubsubUrl(env)}/v1/projects/${project}/subscriptions/${subscriptions.forward(id)}:testIamPermissions`,
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ permissions: [permission] }),
          timeout: 10_000,
        })
        const { permissions = [] } = JSON.parse(body) as { permissions?: readonly string[] }
        return status === 200 && permissions.includes(permission) ? [id] : []
      } catch {
        return []
      }
    }),
  )
  return new Set(allowed.flat())
}
