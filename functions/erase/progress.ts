/** Erasure: what a run shows while it searches. Pure. */
import type { Counts } from '../runs/run_log.ts'
import type { LookProgress } from './search.ts'
import { placesOf } from './table_conditions.ts'

const places = placesOf([]).places

/** Number of tables in which a person can be found and erased. */
const tableCount = new Set(places.map(({ name }) => name)).size

/** `{ tables_searched: 3, tables: 12, rows_read: 41000 }` */
export function shownProgress({ done, rows }: LookProgress): Counts {
  const searched = new Set(places.slice(0, done).map(({ name }) => name)).size
  return { tables_searched: searched, tables: tableCount, rows_read: rows }
}
