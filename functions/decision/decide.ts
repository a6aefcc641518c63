/** Decision layer: restricts or permits where a stored event may go next. Default deny; a restrict rule beats every permit, and what is
 * permitted still needs the user's consent. Pure. */
import { maxHops } from '../../schemas/bus.ts'
import type { Rule, Decision } from '../../schemas/decision.ts'
import type { Destination } from '../../schemas/destination.ts'
import type { ConsentSignal } from '../../schemas/link.ts'
import type { TargetPurpose } from '../targets/target.ts'
import { compileCondition, type DestinationVariables, type CompiledCondition } from './conditions.ts'
import { consentByPurpose, hasGranted } from './consent.ts'

/** What is known of an event beside its fields. */
export interface DecisionContext {
  /** Whether the person is on the suppression list. */
  suppressed: boolean
  /** How many automated actions lie between the producer and the event. */
  hop: number
}

type Event = Readonly<Record<string, unknown>>

/** Gives one verdict per destination, in their order. */
export type Decide = (event: Event, facts?: DecisionContext) => readonly Decision[]

/** A rule, and the verdicts that it can give: the same ones for every event. */
interface CompiledRule {
  matches: CompiledCondition
  matched: Decision
  failed: Decision
}

/** `purpose` tells what a target does with events. */
export interface DecisionDestination extends Pick<Destination, 'id' | 'target' | 'rules'> {
  consent?: readonly ConsentSignal[]
  purpose: TargetPurpose
}

/** Compiles all rules once. A condition that is no CEL, or names a field that does not exist, throws here, naming destination and rule. */
export function compileDecisions(destinations: readonly DecisionDestination[]): Decide {
  const judges = destinations.map(compileDestination)
  return (event, { suppressed, hop } = { suppressed: false, hop: 0 }) => {
    const reason = suppressed ? 'suppressed' : hop > maxHops ? 'chain_too_long' : undefined
    if (reason) return destinations.map(({ id }) => restricted(id, null, reason))
    return judges.map((judge) => judge(event))
  }
}

function compileDestination({
  id,
  target,
  purpose,
  rules,
  consent = consentByPurpose[purpose],
}: DecisionDestination) {
  const about = { id, target, purpose }
  const compiled = rules.map((rule) => compile(rule, about))
  const restricts = compiled.filter(({ matched }) => !matched.permitted)
  const permits = compiled.filter(({ matched }) => matched.permitted)
  const [noPermit, noConsent] = [restricted(id, null, 'no_permit'), restricted(id, null, 'consent_denied')]

  return (event: Event): Decision => {
    const verdict = firstVerdict(restricts, event) ?? firstVerdict(permits, event) ?? noPermit
    return verdict.permitted && !hasGranted(event, consent) ? noConsent : verdict
  }
}

function compile(rule: Rule, about: DestinationVariables): CompiledRule {
  return {
    matches: compileCondition(rule, about),
    matched:
      rule.effect === 'permit'
        ? { destination: about.id, permitted: true, rule: rule.id, reason: 'permitted' }
        : restricted(about.id, rule.id, rule.reason ?? 'by_rule'),
    failed: restricted(about.id, rule.id, 'rule_error'),
  }
}

/** A condition that cannot be evaluated counts as decided: an event leaves only on a clear yes. */
function firstVerdict(rules: readonly CompiledRule[], event: Event): Decision | undefined {
  for (const { matches, matched, failed } of rules) {
    try {
      if (matches(event)) return matched
    } catch {
      return failed
    }
  }
  return undefined
}

function restricted(destination: string, rule: string | null, reason: string): Decision {
  return {
    destination,
    permitted: false,
    rule,
    reason,
  }
}
