/** Shell: decides by the shape of a text what is searched. What may identify a person stands after `#` in the address. Pure. */
import { eventLink } from '../router.ts'
import { personPageLink } from '../people/person_address.ts'

/** UUIDs, and the ids that Sluice derives. */
const eventIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A plus sign, digits and separators. */
const phonePattern = /^\+[\d\s().-]{6,30}$/

/** Returns the address of what was searched: an event, a person, or the events with an id. */
export function searchTarget(text: string): string {
  const wanted = text.trim()
  if (wanted === '') return '/console/events'
  if (eventIdPattern.test(wanted)) return eventLink({ event_id: wanted })
  if (wanted.includes('@')) return personPageLink('email', wanted)
  if (phonePattern.test(wanted)) return personPageLink('phone', wanted)
  return `/console/events?range=7d#${new URLSearchParams({ id: wanted }).toString()}`
}
