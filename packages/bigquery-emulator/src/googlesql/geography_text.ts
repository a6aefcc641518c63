/** GoogleSQL compiler: checks the text of a GEOGRAPHY, which is stored as it is written apart from spaces, case and the digits of numbers.
 * https://cloud.google.com/bigquery/docs/geospatial-data#loading_wkt_or_wkb_data */

const tags = [
  'POINT',
  'LINESTRING',
  'POLYGON',
  'MULTIPOINT',
  'MULTILINESTRING',
  'MULTIPOLYGON',
  'GEOMETRYCOLLECTION',
] as const

/** How deep the parentheses of each shape go, those of a collection aside. */
const depths: Record<Exclude<(typeof tags)[number], 'GEOMETRYCOLLECTION'>, number> = {
  POINT: 1,
  LINESTRING: 1,
  MULTIPOINT: 1,
  POLYGON: 2,
  MULTILINESTRING: 2,
  MULTIPOLYGON: 3,
}

const number = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`
const position = new RegExp(`^(${number}) (${number})$`)

/** Reads well-known text from left to right. */
class Reader {
  #rest: string

  constructor(text: string) {
    this.#rest = text.trim().replaceAll(/\s+/g, ' ')
  }

  get isDone(): boolean {
    return this.#rest === ''
  }

  /** Removes the pattern at the start. Returns what matched, or undefined. */
  take(pattern: RegExp): string | undefined {
    const found = pattern.exec(this.#rest)
    if (!found || found.index !== 0) return undefined
    this.#rest = this.#rest.slice(found[0].length).trimStart()
    return found[0].trim()
  }
}

/** Returns the text of a shape, or undefined if it is not well-known text of two dimensions on the globe. */
export function geographyText(text: string): string | undefined {
  const reader = new Reader(text)
  const shape = readShape(reader)
  return reader.isDone ? shape : undefined
}

function readShape(reader: Reader): string | undefined {
  const tag = reader.take(/[A-Za-z]+/)?.toUpperCase()
  if (tag === undefined || !(tags as readonly string[]).includes(tag)) return undefined
  if (reader.take(/EMPTY\b/i) !== undefined) return `${tag} EMPTY`
  const depth = tag === 'GEOMETRYCOLLECTION' ? 0 : depths[tag as keyof typeof depths]
  const inside = readList(reader, depth, tag)
  return inside === undefined ? undefined : `${tag}${inside}`
}

/** Reads `(…, …)`: positions at depth 1, lists at more, shapes at depth 0. */
function readList(reader: Reader, depth: number, tag: string): string | undefined {
  if (reader.take(/\(/) === undefined) return undefined
  const items: string[] = []
  do {
    const item =
      depth === 0
        ? readShape(reader)
        : depth === 1
          ? readPosition(reader, tag)
          : readList(reader, depth - 1, tag)
    if (item === undefined) return undefined
    items.push(item)
  } while (reader.take(/,/) !== undefined)
  if (reader.take(/\)/) === undefined || (tag === 'POINT' && items.length > 1)) return undefined
  return `(${items.join(', ')})`
}

/** Reads a longitude and a latitude. A MULTIPOINT may have each in parentheses. */
function readPosition(reader: Reader, tag: string): string | undefined {
  const isEnclosed = tag === 'MULTIPOINT' && reader.take(/\(/) !== undefined
  const [, longitude, latitude] = position.exec(reader.take(/[^,()]+/) ?? '') ?? []
  if (isEnclosed && reader.take(/\)/) === undefined) return undefined
  const [x, y] = [Number(longitude), Number(latitude)]
  return Math.abs(x) <= 180 && Math.abs(y) <= 90 ? `${x} ${y}` : undefined
}
