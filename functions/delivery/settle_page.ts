/** Delivery: settles the rows of a page at the same time, so that they share requests. Removals come first: another row of the page may add
 * the same person again. */
import type { StoredEvent } from '../bus/stored_message.ts'
import { formerMember, isRemoval, type PageEvent, type PageTurn } from './page_event.ts'
import type { Settlement } from './settle.ts'

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
    identifiers.flatMap((field) => {
      const text = value[field]
      return typeof text === 'string' ? [`${field} ${text.trim().toLowerCase()}`] : []
    })
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
