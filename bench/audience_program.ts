/** Bench `audience`, measured process: runs a sync to a list of people like the function `sync`: it publishes pages to the bus and waits until `forward`
 * has written their outcomes. Sends what left BigQuery and the durations to the bench. */
import { compileDecisions } from '../functions/decision/decide.ts'
import type { DestinationPorts } from '../functions/dispatch/open.ts'
import { insertAll } from '../functions/google/bigquery.ts'
import { publisherTo } from '../functions/google/pubsub.ts'
import { openWarehouse, type Warehouse, type WarehouseRow } from '../functions/google/warehouse.ts'
import { createRunHandler } from '../functions/runs/handle_run.ts'
import { runsPorts } from '../functions/runs/open.ts'
import { syncPorts } from '../functions/sync/open.ts'
import { syncWorker } from '../functions/sync/worker.ts'
import { withTarget } from '../functions/targets/registry.ts'
import { topics } from '../schemas/bus.ts'
import { tables } from '../schemas/warehouse.ts'
import { everybody, vipList } from './audience_case.ts'

export interface AudienceConfig {
  project: string
  dataset: string
  /** For BigQuery. */
  authorization: string
  bus: { url: string; authorization: string }
  /** Id of the run. */
  id: string
}

export interface AudienceFigures {
  /** Duration of the comparing statement and of the run, in ms. */
  compared: number
  total: number
  /** Bytes that the comparing statement reads in BigQuery. */
  read: number
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
  const left = new Set<string>()
  const count = (found: readonly WarehouseRow[]): void => {
    figures.rows += found.length
    figures.bytes += JSON.stringify(found).length
    const ids = found.flatMap(({ event_id, row_data }) => (row_data === undefined ? [] : [String(event_id)]))
    figures.changeRows += ids.length
    for (const each of ids) left.add(each)
  }
  const real = openWarehouse({ project, dataset })
  const warehouse: Warehouse = {
    ...real,
    rows: async (...asked) => {
      const found = await real.rows(...asked)
      count(found)
      return found
    },
    pages: async function* (...asked) {
      for await (const page of real.pages(...asked)) {
        count(page)
        yield page
      }
    },
    change: async (...asked) => {
      const begun = performance.now()
      const changed = await real.change(...asked)
      if (asked[0].includes('WITH model_row')) figures.compared = performance.now() - begun
      return changed
    },
    estimate: async (...asked) => {
      const estimate = await real.estimate(...asked)
      figures.read = estimate.bytes
      return estimate
    },
  }
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
  const worker = syncWorker(
    syncPorts(warehouse, { refreshSuppressions: async () => {}, to: () => way }),
    new Map([[everybody.name, everybody]]),
    [{ name: everybody.name, destinations: [vipList.id] }],
  )
  const begun = performance.now()
  await createRunHandler(runsPorts(warehouse), { sync: worker })({
    subscription: 'runs-sync',
    messageId: id,
    publishTime: new Date().toISOString(),
    attempt: 1,
    data: Buffer.from(JSON.stringify({ sync: everybody.name })),
    attributes: { kind: 'sync' },
  })
  return { ...figures, changes: left.size, total: performance.now() - begun }
}

process.once('disconnect', () => process.exit(0))
process.once(
  'message',
  (config: AudienceConfig) => void run(config).then((figures) => process.send?.(figures)),
)
