/** Event: tells whether the person of an event is on the suppression list. The list holds hashes, no identities. Pure. */
import { hash } from 'node:crypto'
import { normalisers } from './normalize.ts'

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
export function suppressionList(): { add: (row: SuppressionRow) => void; finish: () => IsSuppressed } {
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
function isListed(
  event: Readonly<Record<string, unknown>>,
  field: string,
  suppressed: ReadonlySet<string>,
): boolean {
  const moved = event['event_data'] as Readonly<Record<string, unknown>> | undefined
  return isHashListed(event[field], field, suppressed) || isHashListed(moved?.[field], field, suppressed)
}

function isHashListed(value: unknown, field: string, suppressed: ReadonlySet<string>): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const trimmed = String(value).trim().toLowerCase()
  // Producers may send the hash in place of an email address or phone number.
  if (sha256.test(trimmed) && suppressed.has(trimmed)) return true
  return [trimmed, ...otherForms(field, trimmed)].some((form) => suppressed.has(hash('sha256', form)))
}

/** How else the list may have a value: a phone number in E.164, with or without the plus, however the producer writes it. */
function otherForms(field: string, trimmed: string): readonly string[] {
  const digits = field === 'phone' ? normalisers.phone_digits(trimmed) : undefined
  return digits === undefined ? [] : [`+${digits}`, digits].filter((form) => form !== trimmed)
}

/** The form of a value that one row of the list should have the hash of: it is recognised however producers write the value. */
export function listedForm(field: string, value: string): string {
  const e164 = field === 'phone' ? normalisers.phone_e164(value) : undefined
  return e164 ?? value.trim().toLowerCase()
}
