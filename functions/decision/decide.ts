/** Decision layer: permits or restricts an event for each destination. The default is restrict; a restrict rule overrides every permit rule,
 * and a permitted event still needs the user's consent. Pure. */
import { maxHops } from '../../schemas/bus.ts'
import type { ConsentDefaults } from '../../schemas/consent_defaults.ts'
import type { Rule, Decision } from '../../schemas/decision.ts'
import type { Destination } from '../../schemas/destination.ts'
import type { ConsentSignal } from '../../schemas/link.ts'
import type { EventSources } from '../../schemas/source.ts'
import { optOutOf, type OptOut } from '../privacy/opt_out.ts'
import type { TargetPurpose } from '../targets/target.ts'
import { compileCondition, type DestinationVariables, type CompiledCondition } from './conditions.ts'
import { grantOf, neededConsent, type Defaults } from './consent.ts'
import { compileDefaults } from './consent_defaults.ts'

/** What a decision depends on besides the fields of the event. */
interface DecisionContext {
  /** True if the person is on the suppression list. */
  suppressed: boolean
  /** Number of automated actions between the producer and the event. */
  hop: number
  /** The source that is proved to have sent the event; undefined for none. */
  source?: string | undefined
}

type Event = Readonly<Record<string, unknown>>

/** Returns one decision per destination, in their order. */
export type Decide = (event: Event, context?: DecisionContext) => readonly Decision[]

/** A rule, and the decisions that it can lead to: the same objects for every event. */
interface CompiledRule {
  matches: CompiledCondition
  matched: Decision
  failed: Decision
}

/** What the person of an event has chosen, besides its `consent`. */
interface Choices {
  optOut: OptOut | undefined
  defaults: Defaults | undefined
}

export interface DecisionDestination extends Pick<Destination, 'id' | 'target' | 'rules'> {
  /** The signals that the destination needs. Default: those of its purpose, and `listConsent`. */
  consent?: readonly ConsentSignal[]
  /** The signals that a list of people needs beside those of its purpose. Default: none. */
  listConsent?: readonly ConsentSignal[] | undefined
  /** The purpose of its target. */
  purpose: TargetPurpose
  /** True if a flag tells the target of an opt-out. Default: false. */
  honoursOptOut?: boolean
}

/** Compiles the rules of all destinations. `consentDefaults` and those of `sources` count where an event states no consent.
 * @throws Error that names the destination and the rule if a condition is invalid. */
export function compileDecisions(
  destinations: readonly DecisionDestination[],
  consentDefaults?: ConsentDefaults,
  sources: EventSources = {},
): Decide {
  const decideEach = destinations.map(compileDestination)
  const defaultsOf = compileDefaults(consentDefaults)
  const ofSource = new Map(
    Object.entries(sources).flatMap(([name, { consent }]) =>
      consent ? [[name, compileDefaults(consentDefaults, consent)] as const] : [],
    ),
  )
  return (event, { suppressed, hop, source } = { suppressed: false, hop: 0 }) => {
    const reason = suppressed ? 'suppressed' : hop > maxHops ? 'chain_too_long' : undefined
    if (reason) return destinations.map(({ id }) => restricted(id, null, reason))
    const defaultsHere = (source === undefined ? undefined : ofSource.get(source)) ?? defaultsOf
    const choices = { optOut: optOutOf(event), defaults: defaultsHere?.(event) }
    return decideEach.map((decide) => decide(event, choices))
  }
}

function compileDestination({
  id,
  target,
  purpose,
  rules,
  listConsent,
  consent = neededConsent(purpose, listConsent),
  honoursOptOut = false,
}: DecisionDestination) {
  const destination = { id, target, purpose }
  const compiled = rules.map((rule) => compileRule(rule, destination))
  const restricts = compiled.filter(({ matched }) => !matched.permitted)
  const permits = compiled.filter(({ matched }) => matched.permitted)
  const [noPermit, noConsent] = [restricted(id, null, 'no_permit'), restricted(id, null, 'consent_denied')]
  const [optedOut, unclear] = [restricted(id, null, 'opted_out'), restricted(id, null, 'opt_out_unclear')]

  /** An opt-out concerns advertising only. https://oag.ca.gov/privacy/ccpa#sectionb */
  const restrictionBy = ({ kind }: OptOut): Decision | undefined => {
    if (purpose !== 'advertising' || (kind === 'sale' && honoursOptOut)) return undefined
    return kind === 'unclear' ? unclear : optedOut
  }

  return (event: Event, { optOut, defaults }: Choices): Decision => {
    const decision = decisionBy(restricts, event) ?? decisionBy(permits, event) ?? noPermit
    if (!decision.permitted) return decision
    const restriction = optOut && restrictionBy(optOut)
    if (restriction) return restriction
    const grant = grantOf(event, consent, optOut, defaults)
    if (grant === 'denied') return noConsent
    return grant === 'granted' ? decision : { ...decision, reason: reasonOf[grant] }
  }
}

/** Reasons of a permitted pair whose consent is a default. */
const reasonOf = { by_default: 'permitted_by_default', by_source: 'permitted_by_source' } as const

function compileRule(rule: Rule, destination: DestinationVariables): CompiledRule {
  return {
    matches: compileCondition(rule, destination),
    matched:
      rule.effect === 'permit'
        ? { destination: destination.id, permitted: true, rule: rule.id, reason: 'permitted' }
        : restricted(destination.id, rule.id, rule.reason ?? 'by_rule'),
    failed: restricted(destination.id, rule.id, 'rule_error'),
  }
}

/** Returns the decision of the rules of one effect: that of the first rule that matches, else that of the first rule that fails to evaluate. So
 * a restrict rule that fails restricts, and a permit rule that fails permits nothing but leaves it to the others: neither depends on order. */
function decisionBy(rules: readonly CompiledRule[], event: Event): Decision | undefined {
  let failure: Decision | undefined
  for (const { matches, matched, failed } of rules) {
    try {
      if (matches(event)) return matched
    } catch {
      failure ??= failed
    }
  }
  return failure
}

function restricted(destination: string, rule: string | null, reason: string): Decision {
  return {
    destination,
    permitted: false,
    rule,
    reason,
  }
}
