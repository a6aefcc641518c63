/** Event: puts every member of an event where it belongs, among the context fields or the event-specific ones. */
import type { Violation } from '../../schemas/warehouse/violations.ts'
import { layoutOf, shapeOf, type Layout } from './layout.ts'
import type { Shortcut } from './shortcut.ts'
import { Texts } from './texts.ts'
import { normalTime } from './time.ts'

type Members = Readonly<Record<string, unknown>>

export interface Sorted {
  /** Context fields that satisfy their definition, id, name and time included, as far as they are given. */
  value: Record<string, unknown>
  /** Its own id, and its own time in the normal form, where it has them. */
  id: string | undefined
  time: string | undefined
  /** The event-specific members. */
  data: Members
  /** Context fields among the event-specific ones. */
  moved: readonly string[]
  violations: readonly Violation[]
  /** The same as texts. */
  texts: Texts
}

const none: readonly never[] = []

/** A context field that breaks its definition moves to the event-specific fields, so that it is kept. */
export const sort = (text: string, parsed: Members, eventName: string): Sorted => {
  const layout = layoutOf(eventName, text, parsed)
  const { shortcut } = layout
  return (shortcut && sortAtOnce(text, parsed, layout, shortcut)) ?? sortOneByOne(text, parsed, layout)
}

/** Undefined for an event that has another shape than many before it. */
const sortAtOnce = (
  text: string,
  parsed: Members,
  { names }: Layout,
  shortcut: Shortcut,
): Sorted | undefined => {
  if (!shortcut.accepts(parsed)) return undefined
  let times: Map<number, string> | undefined
  let time: string | undefined
  for (const index of shortcut.times) {
    const normal = normalTime(parsed[names[index]!])
    if (normal === undefined) return undefined
    if (names[index] === 'event_time') time = normal
    else (times ??= new Map<number, string>()).set(index, normal)
  }
  const { value, data } = shortcut.fill(parsed)
  return {
    id: (parsed['event_id'] as string | null | undefined) ?? undefined,
    time,
    value,
    data,
    moved: none,
    violations: none,
    texts: new Texts(text, parsed, names, shortcut.shape, times, undefined),
  }
}

const sortOneByOne = (text: string, parsed: Members, layout: Layout): Sorted => {
  const { names, isReordered } = layout
  const values = isReordered ? names.map((name) => parsed[name]) : Object.values(parsed)
  let violations: readonly Violation[] = none
  let times: Map<number, string> | undefined
  let left: readonly number[] = none
  let moved: readonly number[] = none
  let id: string | undefined
  let time: string | undefined
  let nested: number | undefined
  for (let index = 0; index < names.length; index++) {
    const name = names[index]!
    const member = values[index]
    const check = layout.checks[index]
    if (check && member !== null) {
      const normal = check.isTime ? normalTime(member) : undefined
      if (check.isTime ? normal !== undefined : check.accepts(member)) {
        if (name === 'event_id') id = member as string
        else if (name === 'event_time') time = normal
        else if (normal !== undefined) (times ??= new Map<number, string>()).set(index, normal)
        continue
      }
      const found = check.blame(member)
      violations = violations === none ? found : [...violations, ...found]
      moved = [...moved, index]
    } else if (check) left = [...left, index]
    else if (name === 'event_data' && isObject(member)) {
      nested = index
      left = [...left, index]
    }
  }
  const shape = shapeOf(layout, left, moved)
  const value = { ...shape.value }
  for (const index of shape.ofContext) value[names[index]!] = values[index]
  const data = { ...shape.data }
  for (const index of shape.ofData) data[names[index]!] = values[index]
  const inner = nested === undefined ? undefined : (values[nested] as Members)
  const isAlone = shape.ofData.length === 0
  return {
    id,
    time,
    value,
    data: inner ? (isAlone ? inner : { ...data, ...inner }) : data,
    moved: moved.length > 0 ? moved.map((index) => names[index]!) : none,
    violations: inner && !isAlone ? [...violations, ...givenTwice(data, inner)] : violations,
    texts: new Texts(text, parsed, names, shape, times, nested),
  }
}

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where a member stands at the top level and in `event_data`, the nested one is the event's. */
const givenTwice = (own: Members, nested: Members): readonly Violation[] =>
  Object.keys(nested)
    .filter((name) => Object.hasOwn(own, name))
    .map((name) => ({
      field: name,
      code: 'given_twice',
      expected: 'given once',
      got: 'given also in event_data, which counts',
    }))
