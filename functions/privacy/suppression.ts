/** Event: checks whether the person of an event is on the suppression list, which holds hashes instead of identities. Pure. */
import { hash } from 'node:crypto'
import { normalisers } from './normalize.ts'

/** Returns true if an event, as rules see it, belongs to a person on the list. */
export type IsSuppressed = (event: Readonly<Record<string, unknown>>) => boolean

/** The columns of table `suppressions` that are evaluated. */
interface SuppressionRow {
  field: string
  valueHash: string
  /** µs since 1970. */
  createdAt: number
  lifted: boolean
}

const sha256 = /^[0-9a-f]{64}$/

/** Collects rows in any order. The newest row of a field and hash counts; between equally new rows, the one that suppresses. */
export function suppressionList(): { add: (row: SuppressionRow) => void; finish: () => IsSuppressed } {
  const newest = new Map<string, Map<string, { createdAt: number; lifted: boolean }>>()
  return {
    add: ({ field, valueHash, createdAt, lifted }) => {
      let hashes = newest.get(field)
      if (!hashes) newest.set(field, (hashes = new Map()))
      const key = valueHash.toLowerCase()
      const previous = hashes.get(key)
      const counts =
        !previous || createdAt > previous.createdAt || (createdAt === previous.createdAt && !lifted)
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

/** Looks in `event_data` too: a context field that breaks its definition was moved there, and still identifies the person. */
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

/** Returns the other forms in which the list may hold a value: E.164 of a phone number, with and without the plus. */
function otherForms(field: string, trimmed: string): readonly string[] {
  const digits = field === 'phone' ? normalisers.phone_digits(trimmed) : undefined
  return digits === undefined ? [] : [`+${digits}`, digits].filter((form) => form !== trimmed)
}

/** Returns every hash by which the list may hold a value: of each of its forms, and the value itself if it is a SHA-256. */
export function listedHashes(field: string, value: string): readonly string[] {
  const trimmed = value.trim().toLowerCase()
  const hashes = [trimmed, ...otherForms(field, trimmed)].map((form) => hash('sha256', form))
  return sha256.test(trimmed) ? [trimmed, ...hashes] : hashes
}

/** Returns the form of a value whose hash belongs in the list: it matches every way in which producers write the value. */
export function listedForm(field: string, value: string): string {
  const e164 = field === 'phone' ? normalisers.phone_e164(value) : undefined
  return e164 ?? value.trim().toLowerCase()
}
