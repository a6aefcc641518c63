/** Event: where the members of an event belong, by their names alone. Producers send the same names in the same order again and again,
 * so that each order is worked out once. */
import { contextChecks, type ContextCheck } from './checks.ts'
import { namesIn } from './members.ts'
import { shortcutFor, type Shortcut } from './shortcut.ts'

type Members = Readonly<Record<string, unknown>>

/** What is known of events whose members have these names in this order. */
export interface Layout {
  names: readonly string[]
  /** Whether a parsed object may list its names in another order than the text. */
  isReordered: boolean
  /** By member: the check of a context field; undefined for any other. */
  checks: readonly (ContextCheck | undefined)[]
  shapes: Shape[]
  /** The shortcut of the shape that was found last, if it has one. */
  shortcut: Shortcut | undefined
}

/** What becomes of such events. */
export interface Shape {
  /** Indexes of the members that are left out, and of the context fields that are moved to the event-specific ones. */
  left: readonly number[]
  moved: readonly number[]
  /** Indexes of the members that are context fields, and of those that are event-specific. */
  ofContext: readonly number[]
  ofData: readonly number[]
  /** Those context fields that lie in columns under their own names, whatever the event; in the order of the columns, so that an event
   * that is read from its row again is the same text. */
  ofColumns: readonly number[]
  /** Objects with these members, to be copied and filled. Copied objects share one hidden class, so that rules and links read them many
   * times faster than objects that grow name by name. */
  value: Members
  data: Members
  /** How many events were sorted by it one by one, and the shortcut once they are many. */
  seen: number
  shortcut: Shortcut | undefined
}

/** Few producers send events of one type; a hostile one makes up names. */
const most = { layouts: 16, shapes: 16, names: 256 } as const

const layouts = new Map<string, Layout[]>()

/** The layout of an event of a known type. */
export const layoutOf = (eventName: string, text: string, parsed: Members): Layout => {
  let known = layouts.get(eventName)
  if (!known) layouts.set(eventName, (known = []))
  for (const layout of known) if (!layout.isReordered && hasNames(parsed, layout.names)) return layout
  const { names, isReordered } = namesIn(text, parsed)
  const same = isReordered ? known.find((layout) => isSame(layout.names, names)) : undefined
  if (same) return same
  const layout = newLayout(names, isReordered)
  if (names.length > most.names) return layout
  if (known.length === most.layouts) known.length = 0
  known.push(layout)
  return layout
}

/** Whether an object has these names in this order. Asking it is quicker than to have them listed. */
const hasNames = (members: Members, names: readonly string[]): boolean => {
  let index = 0
  for (const name in members) if (name !== names[index++]) return false
  return index === names.length
}

const isSame = (each: readonly unknown[], others: readonly unknown[]): boolean => {
  if (each.length !== others.length) return false
  for (let index = 0; index < each.length; index++) if (each[index] !== others[index]) return false
  return true
}

const always = ['event_id', 'event_name', 'event_time', 'event_data']

const columns = [...contextChecks.keys()]

const newLayout = (names: readonly string[], isReordered: boolean): Layout => ({
  names,
  isReordered,
  checks: names.map((name) => contextChecks.get(name)),
  shapes: [],
  shortcut: undefined,
})

/** The shape of an event of which these members are left out or moved to the event-specific ones. */
export const shapeOf = (layout: Layout, left: readonly number[], moved: readonly number[]): Shape => {
  const shape = knownShape(layout, left, moved)
  if (++shape.seen >= often) layout.shortcut = shape.shortcut ??= shortcutFor(layout, shape)
  return shape
}

/** Compiling takes about as long as sorting so many events. */
const often = 500

const knownShape = (layout: Layout, left: readonly number[], moved: readonly number[]): Shape => {
  const { shapes } = layout
  for (const shape of shapes) if (isSame(shape.left, left) && isSame(shape.moved, moved)) return shape
  const shape = newShape(layout, left, moved)
  if (shapes.length === most.shapes) shapes.length = 0
  shapes.push(shape)
  return shape
}

const newShape = ({ names, checks }: Layout, left: readonly number[], moved: readonly number[]): Shape => {
  const kept = [...names.keys()].filter((index) => !left.includes(index))
  const ofContext = kept.filter((index) => checks[index] && !moved.includes(index))
  const ofData = kept.filter((index) => !checks[index] || moved.includes(index))
  return {
    left,
    moved,
    ofContext,
    ofData,
    ofColumns: ofContext
      .filter((index) => !always.includes(names[index]!))
      .toSorted((one, other) => columns.indexOf(names[one]!) - columns.indexOf(names[other]!)),
    value: blank([...new Set([...ofContext.map((index) => names[index]!), ...always])]),
    data: blank(ofData.map((index) => names[index]!)),
    seen: 0,
    shortcut: undefined,
  }
}

/** An object with these members. The engine notes the kind of value that a member has had; of one that has had two kinds it expects none
 * in particular, and the first event of another kind changes nothing. */
const blank = (names: readonly string[]): Members => {
  const members: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, 0]))
  for (const name of names) members[name] = ''
  return members
}
