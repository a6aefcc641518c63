/** Target layer: custom fields, for vendors that accept them in the same object as standard ones. A link can fill either an object or its
 * members, so it fills `custom`, which the request merges into the object. */
import { Type } from 'typebox'
import type { Link } from '../../schemas/link.ts'
import type { LinkedEvent } from './target.ts'

/** An object with any members. */
export const AnyObject = Type.Object({}, { additionalProperties: Type.Unknown() })

/** Links all event fields to `custom`, except those for which the target has a standard field. */
export function custom(...except: readonly string[]): Link {
  return { custom: { rest: { except } } }
}

/** Moves the members of `custom` into the object `into`. A standard field overrides a custom one of the same name. */
export function withCustom({ fields }: LinkedEvent, into: string): Record<string, unknown> {
  const { custom: customFields, ...standard } = fields
  return { ...standard, [into]: { ...(customFields as object), ...(standard[into] as object) } }
}
