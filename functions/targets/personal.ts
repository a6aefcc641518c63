/** Target layer: personal fields. How a value is normalised and whether it is hashed is a property of the target's field, so every link
 * that leads there does it, and it happens at send time only. */
import { Type, type TStringOptions } from 'typebox'
import type { NormaliserName } from '../privacy/normalize.ts'

/** Marks of a personal field, keywords of its schema. */
export interface Personal {
  /** What is done to a text, or to each text of a list; a value that cannot be normalised leaves the field out. */
  normalize: NormaliserName
  /** Whether the result leaves as SHA-256 in lower hex. A value that is one already passes through. */
  hash: boolean
}

/** A field that holds the SHA-256 of a normalised value. */
export function Hashed(normalize: NormaliserName, options: TStringOptions = {}) {
  return Type.String({ ...options, pattern: '^[a-f0-9]{64}$', normalize, hash: true })
}

/** A personal field that the third party wants in plain text, normalised. */
export function Plain(normalize: NormaliserName, options: TStringOptions = {}) {
  return Type.String({ minLength: 1, ...options, normalize, hash: false })
}
