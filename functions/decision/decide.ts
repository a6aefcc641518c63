/** Decision layer: restricts or permits where a stored event may go next. Default deny; a restrict rule beats every permit. Pure. */
import { Environment } from '@marcbachmann/cel-js'
import type { Rule, Verdict } from '../../schemas/decision.ts'
import type { Destination } from '../../schemas/destination.ts'

/** Gives one verdict per destination, in their order. */
export type Decide = (event: Readonly<Record<string, unknown>>) => readonly Verdict[]

type Condition = (event: Readonly<Record<string, unknown>>) => boolean

interface CompiledRule extends Rule {
  matches: Condition
}

/** `purpose` tells what a target does with events: advertising, analytics, messaging or generic. */
export interface JudgedDestination extends Pick<Destination, 'id' | 'target' | 'rules'> {
  purpose: string
}

const language = new Environment({ unlistedVariablesAreDyn: false })
  .registerVariable('event', 'map')
  .registerVariable('destination', 'map')

/** Compiles all rules once. A condition that is no CEL throws here, naming destination and rule. */
export const compileDecisions = (destinations: readonly JudgedDestination[]): Decide => {
  const judges = destinations.map(judgeOf)
  return (event) => judges.map((judge) => judge(event))
}

const judgeOf = ({ id, target, purpose, rules }: JudgedDestination) => {
  const destination = { id, target, purpose }
  const compiled = rules.map((rule) => ({ ...rule, matches: compileCondition(id, rule, destination) }))
  const restricts = compiled.filter(({ effect }) => effect === 'restrict')
  const permits = compiled.filter(({ effect }) => effect === 'permit')

  return (event: Readonly<Record<string, unknown>>): Verdict => {
    const restriction = firstMatch(restricts, event)
    if (restriction)
      return verdict(id, false, restriction.rule, restriction.failed ? 'rule_error' : 'by_rule')
    const permission = firstMatch(permits, event)
    if (!permission) return verdict(id, false, undefined, 'no_permit')
    return permission.failed
      ? verdict(id, false, permission.rule, 'rule_error')
      : verdict(id, true, permission.rule, 'permitted')
  }
}

/** A condition that cannot be evaluated counts as decided: an event leaves only on a clear yes. */
const firstMatch = (
  rules: readonly CompiledRule[],
  event: Readonly<Record<string, unknown>>,
): { rule: CompiledRule; failed: boolean } | undefined => {
  for (const rule of rules) {
    try {
      if (rule.matches(event)) return { rule, failed: false }
    } catch {
      return { rule, failed: true }
    }
  }
  return undefined
}

const compileCondition = (
  destination: string,
  { id, when }: Rule,
  about: Readonly<Record<string, string>>,
): Condition => {
  try {
    const condition = language.parse(when)
    const { valid, error, type } = condition.check()
    if (!valid) throw error ?? new Error('it does not type-check')
    if (type !== 'bool' && type !== 'dyn') throw new Error(`it gives ${String(type)}, a condition gives bool`)
    return (event) => {
      const answer: unknown = condition({ event, destination: about })
      if (typeof answer !== 'boolean') throw new Error('it gave no bool for this event')
      return answer
    }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    throw new Error(`Rule "${id}" of destination "${destination}" is no valid condition: ${words}`, {
      cause: error,
    })
  }
}

const verdict = (
  destination: string,
  permitted: boolean,
  rule: Rule | undefined,
  reason: string,
): Verdict => ({
  destination,
  permitted,
  rule: rule?.id ?? null,
  reason: permitted || reason === 'rule_error' || !rule ? reason : (rule.reason ?? reason),
})
