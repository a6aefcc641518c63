/** Console: reads with the caller's token which destinations are paused: their subscriptions hold the messages. */
import { destinationOfForward } from '../../schemas/bus.ts'
import { modeOf, type ModeFacts } from '../../schemas/drain.ts'
import { pubsubUrl } from '../net/endpoints.ts'
import { send } from '../net/http.ts'
import type { QueryContext } from './run_query.ts'

interface SubscriptionPage {
  subscriptions?: readonly (ModeFacts & { name: string })[]
  nextPageToken?: string
}

/** Pages of 1000 subscriptions that are read at most. */
const maxPages = 5

/** Returns the state of each destination: true if it is paused. Undefined if the caller may not list subscriptions, or Pub/Sub does not answer.
 * https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions/list */
export async function readPaused(
  authorization: string,
  { env, project }: Pick<QueryContext, 'env' | 'project'>,
): Promise<ReadonlyMap<string, boolean> | undefined> {
  const paused = new Map<string, boolean>()
  try {
    let pageToken = ''
    for (let page = 0; page < maxPages; page++) {
      const search = new URLSearchParams({ pageSize: '1000', ...(pageToken && { pageToken }) })
      const { status, body } = await send({
        method: 'GET',
        url: `${pubsubUrl(env)}/v1/projects/${project}/subscriptions?${search}`,
        headers: { authorization },
        body: '',
        timeout: 10_000,
      })
      if (status !== 200) return undefined
      const { subscriptions = [], nextPageToken = '' } = JSON.parse(body) as SubscriptionPage
      for (const each of subscriptions) {
        const id = destinationOfForward(each.name.slice(each.name.lastIndexOf('/') + 1))
        if (id !== undefined) paused.set(id, paused.get(id) === true || modeOf(each) === 'paused')
      }
      if (nextPageToken === '') return paused
      pageToken = nextPageToken
    }
    return paused
  } catch {
    return undefined
  }
}
