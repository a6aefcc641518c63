/** Actions: evaluates candidates before they claim a window: length of the chain, subject, requirements, and the rules and consent of each
 * destination. Live firings and back-tests use the same evaluation. */
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

/** A candidate with the event to send, or with the outcome if it does not fire for any destination. */
export type EvaluatedCandidate = { candidate: Candidate } & (
  | {
      event: Event
      subject: string
      counts: RequirementResult['counts']
      /** Destination that does not permit the event → reason of the decision. At least one destination permits it. */
      restricted: ReadonlyMap<string, string>
    }
  | { outcome: FiringOutcome & { outcome: 'withheld' } }
  | { restricted: ReadonlyMap<string, string> }
)

export type DecisionPorts = Pick<DispatchPorts, 'isSuppressed' | 'decide'>

/** The decisions of the destinations of an action, by id. */
export type DecisionsByDestination = ReadonlyMap<string, DecisionPorts>

/** Returns one result per candidate, in order. Throws if BigQuery fails or the suppression list is not loaded. */
export async function evaluateCandidates(
  warehouse: Warehouse,
  { action }: Pick<DeployedAction, 'action'>,
  destinations: DecisionsByDestination,
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
    const restricted = restrictedBy(destinations, event)
    return restricted.size === destinations.size
      ? { candidate, restricted }
      : { candidate, event, subject, counts, restricted }
  })
}

function restrictedBy(destinations: DecisionsByDestination, event: Event): ReadonlyMap<string, string> {
  return new Map(
    [...destinations].flatMap(([id, ports]) => {
      const decision = decideOne(ports, event)
      if (!decision) throw new Error(suppressionsNotLoaded)
      return decision.permitted ? [] : [[id, decision.reason] as const]
    }),
  )
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
