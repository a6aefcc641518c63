/** Console: whether events that were just sent have arrived, by the ids of their messages. */
import { nameProblems } from '../../schemas/event_type.ts'
import { json, type HandlerResponse } from '../serving/answer.ts'
import { arrivals, quarantineReasonsOf } from './definition_queries.ts'
import { emailOf, viewError } from './definitions.ts'
import { invalid } from './definition_request.ts'
import { accountQuery } from './queries/account.ts'
import type { QueryContext, RunStatement } from './run_query.ts'

/** What is looked through: a test event arrives within seconds. */
const lookback = 3_600_000

/** The rows of the view of an event type that came in these messages, and what of them is in quarantine. */
export async function getArrivedEvents(
  query: URLSearchParams,
  run: RunStatement,
  { now }: Pick<QueryContext, 'now'>,
): Promise<HandlerResponse> {
  const { eventName, messageIds } = readQuestion(query)
  const since = new Date(now() - lookback).toISOString()
  const [rows, quarantined] = await Promise.all([
    run(arrivals(eventName, messageIds, since)),
    run(quarantineReasonsOf(messageIds, since)),
  ])
  if (rows.kind !== 'rows') return viewError(rows, emailOf(await run(accountQuery)))
  if (quarantined.kind !== 'rows') return viewError(quarantined, emailOf(await run(accountQuery)))
  return json(200, { rows: rows.rows, quarantined: quarantined.rows })
}

function readQuestion(query: URLSearchParams): { eventName: string; messageIds: readonly string[] } {
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
