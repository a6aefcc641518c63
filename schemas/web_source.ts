/** Web door: describes a source whose web pages and e-mails send events without a Google token, as the settings declare it and `collect` reads it. */
import { Type, type Static } from 'typebox'
import { eventTypes } from './event_types.ts'

/** Bytes of a stored event that count as one unit of a rate: a larger event counts as several, so that a rate limits bytes too. */
export const unitBytes = 2048

/** Maximum size of a request's body in bytes. A beacon has at most 64 KiB. https://fetch.spec.whatwg.org/#http-network-or-cache-fetch */
export const collectBodyBytes = 65_536

/** What counts where the settings state nothing. The rates are units per minute of one instance. */
export const webDefaults = { maxBytes: 16_384, perMinute: 600, perAddressPerMinute: 120 } as const

/** A source without its secret. */
export const WebSource = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    key: Type.String({ minLength: 1, description: 'Public: pages show it.' }),
    origins: Type.Array(Type.String(), { description: 'Origins whose pages may send events.' }),
    events: Type.Array(Type.String(), { description: 'Event types. `*`: all that need not be named.' }),
    maxBytes: Type.Integer({ minimum: 1, description: 'Maximum size of a body in bytes.' }),
    perMinute: Type.Integer({ minimum: 1, description: 'Units per minute of one instance.' }),
    perAddressPerMinute: Type.Integer({
      minimum: 1,
      description: 'Units per minute of one client and one instance.',
    }),
    pixel: Type.Boolean({ description: 'True if it has a secret for pixels.' }),
    cookie: Type.Boolean({ description: 'True if it keeps `anonymous_id` in a cookie.' }),
  },
  { additionalProperties: false },
)
export type WebSource = Static<typeof WebSource>

/** True for an event type that a page may send only if the source names it: money, and who somebody is. */
export function mustBeNamed(eventName: string): boolean {
  return (
    eventName === 'purchase' || eventName === 'refund' || eventTypes.get(eventName)?.updatesProfile === true
  )
}

/** Environment variable with the secret of a source's pixels: `web_shop` → `PIXEL_SECRET_WEB_SHOP`. */
export function pixelVariable(source: string): string {
  return `PIXEL_SECRET_${source}`.toUpperCase()
}
