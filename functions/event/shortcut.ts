/** Event: the shortcut for events that look like many before them: one check of all their context fields, and code that puts every member
 * in its place by name. An event that it does not take is looked at member by member. */
import { Type } from 'typebox'
import { compile, type Check } from './blame.ts'
import type { Layout, Shape } from './layout.ts'
import { mayGenerate } from './may_generate.ts'

type Members = Readonly<Record<string, unknown>>
type Filled = Record<'value' | 'data', Record<string, unknown>>

export interface Shortcut {
  shape: Shape
  /** Whether the members are such that the event has the shape; of times only whether they are given. */
  accepts: Check
  /** Indexes of the members that are times. */
  times: readonly number[]
  /** The context fields and the event-specific ones, as far as they are as the producer wrote them. */
  fill: (parsed: Members) => Filled
}

/** The shortcut for a shape of this layout; undefined for events that have to be looked at closely, and where no code may be generated. */
export const shortcutFor = (layout: Layout, shape: Shape): Shortcut | undefined =>
  mayGenerate && shape.moved.length === 0 && !layout.names.includes('event_data')
    ? newShortcut(layout, shape)
    : undefined

const newShortcut = ({ names, checks }: Layout, shape: Shape): Shortcut => ({
  shape,
  accepts: compile(
    Type.Object(
      Object.fromEntries([
        ...shape.left.map((index) => [names[index]!, Type.Null()] as const),
        ...shape.ofContext.flatMap((index) => {
          const { isTime, schema } = checks[index]!
          return isTime ? [] : [[names[index]!, schema] as const]
        }),
      ]),
    ),
  ),
  times: shape.ofContext.filter((index) => checks[index]!.isTime),
  fill: fillerFor(names, shape),
})

/** Copies of the shape's own objects are filled, as on the long way, so that both come to the same hidden classes. */
const fillerFor = (names: readonly string[], { value, data, ofContext, ofData }: Shape): Shortcut['fill'] => {
  const filling = (into: string, indexes: readonly number[]): string =>
    indexes.map((index) => `${into}[${literal(names[index])}] = parsed[${literal(names[index])}]\n`).join('')
  const body =
    `'use strict'\nreturn (parsed) => {\nconst value = { ...blankValue }\nconst data = { ...blankData }\n` +
    `${filling('value', ofContext)}${filling('data', ofData)}return { value, data }\n}`
  // oxlint-disable-next-line typescript/no-implied-eval -- names enter as JSON
  const make = new Function('blankValue', 'blankData', body) as (...args: unknown[]) => Shortcut['fill']
  return make(value, data)
}

const literal = (name: string | undefined): string => JSON.stringify(name)
