/** Actions: fires one action for a batch of candidates. What is sent stands in `action_windows` and `action_firings` before the bus hears
 * of it; when either cannot be written, nothing is sent and the bus brings the batch again. */
import { dispatch, type DispatchPorts } from '../dispatch/dispatch.ts'
import type { RowResult, RowText } from '../google/bigquery.ts'
import type { Warehouse } from '../google/warehouse.ts'
import type { Candidate } from './candidate.ts'
import { firingRow, type FiringOutcome } from './firing.ts'
import { findSettledFirings } from './settled_firings.ts'
import { microsOf, secondsOf } from './timestamps.ts'
import type { DeployedAction } from './triggers.ts'
import { evaluateCandidates, type EvaluatedCandidate } from './evaluate.ts'
import { claimWindows } from './windows.ts'

/** The way of an action's firings to its destination. */
export interface FiringDestination extends DispatchPorts {
  destination: { id: string; target: string }
}

export interface FirePorts {
  warehouse: Warehouse
  /** The way to a destination. */
  to: (destination: string) => FiringDestination
  /** Writes rows of `action_firings`. */
  record: (rows: readonly RowText[]) => Promise<readonly RowResult[]>
  /** Which firings this instance has brought to their end. */
  settled: FiringCache
}

/** How a candidate ended; `again`: it must come again. */
export type FiringResult = FiringOutcome | { outcome: 'retry'; message: string }

/** One result per candidate, in order. Throws when BigQuery cannot be asked. */
export async function fire(
  ports: FirePorts,
  assigned: DeployedAction,
  candidates: readonly Candidate[],
): Promise<readonly FiringResult[]> {
  const { settled, warehouse } = ports
  const way = ports.to(assigned.destination)
  const scope = `${assigned.state === 'shadow' ? 'shadow/' : ''}${assigned.action.name}`
  const keyOf = ({ firingId }: Candidate): string => `${scope} ${firingId}`
  const results = new Map<string, FiringResult>()
  const fresh = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const ending = settled.get(keyOf(candidate))
    if (ending) results.set(candidate.firingId, ending)
    else if (!isEarlier(fresh.get(candidate.firingId), candidate)) fresh.set(candidate.firingId, candidate)
  }
  for (const [firingId, ending] of await findSettledFirings(warehouse, assigned, [...fresh.keys()])) {
    results.set(firingId, ending)
    fresh.delete(firingId)
  }
  const weighed = await evaluateCandidates(warehouse, assigned, way, [...fresh.values()])
  const endings = await claimAll(warehouse, scope, assigned, weighed)
  const rows = weighed.map(({ candidate }) =>
    firingRow(assigned, candidate, endings.get(candidate.firingId)!, way.now()),
  )
  const written = rows.length > 0 ? await ports.record(rows) : []
  for (const [index, { candidate }] of weighed.entries())
    results.set(
      candidate.firingId,
      written[index]!.kind === 'written'
        ? endings.get(candidate.firingId)!
        : { outcome: 'retry', message: 'The firing could not be written down.' },
    )
  await send(way, assigned, weighed, results)
  for (const { candidate } of weighed) {
    const ended = results.get(candidate.firingId)!
    if (ended.outcome !== 'retry') settled.set(keyOf(candidate), ended)
  }
  return candidates.map(({ firingId }) => results.get(firingId)!)
}

function isEarlier(one: Candidate | undefined, other: Candidate): boolean {
  return one !== undefined && microsOf(one.at) <= microsOf(other.at)
}

/** How each candidate ends, after those that nothing speaks against have asked for their windows. */
async function claimAll(
  warehouse: Warehouse,
  scope: string,
  { action, state }: DeployedAction,
  weighed: readonly EvaluatedCandidate[],
): Promise<ReadonlyMap<string, FiringOutcome>> {
  const claims = weighed.flatMap((each) =>
    'event' in each
      ? [{ firingId: each.candidate.firingId, subject: each.subject, at: each.candidate.at }]
      : [],
  )
  const windows =
    claims.length > 0 ? await claimWindows(warehouse, scope, secondsOf(action.once), claims) : undefined
  return new Map(
    weighed.map((each): [string, FiringOutcome] => {
      const { firingId } = each.candidate
      if ('ending' in each) return [firingId, each.ending]
      const window = windows!.get(firingId)!
      return [
        firingId,
        window.kind === 'taken'
          ? { outcome: 'withheld', reason: 'already_fired', detail: `by ${window.by}` }
          : { outcome: state === 'live' ? 'fired' : 'would_fire', reason: 'trigger' },
      ]
    }),
  )
}

/** Hands over what fires. */
async function send(
  way: FiringDestination,
  { action }: DeployedAction,
  weighed: readonly EvaluatedCandidate[],
  results: Map<string, FiringResult>,
): Promise<void> {
  const storedAt = way.now().toISOString()
  const outgoing = weighed.flatMap((each) =>
    'event' in each && results.get(each.candidate.firingId)?.outcome === 'fired'
      ? [{ event: each.event, storedAt }]
      : [],
  )
  if (outgoing.length === 0) return
  const dispatched = await dispatch(way, way.destination, outgoing, { source: action.name })
  for (const [index, result] of dispatched.entries())
    if (result.kind === 'retry')
      results.set(outgoing[index]!.event.id, { outcome: 'retry', message: result.message })
}

/** Remembers how the latest firings ended. */
export class FiringCache {
  readonly #endings = new Map<string, FiringOutcome>()
  readonly #size: number

  constructor(size = 20_000) {
    this.#size = size
  }

  get(key: string): FiringOutcome | undefined {
    return this.#endings.get(key)
  }

  set(key: string, ending: FiringOutcome): void {
    this.#endings.set(key, ending)
    if (this.#endings.size > this.#size) this.#endings.delete(this.#endings.keys().next().value!)
  }
}
