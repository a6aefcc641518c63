/** Decision layer: conditions of rules, compiled once. What is no condition over the known fields fails here, before any event. Pure. */
import { Environment, type ASTNode } from '@marcbachmann/cel-js'
import { contextColumns } from '../../schemas/context.ts'
import type { Rule } from '../../schemas/decision.ts'
import { derivedTypes } from '../../schemas/derived_types.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { nearest } from '../../schemas/nearest.ts'
import { plainCondition } from './plain.ts'

type Fields = Readonly<Record<string, unknown>>
export type Condition = (event: Fields) => boolean

/** The destination as rules see it. */
export interface About {
  id: string
  target: string
  purpose: string
}

// Numbers are dyn: CEL knows int and double apart, JSON does not, and `event.session_number == 3` shall hold.
const celTypes: Readonly<Record<string, string>> = {
  STRING: 'string',
  BOOL: 'bool',
  TIMESTAMP: 'string',
  DATE: 'string',
}
const celType = (column: string): string => celTypes[column] ?? 'dyn'

const contextFields = new Map(contextColumns.map(({ name, column }) => [name, celType(column)]))
const dataFields = new Map<string, string>()
for (const { fields } of [...eventTypes.values(), ...derivedTypes.values()]) {
  for (const [name, { column }] of Object.entries(fields)) {
    const type = celType(column)
    dataFields.set(name, (dataFields.get(name) ?? type) === type ? type : 'dyn')
  }
}
const aboutFields = { id: 'string', target: 'string', purpose: 'string' } as const

/** Knows the fields' types; for checking only, because it would copy every event into types of its own. */
const checking = new Environment({ unlistedVariablesAreDyn: false })
  .registerVariable({
    name: 'event',
    schema: { ...Object.fromEntries(contextFields), event_data: Object.fromEntries(dataFields) },
  })
  .registerVariable({ name: 'destination', schema: aboutFields })

const running = new Environment({ unlistedVariablesAreDyn: false })
  .registerVariable('event', 'map')
  .registerVariable('destination', 'map')

/** Compiles the condition of a rule. Throws, naming destination and rule, what is wrong with it and the nearest real name.
 * A field of an event type that was made in the console is written `event.event_data['name']`: it is not known here. */
export const compileCondition = ({ id, when }: Rule, about: About): Condition =>
  compileNamed(`Rule "${id}" of destination "${about.id}"`, when, about)

/** Compiles a condition over `event` alone. Throws, naming it by `owner`, what is wrong with it and the nearest real name. */
export const compileEventCondition = (owner: string, when: string): Condition => compileNamed(owner, when)

const compileNamed = (owner: string, when: string, about?: About): Condition => {
  try {
    const condition = running.parse(when)
    if (!about && mentions(condition.ast, 'destination'))
      throw new Error('destination: there is none here; the condition is over event alone')
    // The types are known as long as fields are reached by their names alone.
    const { valid, error, type } = readsFieldsByName(condition.ast)
      ? checking.parse(when).check()
      : condition.check()
    if (!valid) throw error ?? new Error('it does not type-check')
    if (type !== 'bool' && type !== 'dyn') throw new Error(`it gives ${String(type)}, a condition gives bool`)
    const plain = plainCondition(condition.ast)
    return (event) => {
      const plainly = plain?.(event)
      if (plainly !== undefined) return plainly
      const answer: unknown = condition({ event, destination: about })
      if (typeof answer !== 'boolean') throw new Error('it gave no bool for this event')
      return answer
    }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    throw new Error(`${owner} is no valid condition: ${words}`, { cause: error })
  }
}

/** Whether an expression reads a variable anywhere. */
const mentions = (node: ASTNode, variable: string): boolean =>
  pathOf(node)?.[0] === variable || partsOf(node.args).some((part) => mentions(part, variable))

/** Finds misspelt fields wherever they stand, also inside `has(…)`, which CEL itself does not check. Gives false where the event is
 * used as a map, as in `'email' in event` or `event.event_data['name']`. */
const readsFieldsByName = (node: ASTNode): boolean => {
  const path = pathOf(node)
  if (!path) return partsOf(node.args).map(readsFieldsByName).every(Boolean)
  requireKnown(path)
  return path[0] !== 'event' || (path.length > 1 && !(path.length === 2 && path[1] === 'event_data'))
}

const partsOf = (args: unknown): readonly ASTNode[] => {
  if (Array.isArray(args)) return args.flatMap(partsOf)
  return typeof args === 'object' && args !== null && 'op' in args && 'args' in args ? [args as ASTNode] : []
}

/** `event.event_data.value` → its names; undefined for anything but a chain of names. */
const pathOf = (node: ASTNode): readonly string[] | undefined => {
  if (node.op === 'id') return [node.args]
  if (node.op !== '.' && node.op !== '.?') return undefined
  const path = pathOf(node.args[0])
  return path && [...path, node.args[1]]
}

const requireKnown = ([root, name, member]: readonly string[]): void => {
  if (name === undefined) return
  if (root === 'destination') requireOneOf('destination', name, Object.keys(aboutFields))
  if (root !== 'event') return
  if (name !== 'event_data') {
    if (dataFields.has(name) && !contextFields.has(name)) {
      throw new Error(
        `event.${name}: no such context field; the event-specific field is event.event_data.${name}`,
      )
    }
    requireOneOf('event', name, [...contextFields.keys(), 'event_data'])
  } else if (member !== undefined) requireOneOf('event.event_data', member, [...dataFields.keys()])
}

const requireOneOf = (owner: string, name: string, names: readonly string[]): void => {
  if (names.includes(name)) return
  const meant = nearest(name, names)
  throw new Error(
    `${owner}.${name}: no such field${meant === undefined ? '' : `; did you mean ${owner}.${meant}?`}`,
  )
}
