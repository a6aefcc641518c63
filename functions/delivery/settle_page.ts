/** Delivery: settles the rows of a page at the same time, so that they share requests. Removals come first: another row of the page may add
 * the same person again. */
import type { StoredEvent } from '../bus/stored_message.ts'
import type { Settlement } from './settle.ts'

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

/** Returns the function that settles the rows of one push of a page. `identifiers`: the context fields that identify a member. */
export function createPageSettlement(
  settle: (event: PageEvent) => Promise<Settlement>,
  identifiers: readonly string[],
) {
  return async (rows: readonly StoredEvent[], bytes: number, arrivedAt: number): Promise<Settlement> => {
    const turn = createPageTurn(rows, bytes, identifiers)
    const settlements = await Promise.all(
      rows.map(async (each) => {
        const row = { ...each, arrivedAt, turn }
        let isDone = false
        try {
          const settlement = await settle(row)
          isDone = settlement.kind === 'settled'
          return settlement
        } finally {
          turn.removalEnded(row, isDone)
        }
      }),
    )
    return settlements.find(({ kind }) => kind === 'retry') ?? { kind: 'settled' }
  }
}

function createPageTurn(
  rows: readonly StoredEvent[],
  bytes: number,
  identifiers: readonly string[],
): PageTurn {
  const awaited = new Set(rows.filter((row) => row.previous || isRemoval(row)).map(({ id }) => id))
  /** Identifiers of those whose removal has failed. */
  const unremoved = new Set<string>()
  const removed = Promise.withResolvers<void>()
  const identifiersOf = ({ value }: StoredEvent): readonly string[] =>
    identifiers.flatMap((field) =>
      value[field] === undefined ? [] : [`${field} ${String(value[field]).trim().toLowerCase()}`],
    )
  if (awaited.size === 0) removed.resolve()
  return {
    bytes,
    removalEnded: (row, isDone) => {
      if (!awaited.delete(row.id)) return
      if (!isDone)
        for (const each of identifiersOf(row.previous ? formerMember(row, row.previous) : row))
          unremoved.add(each)
      if (awaited.size === 0) removed.resolve()
    },
    mayAdd: async (row) => {
      await removed.promise
      return !identifiersOf(row).some((each) => unremoved.has(each))
    },
  }
}
