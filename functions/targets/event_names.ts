/** Target layer: the vocabulary under its own names, for third parties that take names of one's own beside their standard ones. */
import { eventTypes, type EventName } from '../../schemas/event_types.ts'

/** Each event type's own name: `{ ...ownNames, lead: 'generate_lead' }`. */
export const ownNames = Object.fromEntries([...eventTypes.keys()].map((name) => [name, name])) as Readonly<
  Record<EventName, string>
>

/** Every event type under one name, for third parties that have one for all that is none of their standard events:
 * `{ ...allNamed('custom'), purchase: 'checkout' }`. */
export function allNamed(name: string): Readonly<Record<EventName, string>> {
  return Object.fromEntries([...eventTypes.keys()].map((type) => [type, name])) as Readonly<
    Record<EventName, string>
  >
}
