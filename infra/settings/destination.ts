/** Settings: what of a destination is not secret, as the functions read it. Pure. */
import type { Destination } from '../../schemas/destination.ts'
import type { PlainSettings } from './schema.ts'

/** A destination as the settings have it. */
export type DestinationSetting = PlainSettings['destinations'][string]

/** Leaves out the secrets, and what only the subscription is told. */
export function publicPart(id: string, setting: DestinationSetting): Destination {
  const { secrets: _, paused: __, settings = {}, ...rest } = setting
  return { id, settings, ...rest }
}
