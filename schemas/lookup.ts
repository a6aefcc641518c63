/** Linkage layer: finds the tables that the source `lookup` of a link reads. */
import type { LookupTable } from './link.ts'
import * as tables from './lookups/index.ts'
import { nearest } from './nearest.ts'

const byName: ReadonlyMap<string, LookupTable> = new Map(Object.entries(tables))

/** Returns the table of this name.
 * @throws Error that names the nearest table. */
export function lookupTable(name: string): LookupTable {
  const table = byName.get(name)
  if (table) return table
  const near = nearest(name, byName.keys())
  throw new Error(
    `Unknown lookup table "${name}"` +
      (near === undefined
        ? `. Expected one of: ${[...byName.keys()].join(', ')}.`
        : `; did you mean "${near}"?`),
  )
}
