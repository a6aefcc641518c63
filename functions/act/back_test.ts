/** Actions: what an action would have done with the events of the last days, or would do with its model as it is now: the same condition,
 * requirements, decision and windows, nothing claimed and nothing sent. */
import { eachEventOnce, type Locate } from '../../schemas/views/view.ts'
import { tables } from '../../schemas/warehouse.ts'
import { eventColumns, eventOfRow } from '../event/from_row.ts'
import type { Warehouse, WarehouseRow } from '../google/warehouse.ts'
import { candidateOf, candidateOfRow, type Candidate, type TriggeringEvent } from './candidate.ts'
import { microsOf, secondsOf } from './timestamps.ts'
import { rowsOfModel } from './rows_of_model.ts'
import { compileTrigger, isOnEvents, type DeployedAction } from './triggers.ts'
import { evaluateCandidates, type DecisionPorts } from './evaluate.ts'
import { conflictingFiring, sortByTime, readWindows, type Windows } from './windows.ts'

/** What a back-test says; by reason why the others would not have fired. */
export interface BackTest {
  firings: number
  withheld: Readonly<Record<string, number>>
  restricted: Readonly<Record<string, number>>
  /** The first ten. */
  examples: readonly Example[]
}

interface Example {
  firing_id: string
  subject: string
  event_id?: string
  at: string
  counts: Readonly<Record<string, number>>
}

/** BigQuery reads no more than this for one statement of a back-test. */
const bounds = { maximumBytesBilled: 100_000_000_000 }

/** Events that are asked about together. */
const pageRows = 5000

const maxExamples = 10

/** `stillOn` is called between pages; a back-test that shall stop gives undefined. */
export interface BackTestPorts {
  warehouse: Warehouse
  destination: DecisionPorts
  onProgress: (found: BackTest) => Promise<boolean>
}

/** Goes through the candidates of the days before `until`, RFC 3339. */
export async function backTest(
  { warehouse, destination, onProgress }: BackTestPorts,
  assigned: Pick<DeployedAction, 'action'>,
  { runId, until, days }: { runId: string; until: string; days: number },
): Promise<BackTest | undefined> {
  const { action } = assigned
  const once = secondsOf(action.once)
  const windows: Windows = new Map()
  let found: BackTest = { firings: 0, withheld: {}, restricted: {}, examples: [] }
  const pages = isOnEvents(action.trigger)
    ? pastCandidates(warehouse, assigned, { until, days })
    : presentCandidates(warehouse, assigned, { runId, startedAt: until }, windows)
  for await (const candidates of pages) {
    for (const each of await evaluateCandidates(warehouse, assigned, destination, candidates, bounds))
      found = add(found, each, windows, once)
    if (!(await onProgress(found))) return undefined
  }
  return found
}

type Weighed = Awaited<ReturnType<typeof evaluateCandidates>>[number]

/** Candidates come in the order in which they claim. */
function add(found: BackTest, each: Weighed, windows: Windows, once: number): BackTest {
  if ('ending' in each) {
    const { outcome, reason } = each.ending
    return outcome === 'restricted'
      ? { ...found, restricted: more(found.restricted, reason) }
      : { ...found, withheld: more(found.withheld, reason) }
  }
  const { candidate, subject, counts } = each
  const { firingId, at, eventId } = candidate
  if (conflictingFiring(windows, { subject, at }, once))
    return { ...found, withheld: more(found.withheld, 'already_fired') }
  // Those that come are no earlier, so the latest firing of a subject is the one that forbids.
  windows.set(subject, [{ firingId, micros: microsOf(at) }])
  const example = {
    firing_id: firingId,
    subject,
    ...(eventId !== undefined && { event_id: eventId }),
    at,
    counts,
  }
  return {
    ...found,
    firings: found.firings + 1,
    examples: found.examples.length < maxExamples ? [...found.examples, example] : found.examples,
  }
}

function more(sums: Readonly<Record<string, number>>, reason: string): Readonly<Record<string, number>> {
  return {
    ...sums,
    [reason]: (sums[reason] ?? 0) + 1,
  }
}

/** The events of some types since `@since`, each once, as they were stored until `@until`. */
export function pastEventsSql(locate: Locate): string {
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
  const isSetOff = ({ value }: TriggeringEvent): boolean => {
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
        .map(triggering)
        .filter(isSetOff)
        .map((event) => candidateOf(action, event)),
    )
}

function triggering(row: WarehouseRow): TriggeringEvent {
  const { event, storedAt } = eventOfRow(row)
  const { id, name, value, receivedAt, hop } = event
  return { id, name, value, receivedAt, hop, storedAt }
}

/** The rows of the model; windows that live firings hold count. */
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
