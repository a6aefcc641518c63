/** Bench: the warehouse of a measured sync: it tells every row that leaves BigQuery, and how long the comparing statement takes. */
import { openWarehouse, type Warehouse, type WarehouseRow } from '../functions/google/warehouse.ts'

export interface ComparisonFigures {
  /** Duration of the comparing statement, in ms. */
  compared: number
  /** Bytes that the comparing statement reads in BigQuery. */
  read: number
}

/** Opens the warehouse. Updates `figures`, and calls `left` with the rows of each response. */
export function measuredWarehouse(
  place: { project: string; dataset: string },
  figures: ComparisonFigures,
  left: (rows: readonly WarehouseRow[]) => void,
): Warehouse {
  const real = openWarehouse(place)
  return {
    ...real,
    rows: async (...asked) => {
      const found = await real.rows(...asked)
      left(found)
      return found
    },
    pages: async function* (...asked) {
      for await (const page of real.pages(...asked)) {
        left(page)
        yield page
      }
    },
    change: async (...asked) => {
      const begun = performance.now()
      const changed = await real.change(...asked)
      if (isComparison(asked[0])) figures.compared = performance.now() - begun
      return changed
    },
    estimate: async (...asked) => {
      const estimate = await real.estimate(...asked)
      if (isComparison(asked[0])) figures.read = estimate.bytes
      return estimate
    },
  }
}

function isComparison(sql: string): boolean {
  return sql.includes('WITH model_row')
}
