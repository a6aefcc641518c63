/** Decision layer: finds the default consent for the region of an event. Pure. */
import type { ConsentDefaults } from '../../schemas/consent_defaults.ts'
import type { DefaultSignals } from './consent.ts'

type Event = Readonly<Record<string, unknown>>

/** Returns the function that finds the defaults of an event: those of its region, else of its country, else of `*`. The region is where the
 * choice was made, `consent.region`, or else the person's `country` and `region`. Undefined if none are configured. */
export function compileDefaults(
  defaults: ConsentDefaults = {},
): ((event: Event) => DefaultSignals | undefined) | undefined {
  const byRegion = new Map<string, DefaultSignals>(Object.entries(defaults))
  if (byRegion.size === 0) return undefined
  const others = byRegion.get('*')
  return (event) => {
    const place = regionOf(event)
    return byRegion.get(place) ?? byRegion.get(place.slice(0, 2)) ?? others
  }
}

/** `US-CA`, `DE`, or an empty text. */
function regionOf({ consent, country, region }: Event): string {
  const chosen: unknown =
    typeof consent === 'object' && consent !== null ? Reflect.get(consent, 'region') : undefined
  if (typeof chosen === 'string') return chosen.toUpperCase()
  if (typeof country !== 'string') return ''
  return (typeof region === 'string' ? `${country}-${region}` : country).toUpperCase()
}
