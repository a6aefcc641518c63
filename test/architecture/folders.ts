/** Architecture pictures: the folders, each above those that it imports. */
import { directImports, floorsOf, type Imports, type Structure } from './structure.ts'
import { arrow, chip, label, rectangle, svgDocument, type Point, type Rect } from './svg.ts'

interface Place extends Rect {
  text: string
}

const width = 1100
const column = { x: 56, width: 600 }
const half = (column.width - 24) / 2
const rowHeight = 30

/** Where each folder stands: above what it imports. `layerRows` is the number of floors in functions/. */
function placesOf(layerRows: number): ReadonlyMap<string, Place> {
  const right = { x: column.x + half + 24, width: half, height: 56 }
  const functions = { ...column, y: 334, height: 104 + layerRows * rowHeight }
  const schemas = { ...column, y: functions.y + functions.height + 40, height: 56 }
  return new Map<string, Place>([
    ['cli', { ...column, y: 64, height: 56, text: 'one command: npx sluice <verb>' }],
    ['web', { x: column.x, width: half, y: 154, height: 146, text: 'the pages of the console' }],
    ['local', { ...right, y: 154, text: 'npm start: all of it on one machine' }],
    ['infra', { ...right, y: 244, text: 'where it runs: the Pulumi program' }],
    [
      'functions',
      { ...functions, text: 'how it moves: a file for each deployed function, a folder for each layer' },
    ],
    ['schemas', { ...schemas, text: 'what the data is, and where it may go' }],
    [
      'packages',
      { x: 700, width: 364, y: 244, height: 272, text: 'usable alone; import nothing of the product' },
    ],
  ])
}

/** Places inside `packages`. */
const packagePlaces: ReadonlyMap<string, Place> = new Map([
  ['bigquery-emulator', { x: 718, y: 300, width: 158, height: 54, text: 'on DuckDB' }],
  ['pubsub-emulator', { x: 888, y: 300, width: 158, height: 54, text: 'REST and gRPC' }],
  ['gcp-identity', { x: 718, y: 374, width: 328, height: 54, text: 'tokens, policy, metadata server' }],
  ['shared', { x: 718, y: 448, width: 328, height: 54, text: 'what several packages need' }],
])

/** Draws docs/architecture.svg. Throws if a folder imports one that does not stand below it. */
export function drawFolders({ parts, packages, layers, deployed, shared }: Structure): string {
  const floors = floorsOf(layers)
  const rows = Map.groupBy([...floors.keys()].toSorted(), (layer) => floors.get(layer)!)
  const places = placesOf(rows.size)
  const functions = places.get('functions')!
  const schemas = places.get('schemas')!
  const height = schemas.y + schemas.height + 72
  const frame = { x: 20, y: 20, width: width - 40, height: height - 68 }
  return svgDocument({
    width,
    height,
    title: 'The folders of Sluice',
    description: description(parts),
    parts: [
      rectangle('frame', frame),
      label({ x: 36, y: 45 }, 'test/ and bench/ import everything', { look: 'heading' }),
      ...Array.from(places, ([folder, place]) => folderBox(folder, place)),
      ...Array.from(packages.keys(), (name) => packageBox(name)),
      ...directImports(parts).map(([from, to]) => importArrow(places, from, to)),
      ...directImports(packages).map(([from, to]) => importArrow(packagePlaces, from, to)),
      ...deployedRow(functions, deployed),
      ...layerRows(functions, rows, shared),
      ...legend(height),
    ],
  })
}

function description(parts: Imports): string {
  const sentences = Array.from(
    parts,
    ([from, to]) => `${from} imports ${[...to].toSorted().join(', ') || 'nothing'}.`,
  )
  return sentences.toSorted().join(' ')
}

function folderBox(folder: string, { text, ...place }: Place): string {
  return [
    rectangle(folder === 'packages' ? 'frame' : 'box', place),
    label({ x: place.x + 18, y: place.y + 25 }, `${folder}/`, { look: 'name' }),
    label({ x: place.x + 18, y: place.y + 44 }, text, { look: 'muted' }),
  ].join('')
}

