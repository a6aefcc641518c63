/** Delivery: a row of a page as delivery gets it, and the event that removes its former member. */
import type { StoredEvent } from '../bus/stored_message.ts'

/** What the rows of one push of a page share. */
export interface PageTurn {
  /** Bytes of the message. The rows wait in one place together, because they are one push. */
  bytes: number
  /** Tells that the removal of a row has ended; only the first call for a row counts. */
  removalEnded: (row: PageEvent, isDone: boolean) => void
  /** Waits until all removals of the page have ended. Resolves to false for a row that one of them, tried again, would remove afterwards. */
  mayAdd: (row: PageEvent) => Promise<boolean>
}

/** A stored event, or a row with its page. */
export interface PageEvent extends StoredEvent {
  turn?: PageTurn
}

/** Returns true if the event removes its person from a list. */
export function isRemoval({ value }: Pick<StoredEvent, 'value'>): boolean {
  return (value['event_data'] as { change?: unknown } | undefined)?.change === 'removed'
}

/** Returns the event that removes the member whom the list knows by the previous values. */
export function formerMember<Row extends StoredEvent>(
  event: Row,
  previous: Readonly<Record<string, unknown>>,
): Row {
  const members = Object.entries({ ...event.value, ...previous }).filter(([, field]) => field !== null)
  const value = Object.fromEntries([
    ...members,
    ['event_data', { ...(event.value['event_data'] as object | undefined), change: 'removed' }],
  ])
  const { previous: _, ...others } = event
  return { ...others, value, text: JSON.stringify(value), removes: true } as Row
}
