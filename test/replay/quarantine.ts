/** Test support: the embedded BigQuery with a quarantine, the worker of `sync`, and the storage behind a slow bus: messages are stored when
 * the run waits. Waiting advances the clock at once. */
import { randomUUID } from 'node:crypto'
import { codeRegistry, withSaved, type Registry } from '../../functions/event/registry.ts'
import type { Published } from '../../functions/event/read.ts'
import { insertAll } from '../../functions/google/bigquery.ts'
import { openWarehouse, type Warehouse, type WarehouseRow } from '../../functions/google/warehouse.ts'
import { replayMaxBytesBilled } from '../../functions/replay/job.ts'
import { reprocessWorker } from '../../functions/replay/reprocess.ts'
import { createRunHandler } from '../../functions/runs/handle_run.ts'
import { StatusError } from '../../functions/serving/answer.ts'
import { storeBatch } from '../../functions/storage/store_batch.ts'
import { text } from '../../schemas/context/field.ts'
import { defineEvent } from '../../schemas/event_type.ts'
import { tables } from '../../schemas/warehouse.ts'
import { lendEnvironment } from '../support/with_environment.ts'
import { startWarehouse } from '../support/warehouse.ts'
import { always } from './stack.ts'

/** The event type that makes the quarantined messages valid. */
const parcel = defineEvent({
  name: 'parcel_sent',
  description: 'A parcel has left.',
  fields: { carrier: text('Who brings it.', 'dhl') },
  examples: [],
})

/** Called before each change and publish of a run. An error ends the process there. */
export type Step = () => void

export async function startQuarantine() {
  const test = await startWarehouse()
  const restoreEnvironment = lendEnvironment(test.env)
  for (const table of Object.values(tables)) await test.createTable(table)
  const warehouse = openWarehouse(test)
  /** Published messages that are not stored yet. */
  let inFlight: Published[] = []
  let messages = 0
  let ms = 0
  const now = () => new Date(Date.now() + ms)

  const store = async (batch: readonly Published[], registry: Registry): Promise<void> => {
    if (batch.length === 0) return
    const results = await storeBatch(
      {
        now,
        refreshCaches: () => undefined,
        refreshDefinitionsFor: async () => {},
        registry: () => registry,
        isSuppressed: () => false,
        decide: () => [],
        triggersAction: () => false,
        inOrder: new Set<string>(),
        append: (table, rows) => insertAll(process.env, { ...test, table }, test.authorization, rows),
        publish: async () => 'accepted',
      },
      batch,
    )
    if (results.some(({ kind }) => kind !== 'settled')) throw new Error('A message is not stored.')
  }
  const received = (
    topic: string,
    data: Buffer,
    attributes: Readonly<Record<string, string>>,
  ): Published => ({
    topic,
    data,
    attributes,
    messageId: `m-${messages++}`,
    publishTime: now().toISOString(),
  })

  return {
    rows: (sql: string): Promise<readonly WarehouseRow[]> => warehouse.rows(sql),
    locate: warehouse.locate,
    /** Quarantines messages, each with its own carrier. */
    fill: (count: number) =>
      store(
        Array.from({ length: count }, (_, n) =>
          received('events', Buffer.from(`{"event_name":"parcel_sent","carrier":"c-${n}"}`), {}),
        ),
        codeRegistry,
      ),
    /** Pushes a run request once. Adds the published messages to `published`. */
    push: async (id: string, step: Step, published: string[]): Promise<'ended' | 'retry'> => {
      const change: Warehouse['change'] = async (...args) => {
        step()
        return warehouse.change(...args)
      }
      const worker = reprocessWorker({
        warehouse: { ...warehouse, change },
        registry: () => withSaved([parcel]),
        refreshDefinitionsFor: async () => {},
        maximumBytesBilled: replayMaxBytesBilled,
        now,
        publish: async (topic, outgoing) => {
          step()
          for (const { data, attributes } of outgoing) {
            inFlight.push(received(topic, Buffer.from(data), attributes))
            published.push(data.toString())
          }
          step()
          return 'accepted'
        },
        wait: async (delayMs) => {
          ms += delayMs
          const arrived = inFlight
          inFlight = []
          await store(arrived, withSaved([parcel]))
        },
      })
      const handle = createRunHandler(
        {
          warehouse: { ...warehouse, change },
          // The lease of a crashed process has expired when the next one starts.
          leaseMs: 1,
          workMs: 480_000,
          newHolder: randomUUID,
          now: () => performance.now() + ms,
          repeat: () => () => {},
          warn: () => {},
          alert: () => {},
        },
        { reprocess: worker },
      )
      try {
        await handle({
          subscription: 'runs-sync',
          attempt: 1,
          messageId: id,
          publishTime: new Date().toISOString(),
          data: Buffer.from(JSON.stringify({ ...always, rate: 4 })),
          attributes: { kind: 'reprocess' },
        })
        return 'ended'
      } catch (error) {
        if (error instanceof StatusError && error.http === 425) return 'retry'
        throw error
      }
    },
    stop: async () => {
      restoreEnvironment()
      await test.stop()
    },
  }
}
