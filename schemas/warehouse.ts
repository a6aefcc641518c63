/** Storage layer: lists the tables of the dataset. The Pulumi program creates them. */
import { actionFirings } from './warehouse/action_firings.ts'
import { actionWindows } from './warehouse/action_windows.ts'
import { audit } from './warehouse/audit.ts'
import type { Table } from './warehouse/column.ts'
import { deadLetters } from './warehouse/dead_letters.ts'
import { definitions } from './warehouse/definitions.ts'
import { deliveries } from './warehouse/deliveries.ts'
import { erasureEvents } from './warehouse/erasure_events.ts'
import { events } from './warehouse/events.ts'
import { healthAlerts } from './warehouse/health_alerts.ts'
import { hourlyCounts } from './warehouse/hourly_counts.ts'
import { hourlyErrors } from './warehouse/hourly_errors.ts'
import { identityLinks } from './warehouse/identity_links.ts'
import { leases } from './warehouse/leases.ts'
import { quarantine } from './warehouse/quarantine.ts'
import { rates } from './warehouse/rates.ts'
import { receipts } from './warehouse/receipts.ts'
import { runs } from './warehouse/runs.ts'
import { senders } from './warehouse/senders.ts'
import { suppressions } from './warehouse/suppressions.ts'
import { syncChanges } from './warehouse/sync_changes.ts'
import { syncState } from './warehouse/sync_state.ts'

export const tables = {
  events,
  quarantine,
  deliveries,
  dead_letters: deadLetters,
  definitions,
  suppressions,
  runs,
  leases,
  senders,
  sync_state: syncState,
  sync_changes: syncChanges,
  action_firings: actionFirings,
  action_windows: actionWindows,
  erasure_events: erasureEvents,
  hourly_counts: hourlyCounts,
  hourly_errors: hourlyErrors,
  health_alerts: healthAlerts,
  audit,
  receipts,
  identity_links: identityLinks,
  rates,
} as const satisfies Record<string, Table>

export type TableName = keyof typeof tables
