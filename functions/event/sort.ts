/** Event: puts every member of an event where it belongs, among the context fields or the event-specific ones. */
import type { Violation } from '../../schemas/warehouse/violations.ts'
import { layoutOf, shapeOf } from './layout.ts'
import { cut, members, objectText, ObjectText } from './members.ts'
import { normalTime } from './time.ts'

/** Names and JSON texts of members, side by side. */
export class MemberTexts {
  readonly names: string[] = []
  readonly texts: string[] = []

  add(name: string, text: string): void {
    this.names.push(name)
    this.texts.push(text)
  }

  get(name: string): string | undefined {
    return this.texts[this.names.indexOf(name)]
  }

  *[Symbol.iterator](): Generator<readonly [name: string, text: string]> {
    for (const [index, name] of this.names.entries()) yield [name, this.texts[index]!]
  }
}

export interface Sorted {
  /** Context fields that satisfy their definition, save id, name and time; other times in their normal form. */
  context: MemberTexts
  /** The same as values, id, name and time included, as far as they are given. */
  value: Record<string, unknown>
  /** Its own id, and its own time in the normal form, where it has them. */
  id: string | undefined
  time: string | undefined
  /** The event-specific members, as value and as text. */
  data: Readonly<Record<string, unknown>>
  dataText: string
  /** Context fields among the event-specific ones. */
  moved: readonly string[]
  violations: Violation[]
}

/** A context field that breaks its definition moves to the event-specific fields, so that it is kept. */
export const sort = (
  eventText: string,
  parsed: Readonly<Record<string, unknown>>,
  eventName: string,
): Sorted => {
  const whole = cut(eventText, parsed)
  const { text, names, values, places } = whole
  const layout = layoutOf(eventName, names)
  const own = new ObjectText(whole)
  const context = new MemberTexts()
  const violations: Violation[] = []
  const left: number[] = []
  const moved: number[] = []
  let id: string | undefined
  let time: string | undefined
  let nested: { text: string; value: Readonly<Record<string, unknown>> } | undefined
  const textOf = (index: number): string => text.slice(places[3 * index + 1], places[3 * index + 2])
  for (let index = 0; index < names.length; index++) {
    const name = names[index]!
    const member = values[index]
    const check = layout.checks[index]
    if (check && member !== null) {
      const normal = check.isTime ? normalTime(member) : undefined
      if (check.isTime ? normal !== undefined : check.accepts(member)) {
        if (name === 'event_id') id = member as string
        else if (name === 'event_time') time = normal
        else if (name !== 'event_name') context.add(name, check.isTime ? `"${normal}"` : textOf(index))
        continue
      }
      violations.push(...check.blame(member))
      moved.push(index)
      own.add(index)
    } else if (check) left.push(index)
    else if (name === 'event_data' && isObject(member)) {
      nested = { text: textOf(index), value: member }
      left.push(index)
    } else own.add(index)
  }
  const shape = shapeOf(layout, left, moved)
  const value = { ...shape.value }
  for (const index of shape.ofContext) value[names[index]!] = values[index]
  const data = { ...shape.data }
  for (const index of shape.ofData) data[names[index]!] = values[index]
  const sorted = { id, time, context, value, moved: moved.map((index) => names[index]!), violations }
  if (!nested) return { ...sorted, data, dataText: own.toString() }
  if (own.isEmpty) return { ...sorted, data: nested.value, dataText: tight(nested.text, nested.value) }
  const dataText = joined(own.toString(), nested.text, violations)
  return { ...sorted, data: { ...data, ...nested.value }, dataText }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object's text without space between its members. */
const tight = (text: string, value: Readonly<Record<string, unknown>>): string => {
  const whole = cut(text, value)
  const all = new ObjectText(whole)
  for (let index = 0; index < whole.names.length; index++) all.add(index)
  return all.toString()
}

/** Adds the members of `event_data`; where one stands at the top level too, the nested one is the event's. */
const joined = (own: string, nested: string, violations: Violation[]): string => {
  const texts = members(own)
  for (const [name, text] of members(nested)) {
    if (texts.has(name)) {
      violations.push({
        field: name,
        code: 'given_twice',
        expected: 'given once',
        got: 'given also in event_data, which counts',
      })
    }
    texts.set(name, text)
  }
  return objectText(texts)
}
