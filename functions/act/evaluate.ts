/** Actions: what speaks against a firing before its window is asked for: the length of the chain, a missing subject, the requirements, the
 * rules and consent of the destination. Live firings and back-tests go through here alike. */
import { maxHops } from '../../schemas/bus.ts'
import { decideOne, type DispatchPorts } from '../dispatch/dispatch.ts'
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

/** A candidate that may fire, with what it would send, or its ending. */
export type EvaluatedCandidate = { candidate: Candidate } & (
  { event: Event; subject: string; counts: RequirementResult['counts'] } | { ending: FiringOutcome }
)

export type DecisionPorts = Pick<DispatchPorts, 'isSuppressed' | 'decide'>

/** One result per candidate, in order. Throws when BigQuery cannot say, or while the suppressions are not known. */
export async function evaluateCandidates(
  warehouse: Warehouse,
  { action }: Pick<DeployedAction, 'action'>,
  destination: DecisionPorts,
  candidates: readonly Candidate[],
  bounds?: { maximumBytesBilled: number },
): Promise<readonly EvaluatedCandidate[]> {
  const asked = candidates.filter(({ hop, subject }) => hop <= maxHops && subject !== undefined)
  const answers = await queryRequirements(warehouse, action, asked, bounds)
  return candidates.map((candidate): EvaluatedCandidate => {
    const { hop, subject, firingId } = candidate
    const withheld = (
      ending: Omit<FiringOutcome & { outcome: 'withheld' }, 'outcome'>,
    ): EvaluatedCandidate => ({
      candidate,
      ending: { outcome: 'withheld', ...ending },
    })
    if (hop > maxHops) return withheld({ reason: 'chain_too_long' })
    if (subject === undefined)
      return withheld({ reason: 'no_subject', detail: `${action.subject} is missing, or no plain value` })
    const { counts, fault } = answers?.get(firingId) ?? { counts: {}, fault: undefined }
    if (fault !== undefined) return withheld({ reason: 'condition_not_met', detail: fault })
    const event = firingEvent(action, candidate, counts)
    const verdict = decideOne(destination, event)
    if (!verdict) throw new Error('The list of suppressions could not be read yet.')
    if (!verdict.permitted) return { candidate, ending: { outcome: 'restricted', reason: verdict.reason } }
    return { candidate, event, subject, counts }
  })
}

type Requiring = DeployedAction['action']

/** What the warehouse says of the requirements; undefined where there are none. A candidate that BigQuery leaves out fails the batch. */
async function queryRequirements(
  { rows, locate }: Warehouse,
  action: Requiring,
  candidates: readonly Candidate[],
  bounds?: { maximumBytesBilled: number },
): Promise<ReadonlyMap<string, RequirementResult> | undefined> {
  if (action.requires.length === 0 || candidates.length === 0) return undefined
  const found = await rows(requirementsSql(locate, action), requirementParameters(action, candidates), bounds)
  const answers = readRequirements(action, found)
  if (candidates.some(({ firingId }) => !answers.has(firingId)))
    throw new Error(`BigQuery did not answer the requirements of action ${action.name} for every candidate.`)
  return answers
}
