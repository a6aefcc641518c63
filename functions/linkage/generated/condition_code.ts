/** Linkage layer: generates the code of conditions. */
import type { FieldTest, LinkCondition } from '../../../schemas/link.ts'
import { testsIn } from '../../../schemas/source_walk.ts'
import { compileTest } from '../condition.ts'
import { literal, type Code } from './code.ts'

/** Adds the code that reads what a condition tests. Returns its expression. `read` adds the code for a path and returns the variable of its value.
 * `inside`: true inside `each`.
 * @throws Error if the condition is too large, or one of its tests is invalid. */
export function conditionCode(
  code: Code,
  condition: LinkCondition,
  inside: boolean,
  read: (path: string) => string,
): string {
  testsIn(condition)
  const expression = (part: LinkCondition): string => {
    if ('and' in part) return `(${part.and.map(expression).join(' && ')})`
    if ('or' in part) return `(${part.or.map(expression).join(' || ')})`
    if ('not' in part) return `!${expression(part.not)}`
    return `(${testExpression(code, part, inside, read(part.path))})`
  }
  return expression(condition)
}

function testExpression(code: Code, test: FieldTest, inside: boolean, value: string): string {
  const { eq, ne, in: listed, exists } = test
  if (exists !== undefined) return `(${value} !== undefined) === ${exists}`
  if (ne !== undefined) return `${value} !== ${literal(ne)}`
  if (listed || eq !== undefined)
    return (listed ?? [eq]).map((each) => `${value} === ${literal(each)}`).join(' || ')
  return `${code.constant(compileTest(test, inside))}(${value})`
}
