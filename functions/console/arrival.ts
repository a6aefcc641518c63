/** Console: finds events that were just sent, by the ids of their messages. */
import { nameProblems } from '../../schemas/event_type.ts'
import { json, type HandlerResponse } from '../serving/answer.ts'
import { arrivals, quarantineReasonsOf } from './definition_queries.ts'
import { emailOf, viewError } from './view_error.ts'
import { invalid } from './definition_request.ts'
import { accountQuery } from './queries/account.ts'
import type { QueryContext, RunStatement } from './run_query.ts'

/** How far to look back, in ms: a test event arrives within seconds. */
const lookbackMs = 3_600_000

/** `GET /v1/console/arrivals?event_name=&message_ids=`: `{rows, quarantined}`: the rows of the event type's view from these messages, and
 * the reasons of those in quarantine. */
export async function getArrivedEvents(
  query: URLSearchParams,
  run: RunStatement,
  { now }: Pick<QueryContext, 'now'>,
): Promise<HandlerResponse> {
  const { eventName, messageIds } = readArrivalQuery(query)
  const since = new Date(now() - lookbackMs).toISOString()
  const [rows, quarantined] = await Promise.all([
    run(arrivals(eventName, messageIds, since)),
    run(quarantineReasonsOf(messageIds, since)),
  ])
  if (rows.kind !== 'rows') return viewError(rows, emailOf(await run(accountQuery)))
  if (quarantined.kind !== 'rows') return viewError(quarantined, emailOf(await run(accountQuery)))
  return json(200, { rows: rows.rows, quarantined: quarantined.rows })
}

function readArrivalQuery(query: URLSearchParams): { eventName: string; messageIds: readonly string[] } {
  const eventName = query.get('event_name') ?? ''
  const [problem] = nameProblems(eventName.slice(0, 128))
  if (problem !== undefined) throw invalid([{ field: 'event_name', description: `${problem}.` }])
  const messageIds = (query.get('message_ids') ?? '').split(',')
  if (messageIds.length > 100 || !messageIds.every((id) => /^[\w-]{1,64}$/.test(id)))
    throw invalid([
      { field: 'message_ids', description: 'Expected up to 100 ids of messages, separated by commas.' },
    ])
  return { eventName, messageIds }
}
