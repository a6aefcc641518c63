/** Console: what runs somebody could ask for, and whether the bus would let them: the page offers nobody what would be refused. */
import { topics } from '../../schemas/bus.ts'
import { pubsubUrl } from '../net/endpoints.ts'
import { send } from '../net/http.ts'
import { json, type HandlerResponse } from '../serving/answer.ts'
import { emailOf, viewError } from './definitions.ts'
import { accountQuery } from './queries/account.ts'
import type { QueryContext, RunStatement } from './run_query.ts'

/** What it takes to ask for a run, on the topic `runs`. */
export const publishPermission = 'pubsub.topics.publish'

/** `email` is the caller's, where BigQuery told it. */
export function lacksRight(email: string | undefined): string {
  return (
    `${email ?? 'The account of this token'} may not ask for runs: it lacks the permission ${publishPermission} on the topic ${topics.runs}. ` +
    'Ask an owner to be added to sluice:operators, which grants it.'
  )
}

/** `GET /v1/console/run-options`: `{account, destinations, canRequest, reason?}`. `canRequest` is false only where Pub/Sub says so, and `reason` says why;
 * what Pub/Sub cannot say now, it says when a run is asked for. */
export async function getRunOptions(
  { authorization, destinations }: { authorization: string; destinations: readonly string[] },
  run: RunStatement,
  place: Pick<QueryContext, 'env' | 'project'>,
): Promise<HandlerResponse> {
  const [who, canRequest] = await Promise.all([run(accountQuery), isAllowed(authorization, place)])
  const email = emailOf(who)
  if (who.kind !== 'rows') return viewError(who, email)
  return json(200, {
    account: email,
    destinations,
    canRequest,
    ...(!canRequest && { reason: lacksRight(email) }),
  })
}

/** https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics/testIamPermissions */
async function isAllowed(
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
