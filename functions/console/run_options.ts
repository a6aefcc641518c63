/** Console: returns what runs can be of: destinations, syncs and actions, and whether the caller may request runs, so that the page can hide its forms. */
import { topics } from '../../schemas/bus.ts'
import type { ConfiguredAutomation } from '../../schemas/configured.ts'
import { pubsubUrl } from '../net/endpoints.ts'
import { send } from '../net/http.ts'
import { json, type HandlerResponse } from '../serving/answer.ts'
import { emailOf, viewError } from './view_error.ts'
import { accountQuery } from './queries/account.ts'
import type { QueryContext, RunStatement } from './run_query.ts'

/** Permission on topic `runs` to request a run. */
export const publishPermission = 'pubsub.topics.publish'

/** Makes the message for a missing permission. `email` is the caller's, if known. */
export function lacksRight(email: string | undefined): string {
  return (
    `${email ?? 'The account of this token'} may not request runs: it lacks the permission ${publishPermission} on the topic ${topics.runs}. ` +
    'Ask an owner to be added to sluice:operators, which grants it.'
  )
}

interface RunChoices {
  /** The caller's `Authorization` header. */
  authorization: string
  /** Ids of the configured destinations. */
  destinations: readonly string[]
  automations: readonly ConfiguredAutomation[]
}

function namesOf(automations: readonly ConfiguredAutomation[], kind: ConfiguredAutomation['kind']): string[] {
  return automations.filter((each) => each.kind === kind).map(({ name }) => name)
}

/** `GET /v1/console/run-options`: `{account, destinations, syncs, actions, syncDestinations, canRequest, reason?}`, with ids and names. `canRequest` is false
 * only if Pub/Sub confirms that the permission is missing; `reason` says which. */
export async function getRunOptions(
  { authorization, destinations, automations }: RunChoices,
  run: RunStatement,
  context: Pick<QueryContext, 'env' | 'project'>,
): Promise<HandlerResponse> {
  const [who, canRequest] = await Promise.all([run(accountQuery), mayRequestRuns(authorization, context)])
  const email = emailOf(who)
  if (who.kind !== 'rows') return viewError(who, email)
  return json(200, {
    account: email,
    destinations,
    syncs: namesOf(automations, 'sync'),
    actions: namesOf(automations, 'action'),
    syncDestinations: Object.fromEntries(
      automations.flatMap(({ kind, name, destinations: own }) => (kind === 'sync' ? [[name, own]] : [])),
    ),
    canRequest,
    ...(!canRequest && { reason: lacksRight(email) }),
  })
}

/** Returns true unless Pub/Sub confirms that the permission is missing.
 * https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics/testIamPermissions */
export async function mayRequestRuns(
  authorization: string,
  { env, project }: Pick<QueryContext, 'env' | 'project'>,
): Promise<boolean> {
  try {
    const { status, body } = await send({
      method: 'POST',
      url: `${pubsubUrl(env)}/v1/projects/${project}/topics/${topics.runs}:testIamPermissions`,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ permissions: [publishPermission] }),
      timeout: 10_000,
    })
    if (status !== 200) return true
    return (JSON.parse(body) as { permissions?: readonly string[] }).permissions?.length === 1
  } catch {
    return true
  }
}
