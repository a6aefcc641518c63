/** Storage layer: the lease of a scope in table `leases`. One run holds it until that run has ended: between two pushes it stays reserved for it. */
import { tables } from '../../schemas/warehouse.ts'
import type { Parameters, Warehouse } from '../google/warehouse.ts'

/** How long the lease of a suspended run stays reserved, in ms: Pub/Sub redelivers its run request within ten minutes. */
const reservedMs = 1_200_000

export interface Lease {
  /** Returns undefined after acquiring it, or the id of the run that holds it. */
  acquire: () => Promise<{ by: string } | undefined>
  /** Returns false if another process holds it. */
  renew: () => Promise<boolean>
  /** Keeps it for this run, which any process may resume. */
  reserve: () => Promise<void>
  release: () => Promise<void>
}

/** Makes the lease of a scope. `holder` identifies this attempt at the run; an unrenewed lease expires after `leaseMs`. */
export function leaseOn(
  { locate, change, rows }: Pick<Warehouse, 'locate' | 'change' | 'rows'>,
  { scope, run, holder, leaseMs }: { scope: string; run: string; holder: string; leaseMs: number },
): Lease {
  const leases = locate(tables.leases.name)
  const parameters: Parameters = {
    scope: ['STRING', scope],
    run: ['STRING', run],
    holder: ['STRING', `${run} ${holder}`],
    lease: ['INT64', leaseMs],
    reserved: ['INT64', reservedMs],
  }
  const until = (ms: '@lease' | '@reserved') =>
    `until = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL ${ms} MILLISECOND)`
  const isHeld = 'WHERE scope = @scope AND holder = @holder'
  const update = (set: string, where = isHeld): Promise<number> =>
    change(`UPDATE ${leases} SET ${set} ${where}`, parameters)

  return {
    acquire: async () => {
      await change(
        `MERGE ${leases} AS lease USING (SELECT @scope AS scope) AS wanted ON lease.scope = wanted.scope
WHEN NOT MATCHED THEN INSERT (scope) VALUES (@scope)`,
        parameters,
      )
      const updated = await update(
        `holder = @holder, ${until('@lease')}`,
        'WHERE scope = @scope AND (holder IS NULL OR holder = @run OR until < CURRENT_TIMESTAMP())',
      )
      if (updated > 0) return undefined
      const [row] = await rows(
        `SELECT IFNULL(holder, '') AS holder FROM ${leases} WHERE scope = @scope`,
        parameters,
      )
      return { by: String(row!['holder']).split(' ', 1)[0]! }
    },
    renew: async () => (await update(until('@lease'))) > 0,
    reserve: async () => void (await update(`holder = @run, ${until('@reserved')}`)),
    release: async () => void (await update('holder = NULL, until = NULL')),
  }
}
