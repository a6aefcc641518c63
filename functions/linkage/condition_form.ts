/** Linkage layer: describes what is wrong with the syntax of a condition. */
import { fieldTests } from '../../schemas/link.ts'
import { namesOf } from '../../schemas/source_path.ts'
import { kindOfValue } from './kinds.ts'
import { unknownName } from './unknown_name.ts'
import { isPlainObject, type Members } from './values.ts'

const combinations = ['and', 'or', 'not']
const keys = ['path', ...fieldTests, ...combinations]

const expected = `Expected an object with "path" and one of ${fieldTests.join(', ')}, or with one of ${combinations.join(', ')}.`

/** Describes the syntax error of a condition; undefined if it has none of those that are known. */
export function conditionProblem(condition: unknown): string | undefined {
  if (!isPlainObject(condition)) return `A condition is ${kindOfValue(condition)}. ${expected}`
  const names = Object.keys(condition)
  const misnamed = names.find((name) => !keys.includes(name))
  if (misnamed !== undefined) return unknownName(`Unknown key "${misnamed}" in a condition`, misnamed, keys)
  if ('path' in condition) return testProblem(condition)
  const [name, ...others] = names
  if (name === undefined || others.length > 0 || !combinations.includes(name))
    return `A condition has ${names.join(' and ') || 'no members'}. ${expected}`
  if (name === 'not') return conditionProblem(condition['not'])
  const inner = condition[name]
  if (!Array.isArray(inner) || inner.length === 0)
    return `"${name}" of a condition needs a list of conditions.`
  return inner.map(conditionProblem).find((problem) => problem !== undefined)
}

function testProblem(condition: Members): string | undefined {
  const { path, ...tests } = condition
  if (typeof path !== 'string') return `"path" of a condition needs text; got ${kindOfValue(path)}.`
  const names = Object.keys(tests)
  const [name] = names
  if (name === undefined || names.length > 1)
    return `The condition on "${path}" has ${names.join(' and ') || 'no test'}. Expected one of ${fieldTests.join(', ')}.`
  try {
    namesOf(path)
  } catch (error) {
    return (error as Error).message
  }
  return operandProblem(name, tests[name])
}

function operandProblem(name: string, operand: unknown): string | undefined {
  const kind = kindOfValue(operand)
  const needs = (what: string, isValid: boolean): string | undefined =>
    isValid ? undefined : `"${name}" of a condition needs ${what}; got ${kind}.`
  const isConstant = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)
  if (name === 'exists') return needs('true or false', kind === 'boolean')
  if (name === 'matches') return needs('a pattern as text', kind === 'string')
  if (name === 'eq' || name === 'ne') return needs('text, a number, or true or false', isConstant(operand))
  if (name === 'in')
    return needs(
      'a list of texts, numbers, true or false',
      Array.isArray(operand) && operand.length > 0 && operand.every(isConstant),
    )
  return needs('a number or a time', kind === 'number' || kind === 'string')
}
