/** Erasure: adds a person to the suppression list, so that no later event of theirs is forwarded. */
import { tables } from '../../schemas/warehouse.ts'
import type { Warehouse } from '../google/warehouse.ts'
import type { Identity } from './identity.ts'

/** Adds the identities that are not on the list, or are lifted. Uses a statement, because streamed rows change the table's metadata, which
 * the cached list watches, only later. */
export async function suppress(
  { locate, change }: Warehouse,
  identities: readonly Identity[],
  by: string,
  reason: string | undefined,
): Promise<void> {
  const table = locate(tables.suppressions.name)
  for (const { field, hash } of identities)
    await change(
      `INSERT INTO ${table} (field, value_hash, created_at, created_by, reason, lifted)
SELECT @field, @hash, CURRENT_TIMESTAMP(), @by, @reason, FALSE
FROM UNNEST([1]) AS once
WHERE NOT EXISTS (
  SELECT 1 FROM (
    SELECT lifted FROM ${table} WHERE field = @field AND LOWER(value_hash) = @hash
    ORDER BY created_at DESC, lifted LIMIT 1
  ) WHERE NOT lifted
)`,
      {
        field: ['STRING', field],
        hash: ['STRING', hash],
        by: ['STRING', by],
        reason: ['STRING', reason ?? null],
      },
    )
}
