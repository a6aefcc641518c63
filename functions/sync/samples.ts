/** Sync: what a dry run shows: some rows of each change, and what would become of them at the destination. */
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import { tables } from '../../schemas/warehouse.ts'
import { createPreview } from '../delivery/preview.ts'
import { decideOne } from '../dispatch/dispatch.ts'
import { sentChanges } from './diff.ts'
import type { SyncJob } from './job.ts'
import {
  changedRow,
  changedRowColumns,
  eventOfChange,
  rowFaultOf,
  isUnreadable,
  type ChangedRow,
} from './row_event.ts'

/** Rows of each change; they hold personal data, so they are few. */
const most = 10

interface Sample {
  row_key: unknown
  /** The row as it is now; a removed one as it was delivered. */
  row: ChangedRow['row']
  event_id: string
  backfill: boolean
  /** Undefined for a row that is no event of its type. */
  fate?: DeliveryPreview
  problem?: string
}

/** Samples by change. */
export async function samplesOf(job: SyncJob): Promise<Readonly<Record<string, readonly Sample[]>>> {
  const { ports, sync, destinationPorts, registry, statementParameters } = job
  const { warehouse } = ports
  const found = await warehouse.rows(
    `SELECT row_key, ${changedRowColumns}
FROM ${warehouse.locate(tables.sync_changes.name)}
WHERE run_id = @run AND change IN (${sentChanges})
QUALIFY ROW_NUMBER() OVER (PARTITION BY change ORDER BY event_id) <= ${most}
ORDER BY event_id`,
    statementParameters,
  )
  await ports.refreshSuppressions()
  const fateOf = createPreview(destinationPorts.destination, ports.now)
  const samples = found.map((line): [change: string, Sample] => {
    const changed = changedRow(line)
    const { eventId, change, row, backfill } = changed
    const sample = {
      row_key: JSON.parse(String(line['row_key'])) as unknown,
      row,
      event_id: eventId,
      backfill,
    }
    const event = eventOfChange(sync, changed, registry)
    if (isUnreadable(event)) return [change, { ...sample, problem: rowFaultOf(event) }]
    const verdict = decideOne(destinationPorts, event)
    if (!verdict) return [change, { ...sample, problem: 'The list of suppressions could not be read.' }]
    return [change, { ...sample, fate: fateOf(event, verdict) }]
  })
  return Object.fromEntries(
    [...Map.groupBy(samples, ([change]) => change)].map(([change, group]) => [
      change,
      group.map(([, sample]) => sample),
    ]),
  )
}
