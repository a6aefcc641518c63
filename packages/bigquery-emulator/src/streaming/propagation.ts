/** Propagation: the delay until streaming sees a new table or column. Default: none. A fault sets a delay as long as BigQuery's can be.
 * https://cloud.google.com/bigquery/docs/streaming-data-into-bigquery#table_metadata */
import type { StoredTable, TableColumn } from '../googlesql/catalog.ts'
import type { WarehouseCatalog } from '../warehouse/catalog.ts'

/** The delay after a change, in seconds or in calls. */
export interface Lag {
  seconds?: number
  calls?: number
  /** Changes before this time are visible at once. */
  sinceMs: number
}

export class Propagation {
  unknownTable: Lag | undefined
  unknownField: Lag | undefined
  readonly #catalog: WarehouseCatalog
  readonly #calls = new WeakMap<object, number>()

  constructor(catalog: WarehouseCatalog) {
    this.#catalog = catalog
  }

  /** True if streaming sees the table. */
  knows(table: StoredTable): boolean {
    return !this.unknownTable || !this.#isBehind(this.unknownTable, table.options.createdMs, table)
  }

  /** Returns the columns that streaming sees. */
  columns(table: StoredTable): readonly TableColumn[] {
    if (!this.unknownField) return table.columns
    const { resource, earlier } = this.#catalog.history(table)!
    if (!earlier || !this.#isBehind(this.unknownField, resource.modifiedMs, resource)) return table.columns
    return earlier
  }

  /** True if the change is not visible yet. Counts the calls per state of the table. */
  #isBehind({ seconds, calls, sinceMs }: Lag, changedMs: number, state: object): boolean {
    if (changedMs < sinceMs) return false
    if (seconds !== undefined && Date.now() < changedMs + seconds * 1000) return true
    const made = this.#calls.get(state) ?? 0
    this.#calls.set(state, made + 1)
    return made < (calls ?? 0)
  }
}
