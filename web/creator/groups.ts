/** Creator: sorts the fields into four groups, and tells which required fields are missing. Pure. */
import type { EventType } from '../../schemas/event_type.ts'
import type { Extra } from './draft.ts'
import type { FieldModel } from './rows.ts'

/** `used`: another link reads the field. `needed`: the event type describes the field. `context`: who, when and where. `beside`: the event type does not describe it. */
export type Group = 'needed' | 'context' | 'beside' | 'leftOut' | 'used'

/** `isDescribed` tells whether the event type has a field of that name. */
export function groupOf(
  { target, isContext, isDropped, isUsed }: FieldModel,
  isDescribed: (target: string) => boolean,
): Group {
  if (isDropped) return 'leftOut'
  if (isUsed) return 'used'
  if (isContext) return 'context'
  return isDescribed(target) ? 'needed' : 'beside'
}

/** A required field of the event that nothing fills. */
export interface MissingField {
  name: string
  /** The event type that needs it. */
  type: string
  description: string
}

export function missingFields(
  types: readonly EventType[],
  rows: readonly FieldModel[],
  extras: readonly Extra[],
  further: readonly { target: string }[],
): readonly MissingField[] {
  const filled = new Set([
    ...further.map(({ target }) => target),
    ...rows.filter(({ isDropped }) => !isDropped).map(({ target }) => target),
    ...extras.filter(({ value }) => value !== '').map(({ target }) => target),
  ])
  const missing = new Map<string, MissingField>()
  for (const { name: type, required, fields } of types)
    for (const name of required)
      if (!filled.has(name) && !missing.has(name))
        missing.set(name, { name, type, description: fields[name]?.description ?? '' })
  return [...missing.values()]
}
