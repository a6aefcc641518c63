/** Decision layer: finds the default consent for the region and the source of an event. Pure. */
import type { ConsentDefaults } from '../../schemas/consent_defaults.ts'
import type { Defaults, DefaultSignals } from './consent.ts'

type Event = Readonly<Record<string, unknown>>

/** Returns the function that finds the defaults of an event: those of its region, else of its country, else of `*`. The region is where the
 * choice was made, `consent.region`, or else the person's `country` and `region`. `bySource`: the defaults of the source of the event, which
 * join those of the region. Undefined if none are configured. */
export function compileDefaults(
  defaults: ConsentDefaults = {},
  bySource?: DefaultSignals,
): ((event: Event) => Defaults | undefined) | undefined {
  const regions = Object.entries(bySource ? { '*': {}, ...defaults } : defaults)
  if (regions.length === 0) return undefined
  const byRegion = new Map(regions.map(([region, signals]) => [region, joined(signals, bySource)]))
  const others = byRegion.get('*')
  return (event) => {
    const place = regionOf(event)
    return byRegion.get(place) ?? byRegion.get(place.slice(0, 2)) ?? others
  }
}

/** A signal that either denies is denied; the source counts where both grant. */
function joined(ofRegion: DefaultSignals, bySource: DefaultSignals | undefined): Defaults {
  if (!bySource) return { signals: ofRegion }
  const denied = Object.entries(ofRegion).filter(([, choice]) => choice === 'denied')
  return { signals: { ...ofRegion, ...bySource, ...Object.fromEntries(denied) }, bySource }
}

/** `US-CA`, `DE`, or an empty text. */
function regionOf({ consent, country, region }: Event): string {
  const chosen: unknown =
    typeof consent === 'object' && consent !== null ? Reflect.get(consent, 'region') : undefined
  if (typeof chosen === 'string') return chosen.toUpperCase()
  if (typeof country !== 'string') return ''
  return (typeof region === 'string' ? `${country}-${region}` : country).toUpperCase()
}
