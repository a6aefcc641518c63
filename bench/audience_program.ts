/** Bench `audience`, measured process: runs a sync to a list of people like the function `sync`: it publishes pages to the bus and waits until `forward`
 * has written their outcomes. Sends what left BigQuery and the durations to the bench. */
import { compileDecisions } from '../functions/decision/decide.ts'
import type { DestinationPorts } from '../functions/dispatch/open.ts'
import { insertAll } from '../functions/google/bigquery.ts'
import { publisherTo } from '../functions/google/pubsub.ts'
import type { WarehouseRow } from '../functions/google/warehouse.ts'
import { withTarget } from '../functions/targets/registry.ts'
import { topics } from '../schemas/bus.ts'
import { tables } from '../schemas/warehouse.ts'
import { everybody, vipList } from './audience_case.ts'
import { measuredWarehouse, type ComparisonFigures } from './measured_warehouse.ts'
import { runSync } from './run_sync.ts'

export interface AudienceConfig {
  project: string
  dataset: string
  /** For BigQuery. */
  authorization: string
  bus: { url: string; authorization: string }
  /** Id of the run. */
  id: string
}

export interface AudienceFigures extends ComparisonFigures {
  /** Duration of the run, in ms. */
  total: number
  /** Rows that left BigQuery, those of changes among them, the number of these changes, and bytes of all as JSON. */
  rows: number
  changeRows: number
  changes: number
  bytes: number
  pages: number
}

async function run(config: AudienceConfig): Promise<AudienceFigures> {
  const { project, dataset, authorization, bus, id } = config
  const figures: AudienceFigures = {
    compared: 0,
    total: 0,
    read: 0,
    rows: 0,
    changeRows: 0,
    changes: 0,
    bytes: 0,
    pages: 0,
  }
  // Those of members leave it twice. A set of all ids of a first run would take more memory than the sync.
  const changed = new Set<string>()
  const count = (found: readonly WarehouseRow[]): void => {
    figures.rows += found.length
    figures.bytes += JSON.stringify(found).length
    for (const { event_id, change, row_data } of found)
      if (row_data !== undefined) {
        figures.changeRows++
        if (change === 'changed') changed.add(String(event_id))
        else figures.changes++
      }
  }
  const warehouse = measuredWarehouse({ project, dataset }, figures, count)
  const publish = publisherTo(
    { ...process.env, PUBSUB_EMULATOR_HOST: new URL(bus.url).host },
    `projects/${project}/topics/${topics.stored}`,
    () => bus.authorization,
  )
  const way: DestinationPorts = {
    destination: vipList,
    now: () => new Date(),
    isSuppressed: () => false,
    decide: compileDecisions([withTarget(vipList)]),
    record: (rows) =>
      insertAll(process.env, { project, dataset, table: tables.deliveries.name }, authorization, rows),
    publish: (messages) => {
      figures.pages += messages.length
      return publish(messages)
    },
  }
  const total = await runSync(warehouse, everybody, way, id)
  return { ...figures, changes: figures.changes + changed.size, total }
}

process.once('disconnect', () => process.exit(0))
process.once(
  'message',
  (config: AudienceConfig) => void run(config).then((figures) => process.send?.(figures)),
)
