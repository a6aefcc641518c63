/** Actions: back-tests an action over the events of the last days, or over its model as it is now: applies the same condition,
 * requirements, decision and windows, but claims and sends nothing. */
import { eachEventOnce, type Locate } from '../../schemas/views/view.ts'
import { tables } from '../../schemas/warehouse.ts'
import { eventColumns, eventOfRow } from '../event/from_row.ts'
import type { Warehouse, WarehouseRow } from '../google/warehouse.ts'
import { candidateOf, candidateOfRow, type Candidate, type TriggeringEvent } from './candidate.ts'
import { microsOf, secondsOf } from './timestamps.ts'
import { rowsOfModel } from './rows_of_model.ts'
import { compileTrigger, isOnEvents, type DeployedAction } from './triggers.ts'
import { evaluateCandidates, type DecisionsByDestination, type EvaluatedCandidate } from './evaluate.ts'
import { conflictingFiring, sortByTime, readWindows, type Windows } from './windows.ts'

/** Result of a back-test: the number of firings, and of the other candidates by reason. */
export interface BackTest {
  /** Those that at least one destination gets. */
  firings: number
  withheld: Readonly<Record<string, number>>
  /** Candidates that no destination permits, by the reason of the first. */
  restricted: Readonly<Record<string, number>>
  /** Number of firings that each destination gets, of an action with several. */
  destinations?: Readonly<Record<string, number>>
  examples: readonly Example[]
}

interface Example {
  firing_id: string
  subject: string
  event_id?: string
  at: string
  counts: Readonly<Record<string, number>>
}

/** Limits one statement of a back-test. */
const bounds = { maximumBytesBilled: 100_000_000_000 }

/** Events that are evaluated together. */
const pageRows = 5000

const maxExamples = 10

interface BackTestPorts {
  warehouse: Warehouse
  destinations: DecisionsByDestination
  /** Called after each page. Returns false to stop. */
  onProgress: (result: BackTest) => Promise<boolean>
}

/** Evaluates the candidates of the days before `until`, RFC 3339. Returns undefined if `onProgress` stopped it. */
export async function backTest(
  { warehouse, destinations, onProgress }: BackTestPorts,
  deployed: Pick<DeployedAction, 'action'>,
  { runId, until, days }: { runId: string; until: string; days: number },
): Promise<BackTest | undefined> {
  const { action } = deployed
  const once = secondsOf(action.once)
  const windows: Windows = new Map()
  const ids = [...destinations.keys()]
  let result: BackTest = {
    firings: 0,
    withheld: {},
    restricted: {},
    ...(ids.length > 1 && { destinations: Object.fromEntries(ids.map((id) => [id, 0])) }),
    examples: [],
  }
  const pages = isOnEvents(action.trigger)
    ? pastCandidates(warehouse, deployed, { until, days })
    : presentCandidates(warehouse, deployed, { runId, startedAt: until }, windows)
  for await (const candidates of pages) {
    for (const each of await evaluateCandidates(warehouse, deployed, destinations, candidates, bounds))
      result = add(result, each, windows, once)
    if (!(await onProgress(result))) return undefined
  }
  return result
}

/** Adds one candidate. Candidates come in the order in which they claim. */
function add(result: BackTest, each: EvaluatedCandidate, windows: Windows, once: number): BackTest {
  if ('outcome' in each) return { ...result, withheld: increment(result.withheld, each.outcome.reason) }
  if (!('event' in each)) {
    const [reason] = each.restricted.values()
    return { ...result, restricted: increment(result.restricted, reason!) }
  }
  const { candidate, subject, counts, restricted } = each
  const { firingId, at, eventId } = candidate
  if (conflictingFiring(windows, { subject, at }, once))
    return { ...result, withheld: increment(result.withheld, 'already_fired') }
  // Later candidates are not earlier than this one, so only the latest firing of a subject can conflict.
  windows.set(subject, [{ firingId, micros: microsOf(at) }])
  const example = {
    firing_id: firingId,
    subject,
    ...(eventId !== undefined && { event_id: eventId }),
    at,
    counts,
  }
  return {
    ...result,
    firings: result.firings + 1,
    ...(result.destinations && {
      destinations: Object.fromEntries(
        Object.entries(result.destinations).map(([id, sent]) => [id, restricted.has(id) ? sent : sent + 1]),
      ),
    }),
    examples: result.examples.length < maxExamples ? [...result.examples, example] : result.examples,
  }
}

function increment(sums: Readonly<Record<string, number>>, reason: string): Readonly<Record<string, number>> {
  return {
    ...sums,
    [reason]: (sums[reason] ?? 0) + 1,
  }
}

/** Selects the events with `@names` that were received since `@since` and stored until `@until`, each once. */
function pastEventsSql(locate: Locate): string {
  const table = locate(tables.events.name)
  const condition =
    'event.received_at >= @since AND event.event_name IN UNNEST(@names) AND event.stored_at <= @until'
  return `SELECT
  ${eventColumns}
FROM ${eachEventOnce(table, condition)} AS event
ORDER BY stored_at, event_id`
}

const pastCandidates = async function* (
  { pages, locate }: Warehouse,
  { action }: Pick<DeployedAction, 'action'>,
  { until, days }: { until: string; days: number },
): AsyncIterable<readonly Candidate[]> {
  if (!isOnEvents(action.trigger)) return
  const condition = compileTrigger(action.name, action.trigger)
  const isTriggering = ({ value }: TriggeringEvent): boolean => {
    try {
      return condition(value)
    } catch {
      return false
    }
  }
  const since = new Date(Date.parse(until) - days * 86_400_000).toISOString()
  const rows = pages(
    pastEventsSql(locate),
    { since: ['TIMESTAMP', since], until: ['TIMESTAMP', until], names: [['STRING'], [...action.trigger.on]] },
    { pageRows, ...bounds },
  )
  for await (const page of rows)
    yield sortByTime(
      page
        .map(triggeringEvent)
        .filter(isTriggering)
        .map((event) => candidateOf(action, event)),
    )
}

function triggeringEvent(row: WarehouseRow): TriggeringEvent {
  const { event, storedAt } = eventOfRow(row)
  const { id, name, value, receivedAt, hop } = event
  return { id, name, value, receivedAt, hop, storedAt }
}

/** Reads the rows of the model. The windows of live firings count. */
const presentCandidates = async function* (
  warehouse: Warehouse,
  { action }: Pick<DeployedAction, 'action'>,
  run: { runId: string; startedAt: string },
  windows: Windows,
): AsyncIterable<readonly Candidate[]> {
  if (isOnEvents(action.trigger)) return
  for await (const page of rowsOfModel(warehouse, action, action.trigger, null)) {
    const candidates = page.map((row) => candidateOfRow(action, row, run))
    const subjects = candidates.flatMap(({ subject }) => (subject === undefined ? [] : [subject]))
    const held = await readWindows(warehouse, action.name, subjects)
    for (const [subject, firings] of held.windows) windows.set(subject, firings)
    yield candidates
  }
}
