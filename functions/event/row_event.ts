/** Event: makes an event from a changed row of a sync, with the reader for events of producers. Pure. */
import { attributes, topics } from '../../schemas/bus.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { rowFields, type Sync } from '../../schemas/sync.ts'
import { readEvent, type Event, type RejectedMessage } from './read.ts'
import { codeRegistry, withSaved, type Registry } from './registry.ts'

/** A row of `sync_changes` that is sent. */
export interface ChangedRow {
  eventId: string
  change: string
  row: Readonly<Record<string, unknown>>
  /** RFC 3339. */
  noticedAt: string
  backfill: boolean
  /** For a list of people: the row as it was last delivered, if the destination has it and it differs. */
  previous?: Readonly<Record<string, unknown>>
}

function isStandard({ event }: Sync): boolean {
  return eventTypes.has(event.name)
}

/** Returns the registry with the event type of the sync. */
export function registryFor(sync: Sync): Registry {
  return isStandard(sync) ? codeRegistry : withSaved([sync.event])
}

/** Returns the columns that a model may not have, because the platform writes them. */
export function reservedColumns(sync: Sync): readonly string[] {
  return ['event_id', 'event_name', ...(isStandard(sync) ? [] : Object.keys(rowFields))]
}

/** Makes the event, without NULL columns. Default of `event_time`: when a run first detected the change, so that a retried row is the same
 * byte for byte. */
export function eventOfChange(
  sync: Sync,
  { eventId, change, row, noticedAt, backfill }: Omit<ChangedRow, 'previous'>,
  registry: Registry,
): Event | RejectedMessage {
  const present = Object.entries(row).filter(([, value]) => value !== null)
  const body = {
    event_id: eventId,
    ...(!isStandard(sync) && { change, backfill }),
    ...Object.fromEntries(present),
  }
  return readEvent(
    {
      topic: topics.runs,
      messageId: eventId,
      publishTime: noticedAt,
      data: Buffer.from(JSON.stringify(body)),
      attributes: { [attributes.eventName]: sync.event.name },
    },
    registry,
  )
}

export function isUnreadable(read: Event | RejectedMessage): read is RejectedMessage {
  return 'reason' in read
}

/** Returns why a row is not a valid event of its type, without its values. */
export function rowFaultOf({ reason, violations = [] }: RejectedMessage): string {
  const [first] = violations
  return first ? `${first.field}: expected ${first.expected}, got ${first.got}` : reason
}
