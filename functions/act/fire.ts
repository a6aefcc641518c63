/** Actions: fires one action for a batch of candidates. Writes `action_windows` and `action_firings` before it publishes: if either fails,
 * nothing is published and the batch is retried. */
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

/** Dependencies of the dispatch to the destination of an action. */
interface FiringDestination extends DispatchPorts {
  destination: { id: string; target: string }
}

export interface FirePorts {
  warehouse: Warehouse
  /** Returns the dependencies of a destination. */
  to: (destination: string) => FiringDestination
  /** Writes rows of `action_firings`. */
  record: (rows: readonly RowText[]) => Promise<readonly RowResult[]>
  /** Firings that this instance has settled. */
  settled: FiringCache
}

/** Outcome of a candidate; `retry`: its event must be redelivered. */
export type FiringResult = FiringOutcome | { outcome: 'retry'; message: string }

/** Returns one result per candidate, in order. Throws if BigQuery fails. */
export async function fire(
  ports: FirePorts,
  deployed: DeployedAction,
  candidates: readonly Candidate[],
): Promise<readonly FiringResult[]> {
  const { settled, warehouse } = ports
  const destinationPorts = ports.to(deployed.destination)
  const scope = `${deployed.state === 'shadow' ? 'shadow/' : ''}${deployed.action.name}`
  const keyOf = ({ firingId }: Candidate): string => `${scope} ${firingId}`
  const results = new Map<string, FiringResult>()
  const fresh = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const outcome = settled.get(keyOf(candidate))
    if (outcome) results.set(candidate.firingId, outcome)
    else if (!isEarlier(fresh.get(candidate.firingId), candidate)) fresh.set(candidate.firingId, candidate)
  }
  for (const [firingId, outcome] of await findSettledFirings(warehouse, deployed, [...fresh.keys()])) {
    results.set(firingId, outcome)
    fresh.delete(firingId)
  }
  const evaluated = await evaluateCandidates(warehouse, deployed, destinationPorts, [...fresh.values()])
  const outcomes = await claimAll(warehouse, scope, deployed, evaluated)
  const rows = evaluated.map(({ candidate }) =>
    firingRow(deployed, candidate, outcomes.get(candidate.firingId)!, destinationPorts.now()),
  )
  const written = rows.length > 0 ? await ports.record(rows) : []
  for (const [index, { candidate }] of evaluated.entries())
    results.set(
      candidate.firingId,
      written[index]!.kind === 'written'
        ? outcomes.get(candidate.firingId)!
        : { outcome: 'retry', message: 'Writing the firing to table "action_firings" failed.' },
    )
  await send(destinationPorts, deployed, evaluated, results)
  for (const { candidate } of evaluated) {
    const result = results.get(candidate.firingId)!
    if (result.outcome !== 'retry') settled.set(keyOf(candidate), result)
  }
  return candidates.map(({ firingId }) => results.get(firingId)!)
}

function isEarlier(one: Candidate | undefined, other: Candidate): boolean {
  return one !== undefined && microsOf(one.at) <= microsOf(other.at)
}

/** Claims windows for the candidates that may fire. Returns the outcome of each candidate by firing. */
async function claimAll(
  warehouse: Warehouse,
  scope: string,
  { action, state }: DeployedAction,
  evaluated: readonly EvaluatedCandidate[],
): Promise<ReadonlyMap<string, FiringOutcome>> {
  const claims = evaluated.flatMap((each) =>
    'event' in each
      ? [{ firingId: each.candidate.firingId, subject: each.subject, at: each.candidate.at }]
      : [],
  )
  const windows =
    claims.length > 0 ? await claimWindows(warehouse, scope, secondsOf(action.once), claims) : undefined
  return new Map(
    evaluated.map((each): [string, FiringOutcome] => {
      const { firingId } = each.candidate
      if ('outcome' in each) return [firingId, each.outcome]
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

/** Dispatches the events of the candidates that fire. */
async function send(
  destinationPorts: FiringDestination,
  { action }: DeployedAction,
  evaluated: readonly EvaluatedCandidate[],
  results: Map<string, FiringResult>,
): Promise<void> {
  const storedAt = destinationPorts.now().toISOString()
  const outgoing = evaluated.flatMap((each) =>
    'event' in each && results.get(each.candidate.firingId)?.outcome === 'fired'
      ? [{ event: each.event, storedAt }]
      : [],
  )
  if (outgoing.length === 0) return
  const dispatched = await dispatch(destinationPorts, destinationPorts.destination, outgoing, {
    source: action.name,
  })
  for (const [index, result] of dispatched.entries())
    if (result.kind === 'retry')
      results.set(outgoing[index]!.event.id, { outcome: 'retry', message: result.message })
}

/** Caches the outcomes of the latest firings. */
export class FiringCache {
  readonly #outcomes = new Map<string, FiringOutcome>()
  readonly #size: number

  constructor(size = 20_000) {
    this.#size = size
  }

  get(key: string): FiringOutcome | undefined {
    return this.#outcomes.get(key)
  }

  set(key: string, outcome: FiringOutcome): void {
    this.#outcomes.set(key, outcome)
    if (this.#outcomes.size > this.#size) this.#outcomes.delete(this.#outcomes.keys().next().value!)
  }
}
