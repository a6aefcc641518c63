/** Event: what a source may send. The topic of a message proves its source, so no message can claim the right of another one. Pure. */
import { sourceOfTopic } from '../../schemas/bus.ts'
import { everyEventType, type EventSources } from '../../schemas/source.ts'
import type { Derive } from './derive.ts'
import { readEvent, type Event, type Published, type RejectedMessage } from './read.ts'
import type { Registry } from './registry.ts'

/** Name of the source → the event types that it may send; `*` for all. */
export type SourceRights = ReadonlyMap<string, ReadonlySet<string>>

/** Without sources, no topic of a source exists. */
export const noSources: SourceRights = new Map()

/** Maximum number of event types that a message names. */
const maxNamed = 20

export function rightsOfSources(sources: EventSources): SourceRights {
  return new Map(Object.entries(sources).map(([name, { events }]) => [name, new Set(events)]))
}

/** Returns true if an event of the type may come through the topic: through a shared topic any, through that of a source those of its list. A
 * source that is not configured any more may send none. */
export function maySend(rights: SourceRights, topic: string, eventName: string): boolean {
  const source = sourceOfTopic(topic)
  if (source === undefined) return true
  const events = rights.get(source)
  return events !== undefined && (events.has(everyEventType) || events.has(eventName))
}

/** Returns the event types that a source may send, as text. */
export function allowedText(rights: SourceRights, source: string): string {
  const events = [...(rights.get(source) ?? [])]
  if (events.length === 0) return 'none: the source is not configured'
  const named = events.slice(0, maxNamed).join(', ')
  return events.length > maxNamed ? `${named} and ${events.length - maxNamed} more` : named
}

/** Reads a message as `readEvent` does, and rejects an event whose type its source may not send. A message without a name, or with one that
 * no definition has, keeps that reason: the name that was probably meant helps more. */
export function readAllowed(
  received: Published,
  registry: Registry,
  rights: SourceRights = noSources,
  derive?: Derive,
): Event | RejectedMessage {
  const read = readEvent(received, registry, derive)
  const source = sourceOfTopic(received.topic)
  if (source === undefined) return read
  const eventName = 'reason' in read ? read.eventName : read.name
  if (eventName === undefined || maySend(rights, received.topic, eventName)) return read
  if ('reason' in read && read.reason === 'unknown_event') return read
  const expected = `an event type that source ${source} may send: ${allowedText(rights, source)}`
  return {
    reason: 'source_not_allowed',
    eventName,
    violations: [{ field: 'event_name', code: 'not_listed', expected, got: 'another event type' }],
  }
}
