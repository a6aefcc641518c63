/** Decision layer: checks a condition before it is used: each problem with its position, what was expected, and the nearest valid name.
 * The language: https://github.com/google/cel-spec/blob/master/doc/langdef.md. Pure. */
import { Environment, type ASTNode, type ParseResult } from '@marcbachmann/cel-js'
import { boundCondition, conditionLimits, depthProblem } from './bound_condition.ts'
import { childrenOf } from './cel_nodes.ts'
import { celProblem, type ConditionProblem } from './cel_problem.ts'
import { destinationFields, eventDataFields, eventFields, fieldProblem } from './condition_fields.ts'

/** Declares the types of all fields. For checking only: at run time it would copy every event into its own types. */
const checking = new Environment({ unlistedVariablesAreDyn: false, limits: conditionLimits })
  .registerVariable({ name: 'event', schema: { ...eventFields, event_data: eventDataFields } })
  .registerVariable({ name: 'destination', schema: destinationFields })

const running = new Environment({ unlistedVariablesAreDyn: false, limits: conditionLimits })
  .registerVariable('event', 'map')
  .registerVariable('destination', 'map')

interface CheckOptions {
  /** True for the rule of a destination; false for a condition over `event` alone, as an action has it. */
  hasDestination: boolean
}

/** Returns the parsed condition and its problems; `parsed` is undefined for a text that is not CEL. A field of an event type that was
 * defined in the console is written `event.event_data['name']`, because its type is not declared here. */
export function checkCondition(
  when: string,
  { hasDestination }: CheckOptions,
): { parsed?: ParseResult; problems: readonly ConditionProblem[] } {
  let parsed: ParseResult
  try {
    parsed = running.parse(when)
  } catch (error) {
    return { problems: [celProblem(error, running)] }
  }
  const tooDeep = depthProblem(parsed.ast)
  if (tooDeep) return { parsed, problems: [tooDeep] }
  const fieldProblems: ConditionProblem[] = []
  const isByName = readsFieldsByName(parsed.ast, fieldProblems)
  if (!hasDestination) fieldProblems.push(...mentionsOfDestination(parsed.ast))
  if (fieldProblems.length > 0) return { parsed, problems: fieldProblems }
  // Types can be checked only if every field is read by name.
  const { valid, error, type } = isByName ? checking.parse(when).check() : parsed.check()
  if (!valid) return { parsed, problems: [celProblem(error, running)] }
  if (type === 'bool' || type === 'dyn') return { parsed, problems: boundCondition(parsed.ast) }
  return { parsed, problems: [{ offset: 0, message: `the result type is ${String(type)}; expected bool` }] }
}

/** Formats the problems, one line each: `line 1, column 7: event.event_nam: no such field; did you mean event.event_name?` */
export function conditionProblems(when: string, options: CheckOptions): string[] {
  return checkCondition(when, options).problems.map((problem) => formatConditionProblem(when, problem))
}

/** `line 1, column 7: …` */
export function formatConditionProblem(when: string, { offset, message }: ConditionProblem): string {
  const before = when.slice(0, offset).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${message}`
}

/** Adds a problem for each misspelled field, also inside `has(…)`, which CEL itself does not check. Returns false if the event is used as
 * a map, as in `'email' in event` or `event.event_data['name']`. */
function readsFieldsByName(node: ASTNode, problems: ConditionProblem[]): boolean {
  const path = pathOf(node)
  if (!path)
    return childrenOf(node)
      .map((part) => readsFieldsByName(part, problems))
      .every(Boolean)
  const names = path.map(({ name }) => name)
  const problem = fieldProblem(names)
  if (problem) problems.push({ offset: path[problem.index]?.offset ?? 0, message: problem.message })
  return names[0] !== 'event' || (names.length > 1 && !(names.length === 2 && names[1] === 'event_data'))
}

function mentionsOfDestination(node: ASTNode): ConditionProblem[] {
  const [root] = pathOf(node) ?? []
  if (!root) return childrenOf(node).flatMap(mentionsOfDestination)
  if (root.name !== 'destination') return []
  return [
    { offset: root.offset, message: 'destination: not available here; this condition can read only event' },
  ]
}

/** `event.event_data.value` → its names and their offsets. Undefined unless the node is a chain of names. */
function pathOf(node: ASTNode): readonly { name: string; offset: number }[] | undefined {
  if (node.op === 'id') return [{ name: node.args, offset: node.pos }]
  if (node.op !== '.' && node.op !== '.?') return undefined
  const path = pathOf(node.args[0])
  return path && [...path, { name: node.args[1], offset: node.pos }]
}
