/** Actions: fires one action for a batch of candidates, once for all of its destinations. Writes `action_windows` and `action_firings` before it
 * publishes: if either fails, nothing is published and the batch is retried. */
import { dispatch, type DispatchPorts } from '../dispatch/dispatch.ts'
import type { Event } from '../event/read.ts'
import type { RowResult, RowText } from '../google/bigquery.ts'
import type { Warehouse } from '../google/warehouse.ts'
import type { Candidate } from './candidate.ts'
import { firingRow, type FiringOutcome } from './firing.ts'
import { findSettledFirings, pairKey, type FiringPair } from './settled_firings.ts'
import { microsOf, secondsOf } from './timestamps.ts'
import type { DeployedAction } from './triggers.ts'
import { evaluateCandidates, type EvaluatedCandidate } from './evaluate.ts'
import { claimWindows } from './windows.ts'

/** Dependencies of the dispatch to a destination of an action. */
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

/** A candidate for one destination, with its outcome. */
interface PairOutcome extends FiringPair {
  candidate: Candidate
  outcome: FiringOutcome
  /** Set if it may be sent. */
  event?: Event
}

/** Returns one result per candidate, in order: that of its destination with the most far-reaching outcome. Throws if BigQuery fails. */
export async function fire(
  ports: FirePorts,
  deployed: DeployedAction,
  candidates: readonly Candidate[],
): Promise<readonly FiringResult[]> {
  const { settled, warehouse } = ports
  const destinations = new Map(deployed.destinations.map((id) => [id, ports.to(id)]))
  const pairsOf = ({ firingId }: Candidate): FiringPair[] =>
    deployed.destinations.map((destination) => ({ firingId, destination }))
  const scope = `${deployed.state === 'shadow' ? 'shadow/' : ''}${deployed.action.name}`
  const results = new Map<string, FiringResult>()
  const isOpen = (candidate: Candidate): boolean =>
    pairsOf(candidate).some((pair) => !results.has(pairKey(pair)))

  for (const pair of candidates.flatMap(pairsOf)) {
    const outcome = settled.get(`${scope} ${pairKey(pair)}`)
    if (outcome) results.set(pairKey(pair), outcome)
  }
  const fresh = new Map<string, Candidate>()
  for (const candidate of candidates.filter(isOpen))
    if (!isEarlier(fresh.get(candidate.firingId), candidate)) fresh.set(candidate.firingId, candidate)
  for (const [pair, outcome] of await findSettledFirings(warehouse, deployed, [...fresh.keys()]))
    results.set(pair, outcome)

  const evaluated = await evaluateCandidates(
    warehouse,
    deployed,
    destinations,
    [...fresh.values()].filter(isOpen),
  )
  const outcomes = await claimAll(warehouse, scope, deployed, evaluated)
  const open = evaluated.flatMap((each) =>
    pairsOf(each.candidate)
      .filter((pair) => !results.has(pairKey(pair)))
      .map((pair) => outcomeOf(each, pair, outcomes)),
  )
  await recordAll(ports, deployed, open, results)
  await Promise.all(
    [...destinations].map(([id, destination]) =>
      send(
        destination,
        deployed,
        open.filter((pair) => pair.destination === id),
        results,
      ),
    ),
  )
  for (const pair of candidates.flatMap(pairsOf)) {
    const result = results.get(pairKey(pair))!
    if (result.outcome !== 'retry') settled.set(`${scope} ${pairKey(pair)}`, result)
  }
  return candidates.map((candidate) =>
    foremost(pairsOf(candidate).map((pair) => results.get(pairKey(pair))!)),
  )
}

/** A candidate is retried as long as one destination needs it; it has fired if it has for one. */
const byReach = ['retry', 'fired', 'would_fire', 'restricted', 'withheld'] as const

function foremost(results: readonly FiringResult[]): FiringResult {
  return results.toSorted((a, b) => byReach.indexOf(a.outcome) - byReach.indexOf(b.outcome))[0]!
}

function isEarlier(one: Candidate | undefined, other: Candidate): boolean {
  return one !== undefined && microsOf(one.at) <= microsOf(other.at)
}

/** Claims windows for the candidates that may fire for a destination. Returns the outcome of each candidate by firing. */
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
  if (claims.length === 0) return new Map()
  const windows = await claimWindows(warehouse, scope, secondsOf(action.once), claims)
  return new Map(
    [...windows].map(([firingId, window]): [string, FiringOutcome] => [
      firingId,
      window.kind === 'taken'
        ? { outcome: 'withheld', reason: 'already_fired', detail: `by ${window.by}` }
        : { outcome: state === 'live' ? 'fired' : 'would_fire', reason: 'trigger' },
    ]),
  )
}

/** `claimed`: the outcomes of the candidates that claimed a window, by firing. */
function outcomeOf(
  each: EvaluatedCandidate,
  pair: FiringPair,
  claimed: ReadonlyMap<string, FiringOutcome>,
): PairOutcome {
  const { candidate } = each
  if ('outcome' in each) return { ...pair, candidate, outcome: each.outcome }
  const reason = each.restricted.get(pair.destination)
  if (reason !== undefined) return { ...pair, candidate, outcome: { outcome: 'restricted', reason } }
  const outcome = claimed.get(pair.firingId)!
  return { ...pair, candidate, outcome, ...('event' in each && { event: each.event }) }
}

/** Writes the rows. A pair whose row is not written is retried. */
async function recordAll(
  { record, to }: FirePorts,
  deployed: DeployedAction,
  open: readonly PairOutcome[],
  results: Map<string, FiringResult>,
): Promise<void> {
  if (open.length === 0) return
  const written = await record(
    open.map(({ destination, candidate, outcome }) =>
      firingRow(deployed, destination, candidate, outcome, to(destination).now()),
    ),
  )
  for (const [index, pair] of open.entries())
    results.set(
      pairKey(pair),
      written[index]!.kind === 'written'
        ? pair.outcome
        : { outcome: 'retry', message: 'Writing the firing to table "action_firings" failed.' },
    )
}

/** Dispatches the events that fire to one destination. */
async function send(
  destinationPorts: FiringDestination,
  { action }: DeployedAction,
  pairs: readonly PairOutcome[],
  results: Map<string, FiringResult>,
): Promise<void> {
  const storedAt = destinationPorts.now().toISOString()
  const outgoing = pairs.flatMap((pair) =>
    pair.event && results.get(pairKey(pair))?.outcome === 'fired'
      ? [{ pair, sent: { event: pair.event, storedAt } }]
      : [],
  )
  if (outgoing.length === 0) return
  const dispatched = await dispatch(
    destinationPorts,
    destinationPorts.destination,
    outgoing.map(({ sent }) => sent),
    { source: action.name },
  )
  for (const [index, result] of dispatched.entries())
    if (result.kind === 'retry')
      results.set(pairKey(outgoing[index]!.pair), { outcome: 'retry', message: result.message })
}

/** Caches the outcomes of the latest firings. */
export class FiringCache {
  readonly #outcomes = new Map<string, FiringOutcome>()
  /** It stays where it is between two calls: one that begins anew passes over all that was deleted before. */
  readonly #oldest = this.#outcomes.keys()
  readonly #size: number

  constructor(size = 20_000) {
    this.#size = size
  }

  get(key: string): FiringOutcome | undefined {
    return this.#outcomes.get(key)
  }

  set(key: string, outcome: FiringOutcome): void {
    this.#outcomes.set(key, outcome)
    if (this.#outcomes.size > this.#size) this.#outcomes.delete(this.#oldest.next().value!)
  }
}
