/** Target layer: fields of one's own, where the vendor takes them beside its standard ones in one object. A link leads either to an object
 * or to its members, so the event's own fields travel as `custom` and join the standard ones in the request. */
import { Type } from 'typebox'
import type { Link } from '../../schemas/link.ts'
import type { LinkedEvent } from './target.ts'

/** An object of any members. */
export const AnyObject = Type.Object({}, { additionalProperties: Type.Unknown() })

/** All event-specific fields, save those that the target has a standard field for. */
export function custom(...except: readonly string[]): Link {
  return { custom: { rest: { except } } }
}

/** The fields with `custom` inside the object `into`; a standard field counts more than one's own of the same name. */
export function withCustom({ fields }: LinkedEvent, into: string): Record<string, unknown> {
  const { custom: own, ...standard } = fields
  return { ...standard, [into]: { ...(own as object), ...(standard[into] as object) } }
}
