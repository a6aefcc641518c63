/** Decision layer: turns an error of the CEL compiler into one line: what is wrong, what was expected, the nearest real name. Pure. */
import { ParseError, TypeError as CelTypeError, type Environment } from '@marcbachmann/cel-js'
import { nearest } from '../../schemas/nearest.ts'
import { nearestVariable } from './condition_fields.ts'

/** What is wrong, in one line, and where: the offset of a character in the condition. */
export interface ConditionProblem {
  offset: number
  message: string
}

/** `environment` is asked for the functions that there are. */
export function celProblem(error: unknown, environment: Environment): ConditionProblem {
  if (!(error instanceof ParseError || error instanceof CelTypeError))
    return { offset: 0, message: error instanceof Error ? oneLine(error.message) : 'does not type-check' }
  return { offset: error.range?.start ?? 0, message: oneLine(explained(error, environment)) }
}

const usualMistakes: Readonly<Record<string, string>> = {
  'Unexpected token: EOF': 'the condition ends too early',
  'Unexpected character: =': 'unexpected =; did you mean ==?',
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

function explained({ code, summary }: ParseError | CelTypeError, environment: Environment): string {
  const [, subject = ''] = /[:'] ?(.+?)'?$/.exec(summary) ?? []
  switch (code) {
    case 'unknown_variable':
      return `no such variable "${subject}"${didYouMean(nearestVariable(subject)) ?? '; expected event or destination'}`
    case 'no_matching_overload':
      return noFunction(subject, environment)
    case 'no_such_overload':
      return `no such operation: ${subject}; expected ${operandsOf(subject)}`
    default:
      return usualMistakes[summary] ?? summary
  }
}

/** `string.startWith(string)` → which function or which arguments were expected. */
function noFunction(call: string, environment: Environment): string {
  const [, receiver, name = ''] = /^(?:(.+)\.)?(\w+)\(/.exec(call) ?? []
  const { functions } = environment.getDefinitions()
  // A function that takes a receiver is not found without one, and the other way round.
  const alike = functions.filter(({ receiverType }) => (receiverType !== null) === (receiver !== undefined))
  const signatures = functions.filter((each) => each.name === name).map(({ signature }) => signature)
  if (signatures.length > 0) return `no function fits ${call}; expected ${signatures.join(' or ')}`
  const names = new Set(alike.map((each) => each.name))
  const hint = didYouMean(nearest(name, names)) ?? `; expected one of ${[...names].toSorted().join(', ')}`
  return `no such function "${name}"${hint}`
}

/** What an operator takes: `string == int` → the same type on both sides. */
function operandsOf(operation: string): string {
  if (operation.startsWith('!')) return 'a bool'
  if (operation.startsWith('-')) return 'a number'
  return / in /.test(operation) ? 'a list or a map on the right' : 'the same type on both sides'
}

function didYouMean(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `; did you mean ${name}?`
}
