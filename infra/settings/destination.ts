/** Settings: separates the part of a destination that the functions read from its secrets. Pure. */
import type { Destination } from '../../schemas/destination.ts'
import type { PlainSettings } from './schema.ts'

/** A destination as written in the settings. */
export type DestinationSetting = PlainSettings['destinations'][string]

/** Returns the destination without its secrets, and without `paused` and `drain`, which only the subscription uses. */
export function publicPart(id: string, setting: DestinationSetting): Destination {
  const { secrets: _, paused: __, drain: ___, settings = {}, ...rest } = setting
  return { id, settings, ...rest }
}
