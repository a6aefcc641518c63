/** Decision layer: checks consent. The purpose of a target determines which signals it needs; an absent or malformed signal counts as not
 * granted. Pure. */
import type { ConsentSignal } from '../../schemas/link.ts'
import type { TargetPurpose } from '../targets/target.ts'

/** The signals that each purpose needs, unless the destination configures its own. They are those of Google's consent mode:
 * https://developers.google.com/tag-platform/security/concepts/consent-mode */
export const consentByPurpose: Readonly<Record<TargetPurpose, readonly ConsentSignal[]>> = {
  advertising: ['ad_storage', 'ad_user_data'],
  analytics: ['analytics_storage'],
  messaging: ['ad_user_data'],
  generic: [],
}

/** True if the user has granted all of these signals. */
export function hasGranted(
  event: Readonly<Record<string, unknown>>,
  signals: readonly ConsentSignal[],
): boolean {
  if (signals.length === 0) return true
  const { consent } = event
  if (typeof consent !== 'object' || consent === null) return false
  if (isOptOutUnclear(event) && signals.some((signal) => signal.startsWith('ad_'))) return false
  return signals.every(
    (signal) => Object.hasOwn(consent, signal) && Reflect.get(consent, signal) === 'granted',
  )
}

/** True if `limited_data_use` is present but not a boolean: the user may have opted out of the sale and sharing of their data. Such a value
 * was moved to `event_data`, where no link would pass it on. */
function isOptOutUnclear({ event_data: data }: Readonly<Record<string, unknown>>): boolean {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, 'limited_data_use')) return false
  const value: unknown = Reflect.get(data, 'limited_data_use')
  return value !== null && typeof value !== 'boolean'
}
