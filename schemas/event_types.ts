/** The event types by name, for whoever meets an event and must know what it is. */
import type { EventType } from './event_type.ts'
import * as events from './events/index.ts'
import { nearest } from './nearest.ts'

export type EventName = keyof typeof events

/** The standard event types; definitions made in the console are added at run time. */
export const eventTypes: ReadonlyMap<string, EventType> = new Map(
  Object.values<EventType>(events).map((type) => [type.name, type]),
)

/** The standard event name that an unknown one most likely means, for a did-you-mean. */
export function nearestEventName(name: string): string | undefined {
  return nearest(name, eventTypes.keys())
}
