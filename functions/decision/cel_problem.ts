/** Decision layer: formats an error of the CEL compiler as one line: the problem, what was expected, the nearest valid name. Pure. */
import { ParseError, TypeError as CelTypeError, type Environment } from '@marcbachmann/cel-js'
import { nearest } from '../../schemas/nearest.ts'
import { nearestVariable } from './condition_fields.ts'

export interface ConditionProblem {
  /** Index of a character in the condition. */
  offset: number
  /** One line. */
  message: string
}

/** Describes an error that parsing or checking a condition threw. The suggestions are functions of `environment`. */
export function celProblem(error: unknown, environment: Environment): ConditionProblem {
  if (!(error instanceof ParseError || error instanceof CelTypeError))
    return { offset: 0, message: error instanceof Error ? oneLine(error.message) : 'does not type-check' }
  return { offset: error.range?.start ?? 0, message: oneLine(describeError(error, environment)) }
}

/** Summary of the compiler → a clearer message. */
const commonMistakes: Readonly<Record<string, string>> = {
  'Unexpected token: EOF': 'the condition ends too early',
  'Unexpected character: =': 'unexpected =; did you mean ==?',
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

function describeError({ code, summary }: ParseError | CelTypeError, environment: Environment): string {
  const [, subject = ''] = /[:'] ?(.+?)'?$/.exec(summary) ?? []
  switch (code) {
    case 'unknown_variable':
      return `no such variable "${subject}"${didYouMean(nearestVariable(subject)) ?? '; expected event or destination'}`
    case 'no_matching_overload':
      return noFunction(subject, environment)
    case 'no_such_overload':
      return `no such operation: ${subject}; expected ${operandsOf(subject)}`
    default:
      return commonMistakes[summary] ?? summary
  }
}

/** For a call such as `string.startWith(string)`: names the expected function or arguments. */
function noFunction(call: string, environment: Environment): string {
  const [, receiver, name = ''] = /^(?:(.+)\.)?(\w+)\(/.exec(call) ?? []
  const { functions } = environment.getDefinitions()
  // Only methods can replace a method, and only plain functions a plain function.
  const candidates = functions.filter(
    ({ receiverType }) => (receiverType !== null) === (receiver !== undefined),
  )
  const signatures = functions.filter((each) => each.name === name).map(({ signature }) => signature)
  if (signatures.length > 0) return `no overload matches ${call}; expected ${signatures.join(' or ')}`
  const names = new Set(candidates.map((each) => each.name))
  const hint = didYouMean(nearest(name, names)) ?? `; expected one of ${[...names].toSorted().join(', ')}`
  return `no such function "${name}"${hint}`
}

/** The operands that an operator expects: `string == int` → the same type on both sides. */
function operandsOf(operation: string): string {
  if (operation.startsWith('!')) return 'a bool'
  if (operation.startsWith('-')) return 'a number'
  return / in /.test(operation) ? 'a list or a map on the right' : 'the same type on both sides'
}

function didYouMean(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `; did you mean ${name}?`
}
