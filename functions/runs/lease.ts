/** Runs: the lease in the table `leases` by which runs of the same scope exclude each other. It is one run's until that run has ended:
 * between two pushes of the bus it stays reserved for it. */
import { tables } from '../../schemas/warehouse.ts'
import type { Parameters, Warehouse } from '../google/warehouse.ts'

/** For how long a run that was let go keeps others out of its scope, in ms: the bus asks for it again within ten minutes. */
const reservedMs = 1_200_000

export interface Lease {
  /** Takes it; or says which run has it. */
  acquire: () => Promise<{ by: string } | undefined>
  /** Keeps it; false when another process has it. */
  renew: () => Promise<boolean>
  /** Lets it go, for this run to be taken up again and for no other. */
  reserve: () => Promise<void>
  /** Lets it go for all. */
  release: () => Promise<void>
}

/** `holder` is the identity of this attempt at the run; `leaseMs` is for how long a lease stands that is not renewed. */
export function leaseOn(
  { locate, change, rows }: Warehouse,
  { scope, run, holder, leaseMs }: { scope: string; run: string; holder: string; leaseMs: number },
): Lease {
  const leases = locate(tables.leases.name)
  const values: Parameters = {
    scope: ['STRING', scope],
    run: ['STRING', run],
    holder: ['STRING', `${run} ${holder}`],
    lease: ['INT64', leaseMs],
    reserved: ['INT64', reservedMs],
  }
  const until = (ms: '@lease' | '@reserved') =>
    `until = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL ${ms} MILLISECOND)`
  const own = 'WHERE scope = @scope AND holder = @holder'
  const update = (set: string, where = own): Promise<number> =>
    change(`UPDATE ${leases} SET ${set} ${where}`, values)

  return {
    acquire: async () => {
      await change(
        `MERGE ${leases} AS lease USING (SELECT @scope AS scope) AS wanted ON lease.scope = wanted.scope
WHEN NOT MATCHED THEN INSERT (scope) VALUES (@scope)`,
        values,
      )
      const taken = await update(
        `holder = @holder, ${until('@lease')}`,
        'WHERE scope = @scope AND (holder IS NULL OR holder = @run OR until < CURRENT_TIMESTAMP())',
      )
      if (taken > 0) return undefined
      const [row] = await rows(
        `SELECT IFNULL(holder, '') AS holder FROM ${leases} WHERE scope = @scope`,
        values,
      )
      return { by: String(row!['holder']).split(' ', 1)[0]! }
    },
    renew: async () => (await update(until('@lease'))) > 0,
    reserve: async () => void (await update(`holder = @run, ${until('@reserved')}`)),
    release: async () => void (await update('holder = NULL, until = NULL')),
  }
}
