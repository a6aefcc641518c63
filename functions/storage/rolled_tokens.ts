/** Storage layer: keeps the tokens of one destination whose vendor replaces the refresh token at each exchange: in versions of a secret that only
 * `forward` writes. A lease in table `leases` lets one instance exchange at a time. */
import { setTimeout as wait } from 'node:timers/promises'
import type { TokenRecord, TokenVault } from '../delivery/token_vault.ts'
import type { SecretVersions } from '../google/secret_versions.ts'
import type { Lease } from './lease.ts'

/** How long the lease of an instance that has ended keeps others from exchanging, in ms. */
export const exchangeLeaseMs = 120_000

/** The longest time that an exchange and the write of its result take, with all retries, in ms. */
const exchangeMs = 50_000

/** Time between two looks at what another instance does, in ms. */
const lookMs = 1_000

interface RolledTokensOptions {
  /** Id of the secret. */
  secret: string
  versions: SecretVersions
  lease: Pick<Lease, 'acquire' | 'release'>
}

export function rolledTokens({ secret, versions, lease }: RolledTokensOptions): TokenVault {
  return {
    name: `secret ${secret}`,
    newest: async () => {
      const found = await versions.newest()
      return found && { version: found.version, record: recordOf(found.text, secret, found.version) }
    },
    store: async (record) => {
      const version = await versions.add(JSON.stringify(record))
      // What is left over is destroyed after the next exchange.
      await versions.destroyOld().catch(() => {})
      return version
    },
    exclusively: async (work) => {
      const began = performance.now()
      if (!(await isAcquired(lease))) return undefined
      try {
        return await work(() => performance.now() - began < exchangeLeaseMs - exchangeMs)
      } finally {
        // It expires by itself.
        await lease.release().catch(() => {})
      }
    },
    wait: () => wait(lookMs),
  }
}

/** BigQuery aborts one of two concurrent statements over the same row: that instance has not acquired it. */
async function isAcquired(lease: Pick<Lease, 'acquire'>): Promise<boolean> {
  return lease.acquire().then(
    (holder) => holder === undefined,
    () => false,
  )
}

/** The error does not repeat the text, which holds tokens. */
function recordOf(text: string, secret: string, version: number): TokenRecord {
  try {
    const record = JSON.parse(text) as TokenRecord
    if (Array.isArray(record.seeds)) return record
  } catch {}
  throw new Error(`Version ${version} of the secret ${secret} was not written by forward.`)
}
