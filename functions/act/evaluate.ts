/** Actions: evaluates candidates before they claim a window: length of the chain, subject, requirements, rules and consent. Live firings
 * and back-tests use the same evaluation. */
import { maxHops } from '../../schemas/bus.ts'
import { decideOne, suppressionsNotLoaded, type DispatchPorts } from '../dispatch/dispatch.ts'
import type { Event } from '../event/read.ts'
import type { Warehouse } from '../google/warehouse.ts'
import type { Candidate } from './candidate.ts'
import { firingEvent, type FiringOutcome } from './firing.ts'
import {
  readRequirements,
  requirementParameters,
  requirementsSql,
  type RequirementResult,
} from './requirements.ts'
import type { DeployedAction } from './triggers.ts'

/** A candidate with the event to send, or with the outcome if it does not fire. */
export type EvaluatedCandidate = { candidate: Candidate } & (
  { event: Event; subject: string; counts: RequirementResult['counts'] } | { outcome: FiringOutcome }
)

export type DecisionPorts = Pick<DispatchPorts, 'isSuppressed' | 'decide'>

/** Returns one result per candidate, in order. Throws if BigQuery fails or the suppression list is not loaded. */
export async function evaluateCandidates(
  warehouse: Warehouse,
  { action }: Pick<DeployedAction, 'action'>,
  destination: DecisionPorts,
  candidates: readonly Candidate[],
  bounds?: { maximumBytesBilled: number },
): Promise<readonly EvaluatedCandidate[]> {
  const eligible = candidates.filter(({ hop, subject }) => hop <= maxHops && subject !== undefined)
  const results = await queryRequirements(warehouse, action, eligible, bounds)
  return candidates.map((candidate): EvaluatedCandidate => {
    const { hop, subject, firingId } = candidate
    const withheld = (why: Omit<FiringOutcome & { outcome: 'withheld' }, 'outcome'>): EvaluatedCandidate => ({
      candidate,
      outcome: { outcome: 'withheld', ...why },
    })
    if (hop > maxHops) return withheld({ reason: 'chain_too_long' })
    if (subject === undefined)
      return withheld({ reason: 'no_subject', detail: `${action.subject} is missing or not a plain value` })
    const { counts, fault } = results?.get(firingId) ?? { counts: {}, fault: undefined }
    if (fault !== undefined) return withheld({ reason: 'condition_not_met', detail: fault })
    const event = firingEvent(action, candidate, counts)
    const decision = decideOne(destination, event)
    if (!decision) throw new Error(suppressionsNotLoaded)
    if (!decision.permitted) return { candidate, outcome: { outcome: 'restricted', reason: decision.reason } }
    return { candidate, event, subject, counts }
  })
}

/** Queries the requirements; undefined for an action without any. Throws if BigQuery returns no row for a candidate. */
async function queryRequirements(
  { rows, locate }: Warehouse,
  action: DeployedAction['action'],
  candidates: readonly Candidate[],
  bounds?: { maximumBytesBilled: number },
): Promise<ReadonlyMap<string, RequirementResult> | undefined> {
  if (action.requires.length === 0 || candidates.length === 0) return undefined
  const resultRows = await rows(
    requirementsSql(locate, action),
    requirementParameters(action, candidates),
    bounds,
  )
  const results = readRequirements(action, resultRows)
  if (candidates.some(({ firingId }) => !results.has(firingId)))
    throw new Error(`The requirements query of action "${action.name}" returned no row for some candidates.`)
  return results
}
