/** Event: tells whether the person of an event is on the suppression list. The list holds hashes, no identities. Pure. */
import { hash } from 'node:crypto'

/** Whether an event, as rules see it, is of a person on the list. */
export type IsSuppressed = (event: Readonly<Record<string, unknown>>) => boolean

/** A row of the table `suppressions`, as far as it counts. */
export interface SuppressionRow {
  field: string
  valueHash: string
  /** µs since 1970. */
  createdAt: number
  lifted: boolean
}

const sha256 = /^[0-9a-f]{64}$/

/** Collects rows in any order; the newest of a field and hash counts, and of equally new ones that which suppresses. */
export const suppressionList = (): { add: (row: SuppressionRow) => void; finish: () => IsSuppressed } => {
  const newest = new Map<string, Map<string, { createdAt: number; lifted: boolean }>>()
  return {
    add: ({ field, valueHash, createdAt, lifted }) => {
      let hashes = newest.get(field)
      if (!hashes) newest.set(field, (hashes = new Map()))
      const key = valueHash.toLowerCase()
      const known = hashes.get(key)
      const counts = !known || createdAt > known.createdAt || (createdAt === known.createdAt && !lifted)
      if (counts) hashes.set(key, { createdAt, lifted })
    },
    finish: () => {
      const lists: [string, ReadonlySet<string>][] = []
      for (const [field, hashes] of newest) {
        const suppressed = new Set<string>()
        for (const [key, { lifted }] of hashes) if (!lifted) suppressed.add(key)
        if (suppressed.size > 0) lists.push([field, suppressed])
      }
      return (event) => lists.some(([field, suppressed]) => isListed(event, field, suppressed))
    },
  }
}

/** A value that breaks its field's definition was moved to the event's own fields: it still says who it is. */
const isListed = (
  event: Readonly<Record<string, unknown>>,
  field: string,
  suppressed: ReadonlySet<string>,
): boolean => {
  const moved = event['event_data'] as Readonly<Record<string, unknown>> | undefined
  return isHashListed(event[field], suppressed) || isHashListed(moved?.[field], suppressed)
}

const isHashListed = (value: unknown, suppressed: ReadonlySet<string>): boolean => {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const normal = String(value).trim().toLowerCase()
  // Producers may send the hash in place of an email address or phone number.
  return (sha256.test(normal) && suppressed.has(normal)) || suppressed.has(hash('sha256', normal))
}
