/** Architecture pictures: the flow of an event, by the edges of docs/graph.md, which the graph of the Pulumi program gives. */
import { again, back, edges, nodes, size, warehouse, type Node } from './flow_places.ts'
import { arrow, chip, label, rectangle, svgDocument, type Point, type Shape } from './svg.ts'

export interface FlowGraph {
  /** `b_events f_store`: the nodes of the picture that an edge connects. */
  edges: ReadonlySet<string>
  /** Names of the tables. */
  tables: readonly string[]
}

/** Reads the Mermaid picture of docs/graph.md. */
export function readFlow(markdown: string): FlowGraph {
  const lines = [...markdown.matchAll(/^ {2}(\w+) (?:-- ".*" )?(-->|-\.->) (\w+)/gm)]
  const connected = lines.flatMap(([, from = '', line, to = '']) => {
    // The picture shows neither that anybody may call, nor what reads definitions and suppressions, nor the copy that `requeue` reads.
    if (from === 'anybody' || to.startsWith('s_') || (line === '-.->' && from !== 'warehouse')) return []
    // The picture shows the two topics of run requests as one.
    if (from === 'b_scheduled_runs') return `b_runs ${to}`
    if (from === 'producers' && to === 'b_runs') return 'operators b_runs'
    // The picture shows the console with those who use it: it records what they ask for.
    if (from === 'f_console' && to === 't_audit') return 'operators warehouse'
    if (to.startsWith('d_')) return `${from} destinations`
    if (to.startsWith('t_')) return `${/^f_(sync|act|erase)$/.test(from) ? 'back' : from} warehouse`
    return `${from} ${to}`
  })
  return {
    edges: new Set(connected),
    tables: [...markdown.matchAll(/\[\("(\w+)"\)\]/g)].map(([, name = '']) => name),
  }
}

/** The edges that the graph has and the picture has not, and the other way round: one line each. */
export function flowDifferences({ edges: real }: FlowGraph): readonly string[] {
  const drawn = new Set(
    edges
      .filter(({ of }) => of === 'graph')
      .flatMap(({ from, to, both }) => [
        `${from} ${to}`,
        ...(both && from !== 'back' ? [`${to} ${from}`] : []),
      ]),
  )
  return [
    ...[...real.difference(drawn)].map(
      (edge) => `docs/graph.md has ${edge.replace(' ', ' → ')}, the picture has not.`,
    ),
    ...[...drawn.difference(real)].map(
      (edge) => `The picture has ${edge.replace(' ', ' → ')}, docs/graph.md has not.`,
    ),
  ]
}

/** Draws docs/flow.svg. */
export function drawFlow({ tables }: FlowGraph): string {
  return svgDocument({
    ...size,
    title: 'The flow of an event',
    description:
      'Producers send events to ingest, translate or hook, or to topic events. store writes each event to BigQuery first, then publishes ' +
      'it to topic stored. forward sends it to the third parties and writes each outcome to BigQuery. sync, act and erase read BigQuery ' +
      'and publish to topic stored.',
    parts: [
      label({ x: 32, y: 46 }, 'Collect, store, distribute', { look: 'heading' }),
      label({ x: 32, y: 506 }, 'Back out of the warehouse', { look: 'heading' }),
      rectangle('frame', back),
      ...Object.values(nodes).map((each) => box(each)),
      ...again.map((each) => box(each, 'again')),
      ...warehouseBox(tables),
      ...edges.map(({ points, of, both = false, isToken = of === 'token' }) =>
        arrow(points, { isToken, both }),
      ),
      ...captions(),
      ...legend(),
    ],
  })
}

function box({ shape, text, note, ...place }: Node, extraClass = ''): string {
  const center = place.x + place.width / 2
  const base = place.y + place.height / 2 + 5
  const look = shape === 'outside' ? '' : 'name'
  const lines =
    note === undefined
      ? [label({ x: center, y: base }, text, { look, anchor: 'middle' })]
      : [
          label({ x: center, y: base - 9 }, text, { look, anchor: 'middle' }),
          label({ x: center, y: base + 10 }, note, { look: 'muted', anchor: 'middle' }),
        ]
  return [rectangle(shape, place, extraClass), ...lines].join('')
}

/** Tables that the caption of the picture speaks of come first. */
const leading = ['events', 'quarantine', 'deliveries', 'dead_letters']

function warehouseBox(tables: readonly string[]): readonly string[] {
  const others = tables.filter((name) => !leading.includes(name))
  let place: Point = { x: warehouse.x + 18, y: warehouse.y + 42 }
  const chips = [...leading, ...others].map((name) => {
    const { next: after } = chip(place, name)
    if (after > warehouse.x + warehouse.width - 8) place = { x: warehouse.x + 18, y: place.y + 30 }
    const drawn = chip(place, name)
    place = { x: drawn.next, y: place.y }
    return drawn.svg
  })
  return [
    rectangle('store', warehouse),
    label({ x: warehouse.x + 18, y: warehouse.y + 26 }, 'BigQuery', { look: 'name' }),
    label({ x: warehouse.x + 98, y: warehouse.y + 26 }, 'your own dataset', { look: 'muted' }),
    ...chips,
  ]
}

function captions(): readonly string[] {
  const { f_store: store, b_stored: stored, f_sync: sync, f_act: act } = nodes
  const caption = (x: number, y: number, text: string): string => label({ x, y }, text, { look: 'muted' })
  const step = (x: number, y: number, number: string): string =>
    label({ x, y }, number, { look: 'name accent' })
  return [
    caption(118, 240, 'or with any Pub/Sub client'),
    step(store.x + 18, 236, '1'),
    step(stored.x - 32, stored.y + 8, '2'),
    caption(stored.x, stored.y - 12, 'stamped with every permitted destination'),
    caption(stored.x, 220, 'attempts exhausted'),
    caption(836, sync.y + 23, 'quarantined messages that are valid now'),
    caption(836, act.y + 23, 'the same decisions, links, targets'),
  ]
}

function legend(): readonly string[] {
  const y = size.height - 18
  const text = (x: number, words: string): string => label({ x, y }, words, { look: 'muted' })
  const sample = (x: number, shape: Shape): string =>
    rectangle(shape, { x, y: y - 14, width: 30, height: 19 })
  const line = (x: number, isToken: boolean): string =>
    arrow(
      [
        { x, y: y - 4 },
        { x: x + 32, y: y - 4 },
      ],
      { isToken },
    )
  return [
    sample(32, 'box'),
    text(70, 'function'),
    sample(140, 'pill'),
    text(178, 'Pub/Sub topic'),
    sample(282, 'store'),
    text(320, 'tables'),
    line(384, true),
    text(424, "with the caller's own token"),
    line(616, false),
    text(656, 'with the rights of a service account, or pushed by Pub/Sub'),
  ]
}
