/** Sync: makes the samples of a dry run: some rows of each change, with a preview of their delivery. */
import type { Decision } from '../../schemas/decision.ts'
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import { tables } from '../../schemas/warehouse.ts'
import { createPreview } from '../delivery/preview.ts'
import { decideOne } from '../dispatch/dispatch.ts'
import type { Event } from '../event/read.ts'
import { eventOfChange, isUnreadable, rowFaultOf, type ChangedRow } from '../event/row_event.ts'
import { changedRow, changedRowColumns } from './changed_row.ts'
import { sentChanges } from './diff.ts'
import type { SyncJob } from './job.ts'

/** Rows of each change: few, because they are personal data. */
const maxRows = 10

interface Sample {
  row_key: unknown
  /** The current row, or the delivered one if it was removed. */
  row: ChangedRow['row']
  event_id: string
  backfill: boolean
  /** Undefined for a row that is not a valid event of its type. */
  fate?: DeliveryPreview
  problem?: string
}

/** Returns the decision on a sample; undefined until the suppression list is loaded. A removal from a list passes every decision. */
function decisionOn(
  { audience, destinationPorts }: SyncJob,
  { change }: ChangedRow,
  event: Event,
): Decision | undefined {
  if (audience && change === 'removed')
    return { destination: destinationPorts.destination.id, permitted: true, rule: null, reason: 'permitted' }
  return decideOne(destinationPorts, event)
}

/** Reads samples by change. */
export async function samplesOf(job: SyncJob): Promise<Readonly<Record<string, readonly Sample[]>>> {
  const { ports, sync, destinationPorts, registry, statementParameters } = job
  const { warehouse } = ports
  const lines = await warehouse.rows(
    `SELECT row_key, ${changedRowColumns}
FROM ${warehouse.locate(tables.sync_changes.name)}
WHERE run_id = @run AND change IN (${sentChanges})
QUALIFY ROW_NUMBER() OVER (PARTITION BY change ORDER BY event_id) <= ${maxRows}
ORDER BY event_id`,
    statementParameters,
  )
  await ports.refreshSuppressions()
  const preview = createPreview(destinationPorts.destination, ports.now)
  const samples = lines.map((line): [change: string, Sample] => {
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
    const decision = decisionOn(job, changed, event)
    if (!decision) return [change, { ...sample, problem: 'The suppression list is not loaded.' }]
    return [change, { ...sample, fate: preview(event, decision) }]
  })
  return Object.fromEntries(
    [...Map.groupBy(samples, ([change]) => change)].map(([change, group]) => [
      change,
      group.map(([, sample]) => sample),
    ]),
  )
}
