/** Erasure: reads the identities of the person who is to be erased. Pure. */
import { hash } from 'node:crypto'
import { nearest } from '../../schemas/nearest.ts'
import { erasableFields } from '../../schemas/erasable_fields.ts'
import { listedForm } from '../privacy/suppression.ts'
import { patternsOf, type Patterns } from './patterns.ts'

/** One value by which a person is known. */
export interface Identity extends Patterns {
  /** Context field. */
  field: string
  /** Trimmed; at times the SHA-256 of the value, where nothing else is known. */
  value: string
  /** As the table `suppressions` has it. */
  hash: string
}

const sha256 = /^[0-9a-f]{64}$/

/** The identities of a request. Throws an Error that names the field, never the value. */
export function readIdentities(subject: Readonly<Record<string, string>>): readonly Identity[] {
  return Object.entries(subject).map(([field, given]) => {
    if (!erasableFields.includes(field)) {
      const meant = nearest(field, erasableFields)
      throw new Error(
        `No person can be erased by "${field}"${meant === undefined ? '' : `; did you mean ${meant}`}. There are ${erasableFields.join(', ')}.`,
      )
    }
    const value = given.trim()
    if (value === '') throw new Error(`The value of ${field} is empty.`)
    const normal = value.toLowerCase()
    const isHash = sha256.test(normal)
    const digest = isHash ? normal : hash('sha256', listedForm(field, value))
    const hashes = isHash ? [normal] : [...new Set([digest, hash('sha256', normal)])]
    return { field, value, hash: digest, ...patternsOf(field, value, hashes) }
  })
}

/** Whether a text names one of them. */
export function identityMatcher(identities: readonly Identity[]): (text: string) => boolean {
  const expressions = identities.flatMap(({ anywhere }) => anywhere.map((each) => new RegExp(each, 'u')))
  return (text) => expressions.some((expression) => expression.test(text))
}