function packageBox(name: string): string {
  const { text, ...place } = placeOf(packagePlaces, name)
  return [
    rectangle('box', place),
    label({ x: place.x + 14, y: place.y + 24 }, `${name}/`, { look: 'small strong' }),
    label({ x: place.x + 14, y: place.y + 43 }, text, { look: 'muted' }),
  ].join('')
}

function placeOf(places: ReadonlyMap<string, Place>, name: string): Place {
  const place = places.get(name)
  if (!place) throw new Error(`Give ${name}/ a place in test/architecture/folders.ts.`)
  return place
}

function deployedRow({ x, y, width: available }: Rect, deployed: readonly string[]): readonly string[] {
  return centered(
    { x: x + available / 2, y: y + 58 },
    deployed.map((file) => [file.replace(/\.ts$/, ''), 'deployed']),
  )
}

/** The highest floor first. What imports no other folder of functions/ stands at the bottom. */
function layerRows(
  { x, y, width: available }: Rect,
  rows: ReadonlyMap<number, readonly string[]>,
  shared: ReadonlySet<string>,
): readonly string[] {
  const center = x + available / 2
  return [...rows]
    .toSorted(([a], [b]) => b - a)
    .flatMap(([, names], index) =>
      centered(
        { x: center, y: y + 98 + index * rowHeight },
        names.map((name) => [`${name}/`, shared.has(name) ? 'shared' : '']),
      ),
    )
}

/** A row of chips; each has a text and a class. */
function centered({ x, y }: Point, texts: readonly (readonly [string, string])[]): readonly string[] {
  const widths = texts.map(([text]) => chip({ x: 0, y }, text).next)
  let next = x - widths.reduce((sum, each) => sum + each, -6) / 2
  return texts.map(([text, look]) => {
    const drawn = chip({ x: next, y }, text, look)
    next = drawn.next
    return drawn.svg
  })
}

/** Goes straight down where nothing is between, aside to a folder on the right, else along the left edge. */
function importArrow(places: ReadonlyMap<string, Place>, from: string, to: string): string {
  const [upper, lower] = [placeOf(places, from), placeOf(places, to)]
  const bottom = upper.y + upper.height
  if (lower.y < bottom)
    throw new Error(`${from}/ imports ${to}/, which does not stand below it in the picture.`)
  const middle = upper.y + upper.height / 2
  if (lower.x > upper.x + upper.width) {
    const x = lower.x + (lower.width * upper.y) / lower.y
    return arrow([
      { x: upper.x + upper.width, y: middle },
      { x, y: middle },
      { x, y: lower.y },
    ])
  }
  const x = Math.max(upper.x, lower.x) + Math.min(upper.width, lower.width) / 2
  const isBlocked = [...places.values()].some(
    (other) => other.y >= bottom && other.y < lower.y && x > other.x && x < other.x + other.width,
  )
  if (!isBlocked)
    return arrow([
      { x, y: bottom },
      { x, y: lower.y },
    ])
  const lane = column.x - 18
  return arrow([
    { x: upper.x, y: middle },
    { x: lane, y: middle },
    { x: lane, y: lower.y + 28 },
    { x: lower.x, y: lower.y + 28 },
  ])
}

function legend(height: number): readonly string[] {
  const y = height - 20
  return [
    arrow([
      { x: 36, y: y - 4 },
      { x: 68, y: y - 4 },
    ]),
    label({ x: 78, y }, 'imports; implied ones are left out', { look: 'muted' }),
    rectangle('chip', { x: 344, y: y - 13, width: 30, height: 18 }, 'deployed'),
    label({ x: 384, y }, 'deployed function', { look: 'muted' }),
    rectangle('chip', { x: 524, y: y - 13, width: 30, height: 18 }),
    label({ x: 564, y }, 'layer: imports rows below it only', { look: 'muted' }),
    rectangle('chip', { x: 790, y: y - 13, width: 30, height: 18 }, 'shared'),
    label({ x: 830, y }, 'layer that infra/ or web/ loads, too', { look: 'muted' }),
  ]
}
