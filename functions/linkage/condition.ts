/** Linkage layer: compiles the conditions of links. Pure. */
import type { FieldTest, LinkCondition } from '../../schemas/link.ts'
import { compilePattern, PatternError } from '../../schemas/pattern.ts'
import { testsIn } from '../../schemas/source_walk.ts'
import { castFunctions } from './cast.ts'

/** Tells whether a value passes a test. */
export type ValueTest = (value: unknown) => boolean

/** Compiles a condition to a closure. `readOf` compiles a path. `inside`: true inside `each`.
 * @throws Error if it is too large, or one of its tests is invalid. */
export function compileLinkCondition<Scope>(
  condition: LinkCondition,
  inside: boolean,
  readOf: (path: string) => (scope: Scope) => unknown,
): (scope: Scope) => boolean {
  testsIn(condition)
  const compile = (part: LinkCondition): ((scope: Scope) => boolean) => {
    if ('path' in part) {
      const [read, passes] = [readOf(part.path), compileTest(part, inside)]
      return (scope) => passes(read(scope))
    }
    if ('not' in part) {
      const holds = compile(part.not)
      return (scope) => !holds(scope)
    }
    if ('and' in part) {
      const all = part.and.map(compile)
      return (scope) => all.every((holds) => holds(scope))
    }
    const any = part.or.map(compile)
    return (scope) => any.some((holds) => holds(scope))
  }
  return compile(condition)
}

/** Compiles a test of one value, undefined if absent. `inside`: true if it runs on each element of a list.
 * @throws Error if its pattern or its time is invalid. */
export function compileTest(test: FieldTest, inside: boolean): ValueTest {
  const { eq, ne, in: listed, exists, matches } = test
  if (exists !== undefined) return (value) => (value !== undefined) === exists
  if (listed) return (value) => listed.some((each) => each === value)
  if (ne !== undefined) return (value) => value !== ne
  if (matches !== undefined) return matching(matches, inside)
  for (const [name, holds] of Object.entries(comparisons)) {
    const operand = test[name as keyof typeof comparisons]
    if (operand !== undefined) return comparing(name, operand, holds)
  }
  return (value) => value === eq
}

const comparisons = {
  gt: (value: number, operand: number) => value > operand,
  gte: (value: number, operand: number) => value >= operand,
  lt: (value: number, operand: number) => value < operand,
  lte: (value: number, operand: number) => value <= operand,
} as const

function comparing(
  name: string,
  operand: number | string,
  holds: (value: number, operand: number) => boolean,
): ValueTest {
  const read = castFunctions[typeof operand === 'number' ? 'number' : 'microseconds']
  const limit = read(operand)
  if (typeof limit !== 'number')
    throw new Error(`"${name}" needs a number, or a time such as 2026-03-14T09:26:53Z; got "${operand}".`)
  return (value) => {
    const number = read(value)
    return typeof number === 'number' && holds(number, limit)
  }
}

/** Maximum length of a text that a pattern matches, in characters: the longest address that most servers take. */
const maxMatched = 2048

/** Maximum of the steps of a pattern on the longest text, about 20 ms. */
const maxSteps = 300_000

/** A text is matched in a time that is bounded: on an event with many elements, only a pattern with one way at each character is fast. */
function matching(pattern: string, inside: boolean): ValueTest {
  const { test, steps } = compiled(pattern)
  if (inside && steps > 1)
    throw new Error(
      `The pattern "${pattern}" is too slow inside "each": start it with ^, and let it go on in one way at each character.`,
    )
  if (steps > 1 && steps * maxMatched > maxSteps)
    throw new Error(
      `The pattern "${pattern}" needs too many steps: start it with ^, or let it go on in one way at each character.`,
    )
  return (value) => typeof value === 'string' && value.length <= maxMatched && test(value)
}

function compiled(pattern: string) {
  try {
    return compilePattern(pattern)
  } catch (error) {
    throw error instanceof PatternError ? new Error(`The pattern "${pattern}" ${error.message}.`) : error
  }
}
