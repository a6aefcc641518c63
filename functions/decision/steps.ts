/** Decision layer: counts the steps that a condition takes on one event, so that no rule and no event can hold up the others. A step takes about
 * a microsecond. Pure: conditions are evaluated one after the other. */

/** Maximum steps of one condition on one event: about 20 ms in the worst case. */
export const maxSteps = 20_000

/** Thrown by a condition that takes more steps. It has no stack trace, because a condition can throw it many times before it ends. */
class StepsExceeded extends Error {
  override name = 'StepsExceeded'
}

const exceeded = withoutTrace(`The condition takes more than ${maxSteps} steps for this event.`)
const onMap = withoutTrace(
  'The condition compares, counts or iterates over a map of the event; it can only read its members by name.',
)

function withoutTrace(message: string): StepsExceeded {
  const before = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  const error = new StepsExceeded(message)
  Error.stackTraceLimit = before
  return error
}

let left = maxSteps

export function startSteps(): void {
  left = maxSteps
}

/** @throws StepsExceeded if too few steps are left. */
export function takeSteps(steps: number): void {
  if ((left -= steps) < 0) throw exceeded
}

/** Takes a step for each element of a value, and of what is in it. To know the size of a map takes as long as to read it, so none is read.
 * @throws StepsExceeded */
export function takeStepsInside(value: unknown): void {
  if (typeof value === 'string') takeSteps(value.length / 4096)
  else if (Array.isArray(value)) {
    takeSteps(value.length / 4)
    for (const each of value) if (typeof each === 'object' || typeof each === 'string') takeStepsInside(each)
  } else refuseMap(value)
}

/** Refuses a map, and a list whose first element is one: before cel-js applies a function or an operator, it looks for the types of the first
 * elements.
 * @throws StepsExceeded */
export function refuseMap(value: unknown): void {
  let first = value
  while (Array.isArray(first)) first = first[0]
  if (typeof first === 'object' && first !== null && first.constructor === Object) throw onMap
}
