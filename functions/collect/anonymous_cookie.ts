/** Web door: keeps `anonymous_id` in a cookie that no script can read, if the source asks for it and the person has consented to it. Pure. */
import { isObject } from '../event/split_fields.ts'

const name = 'sluice_id'

/** 13 months, the longest that the French authority accepts without a new consent.
 * https://www.cnil.fr/en/sheet-ndeg16-use-analytics-your-websites-and-applications */
const maxAge = 395 * 86_400

/** Returns the id in the cookies; undefined if they have none of the form of an id. */
export function anonymousIdIn(cookies: ReadonlyMap<string, string>): string | undefined {
  const id = cookies.get(name)
  return id !== undefined && /^[\w-]{1,64}$/.test(id) ? id : undefined
}

/** Returns the value of `Set-Cookie` for an id. It goes to this host only, and not with the requests of other sites. */
export function anonymousCookie(id: string): string {
  return `${name}=${id}; Path=/v1/collect/; Max-Age=${maxAge}; HttpOnly; Secure; SameSite=Lax`
}

/** True if an event says that its person agrees to identifiers for analytics. */
export function agreesToCookie(event: Readonly<Record<string, unknown>>): boolean {
  const { consent } = event
  return isObject(consent) && consent['analytics_storage'] === 'granted'
}
