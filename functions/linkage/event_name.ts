/** Linkage layer: maps event types to the event names of a target. */
import { eventTypes } from '../../schemas/event_types.ts'
import type { Target } from '../targets/target.ts'

/** Returns the target's name for an event type; undefined if it has none. */
export function targetEventOf(
  { events, otherEvents }: Pick<Target, 'events' | 'otherEvents'>,
  settings: Readonly<Record<string, unknown>>,
  name: string,
): string | undefined {
  if (events !== 'as_is' && 'setting' in events) {
    const names = (settings[events.setting] ?? {}) as Readonly<Record<string, string>>
    if (Object.hasOwn(names, name)) return names[name]
    return eventTypes.has(name) ? undefined : other(otherEvents, name)
  }
  if (!eventTypes.has(name)) return other(otherEvents, name)
  return events === 'as_is'
    ? name
    : (Object.entries(events).find(([each]) => each === name)?.[1] ?? undefined)
}

function other(otherEvents: Target['otherEvents'], name: string): string | undefined {
  return otherEvents === 'as_is' ? name : otherEvents?.name
}
