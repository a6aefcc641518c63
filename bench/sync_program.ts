/** Bench `sync`, measured process: runs a sync like the function `sync`, with a bus that counts and a destination that accepts everything. Sends the
 * duration of the comparison, the rows that left BigQuery, CPU time and memory to the bench. */
import { parseStoredMessage } from '../functions/bus/stored_message.ts'
import { compileDecisions } from '../functions/decision/decide.ts'
import { deliveryRow } from '../functions/delivery/row.ts'
import type { DestinationPorts } from '../functions/dispatch/open.ts'
import { insertAll } from '../functions/google/bigquery.ts'
import { delivered } from '../schemas/outcome.ts'
import { tables } from '../schemas/warehouse.ts'
import { measuredWarehouse, type ComparisonFigures } from './measured_warehouse.ts'
import { runSync } from './run_sync.ts'
import { destination, people } from './sync_case.ts'

export interface SyncConfig {
  project: string
  dataset: string
  authorization: string
  /** Id of the run. */
  id: string
}

export interface SyncFigures extends ComparisonFigures {
  /** Duration of the run, in ms. */
  total: number
  /** Rows that BigQuery returned, including bookkeeping. */
  rows: number
  published: number
  /** CPU time in ms and peak memory in MiB of this process. */
  cpu: number
  peak: number
}

async function run({ project, dataset, authorization, id }: SyncConfig): Promise<SyncFigures> {
  const figures = { compared: 0, read: 0, rows: 0, published: 0 }
  const warehouse = measuredWarehouse({ project, dataset }, figures, (rows) => (figures.rows += rows.length))
  const record: DestinationPorts['record'] = (rows) =>
    insertAll(process.env, { project, dataset, table: tables.deliveries.name }, authorization, rows)
  const way: DestinationPorts = {
    destination,
    now: () => new Date(),
    isSuppressed: () => false,
    decide: compileDecisions([{ ...destination, purpose: 'generic' }]),
    record,
    publish: async (messages) => {
      const rows = messages.map(({ data, attributes }, index) => {
        const event = parseStoredMessage({
          subscription: '',
          publishTime: '',
          attempt: 1,
          data,
          attributes,
          messageId: `${id}-${figures.published + index}`,
        })
        return deliveryRow(destination, event, { outcome: delivered(), latency: 1 }, new Date())
      })
      figures.published += messages.length
      await record(rows)
      return 'accepted'
    },
  }
  // The system's peak memory of a process starts with that of the process that forked it.
  let peak = 0
  setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5).unref()
  const total = await runSync(warehouse, people, way, id)
  const { user, system } = process.cpuUsage()
  return {
    ...figures,
    total,
    cpu: (user + system) / 1000,
    peak: peak / 2 ** 20,
  }
}

process.once('disconnect', () => process.exit(0))
process.once('message', (orders: SyncConfig) => void run(orders).then((figures) => process.send?.(figures)))
