/** Erasure: reads the identities of the person to erase. Pure. */
import { hash } from 'node:crypto'
import { nearest } from '../../schemas/nearest.ts'
import { erasableFields } from '../../schemas/erasable_fields.ts'
import { listedForm } from '../privacy/suppression.ts'
import { patternsOf, type Patterns } from './patterns.ts'

/** One value that identifies a person. */
export interface Identity extends Patterns {
  /** Context field. */
  field: string
  /** Trimmed. The SHA-256 of the value if only that is known. */
  value: string
  /** As in table `suppressions`. */
  hash: string
}

const sha256 = /^[0-9a-f]{64}$/

/** Reads the identities of a request. Throws an Error that names the field, never the value. */
export function readIdentities(subject: Readonly<Record<string, string>>): readonly Identity[] {
  return Object.entries(subject).map(([field, text]) => {
    if (!erasableFields.includes(field)) {
      const meant = nearest(field, erasableFields)
      throw new Error(
        `"${field}" is not an identity field. ${meant === undefined ? '' : `Did you mean ${meant}? `}Use one of ${erasableFields.join(', ')}.`,
      )
    }
    const value = text.trim()
    if (value === '') throw new Error(`The value of ${field} is empty.`)
    // They would match the quotation marks around values, and so other people.
    if (/^["'`\\/\s]+$/.test(value))
      throw new Error(`The value of ${field} has only quotation marks or slashes, which identify nobody.`)
    const lowercase = value.toLowerCase()
    const isHash = sha256.test(lowercase)
    const digest = isHash ? lowercase : hash('sha256', listedForm(field, value))
    const hashes = isHash ? [lowercase] : hashesOf(field, value)
    return { field, value, hash: digest, ...patternsOf(field, value, hashes) }
  })
}

/** Returns the hashes that third parties ask for: SHA-256, and earlier SHA-1 and MD5, of phone numbers with or without the plus sign. */
function hashesOf(field: string, value: string): readonly string[] {
  const listed = listedForm(field, value)
  const forms = new Set([
    listed,
    value.toLowerCase(),
    ...(field === 'phone' ? [listed.replace(/\D/g, '')] : []),
  ])
  return [...forms].flatMap((form) => ['sha256', 'sha1', 'md5'].map((algorithm) => hash(algorithm, form)))
}
