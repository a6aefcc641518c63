/** Storage layer: keeps messages that are no readable event, every byte of them. */
import type { TableName } from '../../schemas/warehouse.ts'
import type { Published } from '../event/read.ts'
import type { RowResult, RowText } from '../google/bigquery.ts'
import { bareQuarantineRow, quarantineRows, type QuarantineCause } from './rows.ts'

export type Append = (table: TableName, rows: readonly RowText[]) => Promise<readonly RowResult[]>

/** A message that goes to quarantine, and why. */
export interface RejectedItem {
  received: Published
  fault: QuarantineCause
}

interface Part {
  misfit: RejectedItem
  part: number
  parts: number
  row: RowText
}

/** Writes messages to quarantine. Gives back those of which a part is not written, with the reason. */
export async function storeQuarantined(
  append: Append,
  misfits: readonly RejectedItem[],
  storedAt: string,
): Promise<ReadonlyMap<RejectedItem, string>> {
  const missing = new Map<RejectedItem, string>()
  const parts = misfits.flatMap((misfit): Part[] =>
    quarantineRows(misfit.received, misfit.fault, storedAt).map((row, index, { length }) => ({
      misfit,
      part: index + 1,
      parts: length,
      row,
    })),
  )
  const refused = await write(append, parts, missing)
  const bare = refused.map(({ misfit, part, parts }) => ({
    misfit,
    part,
    parts,
    row: bareQuarantineRow(misfit.received, misfit.fault.reason, storedAt, part, parts),
  }))
  for (const { misfit } of await write(append, bare, missing))
    missing.set(misfit, 'BigQuery refuses even the bare message.')
  return missing
}

/** Writes parts; gives back those that will never fit, and notes those that may fit later. */
async function write(
  append: Append,
  parts: readonly Part[],
  missing: Map<RejectedItem, string>,
): Promise<readonly Part[]> {
  if (parts.length === 0) return []
  const results = await append(
    'quarantine',
    parts.map(({ row }) => row),
  )
  return parts.filter(({ misfit }, index) => {
    const result = results[index]!
    if (result.kind === 'retry') missing.set(misfit, result.message)
    return result.kind === 'invalid' || result.kind === 'too_large'
  })
}
