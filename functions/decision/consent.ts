/** Decision layer: checks consent. The purpose of a target determines which signals it needs; an absent or malformed signal counts as not
 * granted. Pure. */
import type { ConsentSignal } from '../../schemas/link.ts'
import type { OptOut } from '../privacy/opt_out.ts'
import type { TargetPurpose } from '../targets/target.ts'

type Event = Readonly<Record<string, unknown>>

/** The signals that each purpose needs, unless the destination configures its own. They are those of Google's consent mode:
 * https://developers.google.com/tag-platform/security/concepts/consent-mode */
export const consentByPurpose: Readonly<Record<TargetPurpose, readonly ConsentSignal[]>> = {
  advertising: ['ad_storage', 'ad_user_data'],
  analytics: ['analytics_storage'],
  messaging: ['ad_user_data'],
  generic: [],
}

/** Returns the signals that a destination needs unless it configures its own. `further`: those of its list of people. */
export function neededConsent(
  purpose: TargetPurpose,
  further: readonly ConsentSignal[] = [],
): readonly ConsentSignal[] {
  return [...consentByPurpose[purpose], ...further]
}

/** Consent signals of a region or a source that count where an event states none. */
export type DefaultSignals = Readonly<Partial<Record<ConsentSignal, 'granted' | 'denied'>>>

/** The defaults for one event. */
export interface Defaults {
  signals: DefaultSignals
  /** The signals that the source of the event sets. Default: none. */
  bySource?: DefaultSignals
}

/** Whether the user has granted all of these signals. `by_default`: yes, but the default of a region stands for at least one that the event
 * does not state; `by_source`: the default of its source. What the user has denied, in `consent` or in a consent string, is denied
 * whatever the default. */
export function grantOf(
  event: Event,
  signals: readonly ConsentSignal[],
  optOut?: OptOut,
  defaults?: Defaults,
): 'granted' | 'by_default' | 'by_source' | 'denied' {
  if (signals.length === 0) return 'granted'
  if (optOut && optOut.denied.some((signal) => signals.includes(signal))) return 'denied'
  if (isOptOutUnclear(event) && signals.some((signal) => signal.startsWith('ad_'))) return 'denied'
  const { consent } = event
  const isSilent = consent === undefined || consent === null
  if (isSilent ? !defaults || isMoved(event) : typeof consent !== 'object') return 'denied'
  const stated = typeof consent === 'object' && consent !== null ? consent : {}
  let grant: 'granted' | 'by_default' | 'by_source' = 'granted'
  for (const signal of signals) {
    const isStated = signal in stated
    const isGranted = isStated
      ? Object.hasOwn(stated, signal) && Reflect.get(stated, signal) === 'granted'
      : defaults?.signals[signal] === 'granted'
    if (!isGranted) return 'denied'
    if (isStated) continue
    if (defaults?.bySource?.[signal] === 'granted') grant = 'by_source'
    else if (grant === 'granted') grant = 'by_default'
  }
  return grant
}

/** True if `limited_data_use` is present but not a boolean: the user may have opted out of the sale and sharing of their data. Such a value
 * was moved to `event_data`, where no link would pass it on. */
function isOptOutUnclear(event: Event): boolean {
  const value = dataOf(event, 'limited_data_use')
  return value !== undefined && value !== null && typeof value !== 'boolean'
}

/** True if the event states consent in a form that cannot be read. Such a value was moved to `event_data`. */
function isMoved(event: Event): boolean {
  return (dataOf(event, 'consent') ?? undefined) !== undefined
}

function dataOf({ event_data: data }: Event, name: string): unknown {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, name)) return undefined
  return Reflect.get(data, name)
}
