/** Target layer: schemas of personal fields. The schema of a target's field declares how values are normalized and hashed, so it happens for
 * every link that fills the field, and only when an event is sent. */
import { Type, type TStringOptions } from 'typebox'
import type { NormaliserName } from '../privacy/normalize.ts'

/** Schema keywords of a personal field. */
export interface Personal {
  /** How to normalize a string, or each string of a list. If a value cannot be normalized, its field is omitted. */
  normalize: NormaliserName
  /** True if the result is sent as SHA-256 in lower-case hex. A value that is a hash already is sent unchanged. */
  hash: boolean
}

/** A field that gets the SHA-256 of a normalized value. */
export function Hashed(normalize: NormaliserName, options: TStringOptions = {}) {
  return Type.String({ ...options, pattern: '^[a-f0-9]{64}$', normalize, hash: true })
}

/** A field that gets a normalized personal value as plain text. */
export function Plain(normalize: NormaliserName, options: TStringOptions = {}) {
  return Type.String({ minLength: 1, ...options, normalize, hash: false })
}
