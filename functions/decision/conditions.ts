/** Decision layer: conditions of rules, compiled once. What is no condition over the known fields fails here, before any event. Pure. */
import type { Rule } from '../../schemas/decision.ts'
import { checkCondition, formatConditionProblem } from './check_condition.ts'
import { plainCondition } from './plain.ts'

type Fields = Readonly<Record<string, unknown>>
export type CompiledCondition = (event: Fields) => boolean

/** The destination as rules see it. */
export interface DestinationVariables {
  id: string
  target: string
  purpose: string
}

/** Compiles the condition of a rule. Throws, naming destination and rule, what is wrong with it and the nearest real name.
 * A field of an event type that was made in the console is written `event.event_data['name']`: it is not known here. */
export function compileCondition({ id, when }: Rule, about: DestinationVariables): CompiledCondition {
  return compileNamed(`Rule "${id}" of destination "${about.id}"`, when, about)
}

/** Compiles a condition over `event` alone. Throws, naming it by `owner`, what is wrong with it and the nearest real name. */
export function compileEventCondition(owner: string, when: string): CompiledCondition {
  return compileNamed(owner, when)
}

function compileNamed(owner: string, when: string, about?: DestinationVariables): CompiledCondition {
  const { parsed: condition, problems } = checkCondition(when, { hasDestination: about !== undefined })
  if (!condition || problems.length > 0) {
    const found = problems.map((problem) => formatConditionProblem(when, problem)).join('; ')
    throw new Error(`${owner} is no valid condition: ${found}`)
  }
  const plain = plainCondition(condition.ast)
  return (event) => {
    const plainly = plain?.(event)
    if (plainly !== undefined) return plainly
    const answer: unknown = condition({ event, destination: about })
    if (typeof answer !== 'boolean') throw new Error('it gave no bool for this event')
    return answer
  }
}
