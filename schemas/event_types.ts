/** Event types: looks up a standard event type by its name. */
import type { EventType } from './event_type.ts'
import * as events from './events/index.ts'
import { nearest } from './nearest.ts'

export type EventName = keyof typeof events

/** The standard event types by name. Definitions saved in the console are added at run time. */
export const eventTypes: ReadonlyMap<string, EventType> = new Map(
  Object.values<EventType>(events).map((type) => [type.name, type]),
)

/** The standard event name that is most similar to an unknown name, for a did-you-mean. */
export function nearestEventName(name: string): string | undefined {
  return nearest(name, eventTypes.keys())
}
