/** Demo: the table `action_windows` while the history is made: it takes the claims of actions, and answers which windows are taken. */
import type { RowText } from '../../functions/google/bigquery.ts'
import type { Parameters, Warehouse, WarehouseRow } from '../../functions/google/warehouse.ts'
import { microsOf } from '../../functions/act/timestamps.ts'

interface Claim {
  id: string
  subject: string
  at: string
}

/** Returns the warehouse as actions without requirements see it. `append` gets each row of `action_windows`. */
export function claimedWindows(
  append: (rows: readonly RowText[]) => unknown,
): Pick<Warehouse, 'rows' | 'change'> {
  const held = new Map<string, WarehouseRow[]>()
  const add = (action: string, row: WarehouseRow, fired_at?: string): void => {
    const { subject, firing_id } = row
    held.set(action, [...(held.get(action) ?? []), row])
    append([{ insertId: '', json: JSON.stringify({ action, subject, firing_id, fired_at }) }])
  }
  const valueOf = (parameters: Parameters | undefined, name: string): unknown => parameters?.[name]?.[1]
  return {
    // Asked for settled firings, there are none: each event comes once.
    rows: async (_sql, parameters) => {
      const subjects = new Set((valueOf(parameters, 'subjects') ?? []) as readonly string[])
      const rows = held.get(String(valueOf(parameters, 'action'))) ?? []
      return valueOf(parameters, 'ids') === undefined
        ? rows.filter(({ subject }) => subject === '' || subjects.has(String(subject)))
        : []
    },
    change: async (_sql, parameters) => {
      const action = String(valueOf(parameters, 'action'))
      const claims = valueOf(parameters, 'claims') as readonly string[] | undefined
      if (claims === undefined) add(action, { subject: '' })
      for (const text of claims ?? []) {
        const { id, subject, at } = JSON.parse(text) as Claim
        add(action, { subject, firing_id: id, micros: microsOf(at) }, at)
      }
      return 1
    },
  }
}
