/** Storage layer: all tables of the dataset. The Pulumi program makes them, the functions write them. */
import type { Table } from './warehouse/column.ts'
import { deadLetters } from './warehouse/dead_letters.ts'
import { definitions } from './warehouse/definitions.ts'
import { deliveries } from './warehouse/deliveries.ts'
import { events } from './warehouse/events.ts'
import { quarantine } from './warehouse/quarantine.ts'
import { suppressions } from './warehouse/suppressions.ts'

export const tables = {
  events,
  quarantine,
  deliveries,
  dead_letters: deadLetters,
  definitions,
  suppressions,
} as const satisfies Record<string, Table>

export type TableName = keyof typeof tables
