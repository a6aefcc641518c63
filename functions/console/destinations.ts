/** Console: `GET /v1/console/destinations`: the destinations of this environment and the targets for further ones, never a secret. */
import type { Destination } from '../../schemas/destination.ts'
import { json, StatusError, type HandlerResponse } from '../serving/answer.ts'
import * as targets from '../targets/index.ts'
import { changeableDestinations } from './pause.ts'
import { readPaused } from './paused.ts'
import { accountQuery } from './queries/account.ts'
import type { QueryContext, RunStatement } from './run_query.ts'
import { describeDestination, describeLinks, describeTarget } from './shown_destination.ts'
import { emailOf, viewError } from './view_error.ts'

const day = 86_400_000

interface Asked {
  /** Path of the request. */
  path: string
  /** The caller's `Authorization` header. */
  authorization: string
  destinations: readonly Destination[]
}

/** Answers `{destinations, targets}` (schemas/shown_destination.ts); with an id at the end of the path, the links of that destination. Only an
 * account that may query learns which destinations there are. */
export async function showDestinations(
  { path, authorization, destinations }: Asked,
  run: RunStatement,
  context: Pick<QueryContext, 'env' | 'project' | 'now'>,
): Promise<HandlerResponse> {
  const who = await run(accountQuery)
  if (who.kind !== 'rows') return viewError(who, emailOf(who))
  const id = path.slice('/v1/console/destinations'.length).replace(/^\//, '')
  if (id !== '') return json(200, describeLinks(findDestination(id, destinations)))
  const paused = await readPaused(authorization, context)
  const ids = destinations.map((each) => each.id)
  const changeable = paused ? await changeableDestinations(ids, authorization, context) : undefined
  const since = `${new Date(context.now() - day).toISOString().slice(0, 19)}Z`
  return json(200, {
    destinations: destinations.map((destination) => {
      const isPaused = paused?.get(destination.id)
      return {
        ...describeDestination(destination, since),
        ...(isPaused !== undefined && { isPaused }),
        ...(changeable?.has(destination.id) && { mayPause: true as const }),
      }
    }),
    targets: Object.values(targets).map(describeTarget),
  })
}

/** Throws NOT_FOUND with the ids that there are: only for a caller who may query. */
export function findDestination(id: string, destinations: readonly Destination[]): Destination {
  const destination = destinations.find((each) => each.id === id)
  if (destination) return destination
  const known = destinations.map((each) => each.id).join(', ')
  throw new StatusError('NOT_FOUND', `No destination has this id. Expected one of: ${known || 'none'}.`)
}
