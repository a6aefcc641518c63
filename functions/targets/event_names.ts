/** Target layer: default event names, for third parties that accept custom names beside their standard ones. */
import { eventTypes, type EventName } from '../../schemas/event_types.ts'

/** Maps each event type to itself: `{ ...ownNames, lead: 'generate_lead' }`. */
export const ownNames = Object.fromEntries([...eventTypes.keys()].map((name) => [name, name])) as Readonly<
  Record<EventName, string>
>

/** Maps every event type to one name, for third parties with one name for all custom events: `{ ...allNamed('custom'), purchase:
 * 'checkout' }`. */
export function allNamed(name: string): Readonly<Record<EventName, string>> {
  return Object.fromEntries([...eventTypes.keys()].map((type) => [type, name])) as Readonly<
    Record<EventName, string>
  >
}
