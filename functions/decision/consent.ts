/** Decision layer: the built-in consent rule. What a third party does with events decides which consent it needs; a signal that is
 * absent or malformed counts as not granted. Pure. */
import type { ConsentSignal } from '../../schemas/link.ts'
import type { TargetPurpose } from '../targets/target.ts'

/** Consent that each purpose needs, unless the destination names its own. The signals are those of Google's consent mode:
 * https://developers.google.com/tag-platform/security/concepts/consent-mode */
export const consentByPurpose: Readonly<Record<TargetPurpose, readonly ConsentSignal[]>> = {
  advertising: ['ad_storage', 'ad_user_data'],
  analytics: ['analytics_storage'],
  messaging: ['ad_user_data'],
  generic: [],
}

/** Whether the user has granted all of these. */
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

/** The user may have opted out of the sale and sharing of their data: there is a `limited_data_use` that is neither true nor false. It was
 * moved to the event-specific fields, where no third party would be told of it. */
function isOptOutUnclear({ event_data: data }: Readonly<Record<string, unknown>>): boolean {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, 'limited_data_use')) return false
  const said: unknown = Reflect.get(data, 'limited_data_use')
  return said !== null && typeof said !== 'boolean'
}
