/** Catalogue: adds up the answers about event types. Pure. */

/** Row of question `catalogue`. */
export interface CatalogueRow {
  event_name: string
  /** `name@version` */
  definition: string
  connection: string | null
  events: number
  violating: number
  last_received: string
}

/** Row of question `catalogue_reached`. */
export interface ReachedRow {
  event_name: string
  destination: string
  events: number
}

/** Row of question `catalogue_unknown`. */
export interface UnknownRow {
  event_name: string
  suggestion: string | null
  messages: number
  last_received: string
}

interface TypeVolume {
  events: number
  violating: number
  /** RFC 3339; empty if none came. */
  latest: string
  /** Connections by number of events, the most frequent first; an empty name for events without one. */
  connections: readonly (readonly [name: string, events: number])[]
  /** Definitions by number of events. */
  definitions: readonly (readonly [name: string, events: number])[]
}

export function volumeOf(rows: readonly CatalogueRow[]): TypeVolume {
  return {
    events: rows.reduce((sum, { events }) => sum + events, 0),
    violating: rows.reduce((sum, { violating }) => sum + violating, 0),
    latest:
      rows
        .map(({ last_received: at }) => at)
        .toSorted((one, other) => Date.parse(other) - Date.parse(one))[0] ?? '',
    connections: sumsBy(rows, ({ connection }) => connection ?? ''),
    definitions: sumsBy(rows, ({ definition }) => definition),
  }
}

function sumsBy(
  rows: readonly CatalogueRow[],
  nameOf: (row: CatalogueRow) => string,
): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0) + row.events)
  return [...sums].toSorted(([, one], [, other]) => other - one)
}
