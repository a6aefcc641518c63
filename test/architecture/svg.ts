/** Architecture pictures: boxes, arrows and text as SVG, in the colors of the reader's light or dark mode. Pure. */

export interface Point {
  x: number
  y: number
}

export interface Rect extends Point {
  width: number
  height: number
}

export type Shape = 'box' | 'pill' | 'outside' | 'store' | 'chip' | 'frame'

const colors = {
  paper: ['#ffffff', '#14181d'],
  ink: ['#1d2733', '#e4e9ef'],
  muted: ['#5c6b7c', '#9aa8b7'],
  line: ['#8a99a9', '#6f7f90'],
  edge: ['#c5cfd9', '#3a4652'],
  box: ['#f2f6fb', '#1e2730'],
  accent: ['#1a63c4', '#7db4ff'],
  pill: ['#fff4de', '#3a2f18'],
  pillEdge: ['#dcae58', '#8f7136'],
  store: ['#e6f5ee', '#18332a'],
  storeEdge: ['#6bb594', '#3f7f65'],
} as const

function declarations(mode: 0 | 1): string {
  return Object.entries(colors)
    .map(([name, values]) => `--${name}:${values[mode]}`)
    .join(';')
}

const style = `
svg{${declarations(0)}}
@media (prefers-color-scheme:dark){svg{${declarations(1)}}}
text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;fill:var(--ink)}
.name{font:600 14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}
.small{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}
.strong{font-weight:600}
.muted{fill:var(--muted)}
.accent{fill:var(--accent)}
.heading{font-weight:600;fill:var(--muted);letter-spacing:.04em}
.box{fill:var(--box);stroke:var(--edge)}
.pill{fill:var(--pill);stroke:var(--pillEdge)}
.store{fill:var(--store);stroke:var(--storeEdge)}
.outside{fill:none;stroke:var(--line);stroke-dasharray:4 3}
.chip{fill:var(--paper);stroke:var(--edge)}
.frame{fill:none;stroke:var(--edge);stroke-dasharray:2 4}
.shared{stroke:var(--accent);stroke-width:1.5}
.deployed{fill:var(--pill);stroke:var(--pillEdge)}
.again{stroke-dasharray:4 3}
.arrow{fill:none;stroke:var(--line);stroke-width:1.5}
.token{stroke:var(--accent);stroke-dasharray:5 3}
marker path{fill:var(--line)}
#token path{fill:var(--accent)}
`.trim()

const radius: Readonly<Record<Shape, number>> = { box: 8, pill: 15, outside: 8, store: 8, chip: 6, frame: 12 }

export function rectangle(shape: Shape, { x, y, width, height }: Rect, extraClass = ''): string {
  const name = extraClass ? `${shape} ${extraClass}` : shape
  return `<rect class="${name}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius[shape]}"/>`
}

export interface TextOptions {
  /** Classes of the style. */
  look?: string
  anchor?: 'start' | 'middle' | 'end'
}

export function label(
  { x, y }: Point,
  text: string,
  { look = '', anchor = 'start' }: TextOptions = {},
): string {
  const attributes = [look && ` class="${look}"`, anchor !== 'start' && ` text-anchor="${anchor}"`]
  return `<text x="${x}" y="${y}"${attributes.filter(Boolean).join('')}>${escaped(text)}</text>`
}

/** A chip as wide as its text, which is in the small fixed-width font; with the x where the next one begins. */
export function chip({ x, y }: Point, text: string, extraClass = ''): { svg: string; next: number } {
  const width = Math.round(text.length * 7.25) + 16
  const svg = [
    rectangle('chip', { x, y, width, height: 22 }, extraClass),
    label({ x: x + width / 2, y: y + 15 }, text, { look: 'small', anchor: 'middle' }),
  ]
  return { svg: svg.join(''), next: x + width + 6 }
}

/** A line through the points, with round corners and a head at its end; of `both`, at its beginning, too. */
export function arrow(points: readonly Point[], { isToken = false, both = false } = {}): string {
  const [start, ...rest] = points
  const end = rest.at(-1)
  if (!start || !end) throw new Error('An arrow needs two points.')
  const corners = rest.slice(0, -1).map((corner, index) => {
    const before = nearTo(corner, points[index]!)
    const after = nearTo(corner, points[index + 2]!)
    return `L${at(before)} Q${at(corner)} ${at(after)}`
  })
  const head = isToken ? 'token' : 'head'
  const tail = both ? ` marker-start="url(#${head})"` : ''
  const path = `M${at(start)} ${corners.join(' ')} L${at(end)}`.replaceAll(/ +/g, ' ')
  return `<path class="arrow${isToken ? ' token' : ''}" d="${path}" marker-end="url(#${head})"${tail}/>`
}

/** The point of the line from the corner to its neighbor at which the curve begins. */
function nearTo(corner: Point, neighbor: Point): Point {
  const distance = Math.hypot(neighbor.x - corner.x, neighbor.y - corner.y)
  const part = Math.min(10, distance / 2) / distance
  return { x: corner.x + (neighbor.x - corner.x) * part, y: corner.y + (neighbor.y - corner.y) * part }
}

function at({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
}

function marker(id: string): string {
  return `<marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="M0 0 8 4 0 8Z"/></marker>`
}

export interface Picture {
  width: number
  height: number
  /** Read aloud in place of the picture. */
  title: string
  description: string
  parts: readonly string[]
}

export function svgDocument({ width, height, title, description, parts }: Picture): string {
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="description">${escaped(description)}</desc>`,
    `<style>${style}</style>`,
    `<defs>${marker('head')}${marker('token')}</defs>`,
    `<rect width="${width}" height="${height}" rx="12" fill="var(--paper)"/>`,
    ...parts,
    '</svg>',
  ]
  return `${lines.join('\n')}\n`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
