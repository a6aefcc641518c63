/** Architecture pictures: where the nodes and the edges of the flow of an event stand. */
import type { Point, Rect, Shape } from './svg.ts'

export interface Node extends Rect {
  shape: Shape
  text: string
  /** A second line. */
  note?: string
}

export interface Edge {
  from: string
  to: string
  points: readonly Point[]
  /** `graph`: a subscription or a right that docs/graph.md has. `token`: a request that passes the caller's token on.
   * `outside`: what people and Pub/Sub do themselves. */
  of: 'graph' | 'token' | 'outside'
  /** True if the graph has the edge in the other direction, too. */
  both?: boolean
  /** True if the caller's token decides. Default: true of `token`. */
  isToken?: boolean
}

export const size = { width: 1140, height: 700 }
const [doors, bus, work, next, out] = [196, 372, 532, 704, 864] as const
const boxWidth = 116
export const warehouse = { x: bus, y: 300, width: 740, height: 136 }
export const back = { x: work - 14, y: 482, width: boxWidth + 28, height: 172 }

/** `y` is the middle. */
function node(shape: Shape, x: number, y: number, text: string, note?: string): Node {
  const height = note === undefined ? 36 : 60
  return { shape, x, y: y - height / 2, width: boxWidth, height, text, ...(note !== undefined && { note }) }
}

const [first, second, third] = [90, 144, 198] as const
const [upper, middle, lower] = [514, 568, 622] as const

/** By the names that docs/graph.md gives them. */
export const nodes = {
  producers: node('outside', 32, second, 'producers', 'any language'),
  f_ingest: node('box', doors, first, 'ingest'),
  f_translate: node('box', doors, second, 'translate'),
  f_hook: node('box', doors, third, 'hook'),
  b_events: node('pill', bus, second, 'events'),
  f_store: node('box', work, second, 'store'),
  b_stored: node('pill', next, second, 'stored'),
  f_forward: node('box', out, second, 'forward'),
  destinations: { ...node('outside', 1010, second, 'third parties'), width: 102 },
  b_dead_letters: node('pill', next, 248, 'dead-letters'),
  analysts: node('outside', doors, 372, 'analysts', 'dashboards'),
  operators: { ...node('outside', 136, middle, 'operators', 'Scheduler, console, npx'), width: 176 },
  b_runs: node('pill', bus, middle, 'runs'),
  f_sync: node('box', work, upper, 'sync'),
  f_act: node('box', work, middle, 'act'),
  f_erase: node('box', work, lower, 'erase'),
} satisfies Readonly<Record<string, Node>>

type NodeName = keyof typeof nodes

/** The two topics once more, so that no arrow crosses the warehouse. */
export const again: readonly Node[] = [
  node('pill', next, upper, 'events'),
  node('pill', next, middle, 'stored'),
]

/** A line from left to right, with one step up or down on its way. */
function step(from: Point, to: Point, turn = (from.x + to.x) / 2): readonly Point[] {
  if (from.y === to.y) return [from, to]
  return [from, { x: turn, y: from.y }, { x: turn, y: to.y }, to]
}

function right(name: NodeName): number {
  const { x, width } = nodes[name]
  return x + width
}

function below(name: NodeName, offset: number): Point {
  const { x, y, height } = nodes[name]
  return { x: x + offset, y: y + height }
}

/** From the right edge of one node to the left edge of another; `at` is where it ends. */
function across(from: NodeName, to: NodeName, of: Edge['of'] = 'graph', at?: number): Edge {
  const [start, end] = [nodes[from], nodes[to]]
  const middleOf = ({ y, height }: Rect): number => y + height / 2
  return {
    from,
    to,
    of,
    points: step({ x: right(from), y: middleOf(start) }, { x: end.x, y: at ?? middleOf(end) }),
  }
}

export const edges: readonly Edge[] = [
  across('producers', 'f_ingest', 'outside'),
  across('producers', 'f_translate', 'outside'),
  across('producers', 'f_hook', 'outside'),
  {
    from: 'producers',
    to: 'b_events',
    of: 'graph',
    isToken: true,
    points: [below('producers', 58), { x: 90, y: 248 }, { x: bus + 58, y: 248 }, below('b_events', 58)],
  },
  across('f_ingest', 'b_events', 'token', second - 8),
  across('f_translate', 'b_events', 'token'),
  across('f_hook', 'b_events', 'graph', second + 8),
  across('b_events', 'f_store'),
  across('f_store', 'b_stored'),
  across('b_stored', 'f_forward'),
  across('f_forward', 'destinations'),
  {
    from: 'f_forward',
    to: 'b_dead_letters',
    of: 'outside',
    points: [below('f_forward', 40), { x: out + 40, y: 248 }, { x: right('b_dead_letters'), y: 248 }],
  },
  {
    from: 'b_dead_letters',
    to: 'f_store',
    of: 'graph',
    points: [{ x: next, y: 248 }, { x: work + 88, y: 248 }, below('f_store', 88)],
  },
  {
    from: 'f_translate',
    to: 'warehouse',
    of: 'graph',
    points: [
      { x: right('f_translate'), y: second + 10 },
      { x: 326, y: second + 10 },
      { x: 326, y: 312 },
      { x: bus, y: 312 },
    ],
  },
  {
    from: 'f_hook',
    to: 'warehouse',
    of: 'graph',
    points: [below('f_hook', 84), { x: doors + 84, y: 328 }, { x: bus, y: 328 }],
  },
  {
    from: 'f_store',
    to: 'warehouse',
    of: 'graph',
    points: [below('f_store', 36), { x: work + 36, y: warehouse.y }],
  },
  {
    from: 'f_forward',
    to: 'warehouse',
    of: 'graph',
    points: [below('f_forward', 80), { x: out + 80, y: warehouse.y }],
  },
  {
    from: 'warehouse',
    to: 'analysts',
    of: 'graph',
    points: [
      { x: bus, y: 372 },
      { x: right('analysts'), y: 372 },
    ],
  },
  across('operators', 'b_runs'),
  {
    from: 'operators',
    to: 'warehouse',
    of: 'graph',
    points: [
      { x: 280, y: middle - 30 },
      { x: 280, y: 416 },
      { x: bus, y: 416 },
    ],
  },
  across('b_runs', 'f_sync'),
  across('b_runs', 'f_act'),
  across('b_runs', 'f_erase'),
  {
    from: 'back',
    to: 'warehouse',
    of: 'graph',
    both: true,
    points: [
      { x: work + 58, y: back.y },
      { x: work + 58, y: warehouse.y + warehouse.height },
    ],
  },
  {
    from: 'f_sync',
    to: 'b_events',
    of: 'graph',
    points: step({ x: right('f_sync'), y: upper - 6 }, { x: next, y: upper - 6 }),
  },
  {
    from: 'f_sync',
    to: 'b_stored',
    of: 'graph',
    points: step({ x: right('f_sync'), y: upper + 6 }, { x: next, y: middle - 8 }),
  },
  {
    from: 'f_act',
    to: 'b_stored',
    of: 'graph',
    both: true,
    points: step({ x: right('f_act'), y: middle }, { x: next, y: middle }),
  },
  {
    from: 'f_erase',
    to: 'b_stored',
    of: 'graph',
    points: step({ x: right('f_erase'), y: lower }, { x: next, y: middle + 8 }),
  },
]
