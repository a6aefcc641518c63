/** How late streaming learns of a new table or column: not at all by default, as long as BigQuery may take when a fault says so.
 * https://cloud.google.com/bigquery/docs/streaming-data-into-bigquery#table_metadata */
import type { StoredTable, TableColumn } from '../googlesql/catalog.ts'
import type { WarehouseCatalog } from '../warehouse/catalog.ts'

/** For so many seconds after a change, or for so many calls after it. */
export interface Lag {
  seconds?: number
  calls?: number
  /** Changes before this moment are known already. */
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

  /** Whether streaming has heard of the table. */
  knows(table: StoredTable): boolean {
    return !this.unknownTable || !this.#isBehind(this.unknownTable, table.options.createdMs, table)
  }

  /** The columns streaming has heard of. */
  columns(table: StoredTable): readonly TableColumn[] {
    if (!this.unknownField) return table.columns
    const { resource, earlier } = this.#catalog.history(table)!
    if (!earlier || !this.#isBehind(this.unknownField, resource.modifiedMs, resource)) return table.columns
    return earlier
  }

  /** Every call that asks counts, by the state of the table it asks for. */
  #isBehind({ seconds, calls, sinceMs }: Lag, changedMs: number, state: object): boolean {
    if (changedMs < sinceMs) return false
    if (seconds !== undefined && Date.now() < changedMs + seconds * 1000) return true
    const made = this.#calls.get(state) ?? 0
    this.#calls.set(state, made + 1)
    return made < (calls ?? 0)
  }
}
