/** Decision layer: compiles conditions, once, when a function starts. An invalid condition fails here, before any event arrives. Pure. */
import type { Rule } from '../../schemas/decision.ts'
import { checkCondition, formatConditionProblem } from './check_condition.ts'
import { plainCondition } from './plain.ts'
import { startSteps } from './steps.ts'

type Fields = Readonly<Record<string, unknown>>
export type CompiledCondition = (event: Fields) => boolean

/** The variable `destination` of a rule's condition. */
export interface DestinationVariables {
  id: string
  target: string
  purpose: string
}

/** Compiles the condition of a rule. An event field that was defined in the console is written `event.event_data['name']`.
 * @throws Error that names the destination, the rule and every problem. */
export function compileCondition({ id, when }: Rule, destination: DestinationVariables): CompiledCondition {
  return compile(`rule "${id}" of destination "${destination.id}"`, when, destination)
}

/** Compiles a condition that reads only `event`.
 * @throws Error that names the owner and every problem. */
export function compileEventCondition(owner: string, when: string): CompiledCondition {
  return compile(owner, when)
}

function compile(owner: string, when: string, destination?: DestinationVariables): CompiledCondition {
  const { parsed: condition, problems } = checkCondition(when, { hasDestination: destination !== undefined })
  if (!condition || problems.length > 0) {
    const message = problems.map((problem) => formatConditionProblem(when, problem)).join('; ')
    throw new Error(`Invalid condition in ${owner}: ${message}`)
  }
  const plain = plainCondition(condition.ast)
  return (event) => {
    const plainResult = plain?.(event)
    if (plainResult !== undefined) return plainResult
    startSteps()
    const result: unknown = condition({ event, destination })
    if (typeof result !== 'boolean')
      throw new Error(`The condition returned ${typeof result}; expected bool.`)
    return result
  }
}
