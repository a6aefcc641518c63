/** Storage layer: stores messages in quarantine, byte for byte. */
import type { TableName } from '../../schemas/warehouse.ts'
import type { Published } from '../event/read.ts'
import type { RowResult, RowText } from '../google/bigquery.ts'
import { bareQuarantineRow, quarantineRows, type QuarantineCause } from './rows.ts'

export type Append = (table: TableName, rows: readonly RowText[]) => Promise<readonly RowResult[]>

/** A message for quarantine, and the cause. */
interface RejectedItem {
  received: Published
  cause: QuarantineCause
}

interface Part {
  item: RejectedItem
  part: number
  parts: number
  row: RowText
}

/** Writes messages to quarantine. Returns the messages with an unwritten part, and why it is not written. */
export async function storeQuarantined(
  append: Append,
  items: readonly RejectedItem[],
  storedAt: string,
): Promise<ReadonlyMap<RejectedItem, string>> {
  const missing = new Map<RejectedItem, string>()
  const parts = items.flatMap((item): Part[] =>
    quarantineRows(item.received, item.cause, storedAt).map((row, index, { length }) => ({
      item,
      part: index + 1,
      parts: length,
      row,
    })),
  )
  const refused = await write(append, parts, missing)
  const bare = refused.map(({ item, part, parts }) => ({
    item,
    part,
    parts,
    row: bareQuarantineRow(item.received, item.cause.reason, storedAt, part, parts),
  }))
  for (const { item } of await write(append, bare, missing))
    missing.set(item, 'BigQuery refused the quarantine row even without its optional columns.')
  return missing
}

/** Writes parts. Returns the parts that BigQuery refuses, and adds the messages to retry to `missing`. */
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
  return parts.filter(({ item }, index) => {
    const result = results[index]!
    if (result.kind === 'retry') missing.set(item, result.message)
    return result.kind === 'invalid' || result.kind === 'too_large'
  })
}
