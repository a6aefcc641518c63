/** Event: merges the group `contextFields` into the event, before the event is read. Pure. */
import type { FieldHint } from '../../schemas/warehouse/hints.ts'
import type { Violation } from '../../schemas/warehouse/violations.ts'
import { members, objectText } from './json_members.ts'
import { isObject } from './split_fields.ts'

/** The name of the group, as the interface specification writes it. */
const contextGroup = 'contextFields'

/** An event before its fields are split. */
export interface ParsedEvent {
  text: string
  /** The value of the text. */
  parsed: Readonly<Record<string, unknown>>
  /** What was noticed while the fields got their places and names. Default: nothing. */
  violations?: readonly Violation[]
  hints?: readonly FieldHint[]
}

/** Returns the event with the members of its group at the top level, in the place of the group; the same event if it has no such object. A name
 * at the top level wins; `violations` names those with another value in the group. */
export function mergeContextGroup(event: ParsedEvent): ParsedEvent {
  if (!isObject(event.parsed[contextGroup])) return event
  const top = members(event.text)
  const group = members(top.get(contextGroup)!)
  const merged = new Map<string, string>()
  for (const [name, value] of top) {
    if (name !== contextGroup) merged.set(name, value)
    else for (const [inner, text] of group) if (!top.has(inner)) merged.set(inner, text)
  }
  const text = objectText(merged)
  const violations = [...group].flatMap(([name, value]) =>
    top.has(name) && top.get(name) !== value ? givenTwice(name) : [],
  )
  return { text, parsed: JSON.parse(text) as ParsedEvent['parsed'], violations }
}

function givenTwice(field: string): Violation {
  return {
    field,
    code: 'given_twice',
    expected: 'one value',
    got: `a second value in ${contextGroup}, which is not used`,
  }
}
