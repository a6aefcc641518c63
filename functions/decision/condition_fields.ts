/** Decision layer: lists the fields that a condition can read, with their CEL types, and checks names against them. Pure. */
import { contextColumns } from '../../schemas/context.ts'
import { derivedTypes } from '../../schemas/derived_types.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { nearest } from '../../schemas/nearest.ts'

type CelTypes = Readonly<Record<string, string>>

// Numbers are dyn: CEL distinguishes int and double, JSON does not, and `event.session_number == 3` must work for both.
const celTypes: CelTypes = { STRING: 'string', BOOL: 'bool', TIMESTAMP: 'string', DATE: 'string' }

function celType(column: string): string {
  return celTypes[column] ?? 'dyn'
}

const contextFields = new Map(contextColumns.map(({ name, column }) => [name, celType(column)]))
const dataFields = new Map<string, string>()
for (const { fields } of [...eventTypes.values(), ...derivedTypes.values()]) {
  for (const [name, { column }] of Object.entries(fields)) {
    const type = celType(column)
    dataFields.set(name, (dataFields.get(name) ?? type) === type ? type : 'dyn')
  }
}

/** CEL types of the members of `event` and of `destination`. */
export const eventFields: CelTypes = Object.fromEntries(contextFields)
export const eventDataFields: CelTypes = Object.fromEntries(dataFields)
export const destinationFields = { id: 'string', target: 'string', purpose: 'string' } as const

/** An unknown name in a path: its index in the path, and a message with the nearest valid name. */
interface FieldProblem {
  index: number
  message: string
}

/** Checks a path such as `event.event_data.valeu`, split into names. Undefined if the field exists or the path is of another variable. */
export function fieldProblem([root, name, member]: readonly string[]): FieldProblem | undefined {
  if (name === undefined) return undefined
  if (root === 'destination') return unknownName('destination', 1, name, Object.keys(destinationFields))
  if (root !== 'event') return undefined
  if (name === 'event_data')
    return member === undefined
      ? undefined
      : unknownName('event.event_data', 2, member, [...dataFields.keys()])
  if (dataFields.has(name) && !contextFields.has(name)) {
    const message = `event.${name}: no such context field; the event-specific field is event.event_data.${name}`
    return { index: 1, message }
  }
  return unknownName('event', 1, name, [...contextFields.keys(), 'event_data'])
}

/** Suggests what to write in place of a name that is not a variable: `user_id` → `event.user_id`. */
export function nearestVariable(name: string): string | undefined {
  if (contextFields.has(name)) return `event.${name}`
  if (dataFields.has(name)) return `event.event_data.${name}`
  return nearest(name, ['event', 'destination'])
}

function unknownName(
  owner: string,
  index: number,
  name: string,
  names: readonly string[],
): FieldProblem | undefined {
  if (names.includes(name)) return undefined
  const suggestion = nearest(name, names)
  const hint = suggestion === undefined ? '' : `; did you mean ${owner}.${suggestion}?`
  return { index, message: `${owner}.${name}: no such field${hint}` }
}
