/** Test support: runs erasures against an embedded BigQuery, and records what they publish. */
import { randomUUID } from 'node:crypto'
import type { PushMessage } from '../../functions/bus/push.ts'
import type { ErasePorts } from '../../functions/erase/erase.ts'
import { erasureWorker } from '../../functions/erase/worker.ts'
import type { OutgoingMessage } from '../../functions/google/pubsub.ts'
import { openWarehouse, type Warehouse } from '../../functions/google/warehouse.ts'
import { createRunHandler } from '../../functions/runs/handle_run.ts'
import { StatusError } from '../../functions/serving/answer.ts'
import { lendEnvironment } from '../support/with_environment.ts'
import { startWarehouse, type TestWarehouse } from '../support/warehouse.ts'

export interface ErasureFixture {
  test: TestWarehouse
  warehouse: Warehouse
  /** Messages published to topic `stored`. */
  published: OutgoingMessage[]
  /** Pushes a run request once. */
  push: (id: string, request: object, ports?: Partial<ErasePorts>) => Promise<'ended' | 'retry'>
  /** Reads the row of a run, with JSON columns parsed. */
  runOf: (id: string) => Promise<Readonly<Record<string, unknown>>>
  stop: () => Promise<void>
}

const timeouts = {
  suppressionPropagationMs: 0,
  inFlightMs: 0,
  deleteRetryMs: 0,
  thirdPartyTimeoutMs: 3_600_000,
}

export async function startErasureFixture(): Promise<ErasureFixture> {
  const test = await startWarehouse()
  const restoreEnvironment = lendEnvironment(test.env)
  const warehouse = openWarehouse(test)
  const published: OutgoingMessage[] = []
  return {
    test,
    warehouse,
    published,
    push: async (id, request, ports = {}) => {
      const worker = erasureWorker({
        warehouse,
        destinations: [],
        timeouts,
        now: () => new Date(),
        publish: async (messages) => {
          published.push(...messages)
          return 'accepted'
        },
        removeHeldDeadLetters: async () => 0,
        wait: async () => {},
        ...ports,
      })
      const handle = createRunHandler(
        {
          warehouse,
          leaseMs: 3_600_000,
          workMs: 3_600_000,
          newHolder: randomUUID,
          now: () => performance.now(),
          repeat: () => () => {},
          warn: () => {},
          alert: () => {},
        },
        { erasure: worker },
      )
      try {
        await handle(message(id, request))
        return 'ended'
      } catch (error) {
        if (error instanceof StatusError && error.http === 425) return 'retry'
        throw error
      }
    },
    runOf: async (id) => {
      const [row] = await warehouse.rows(
        `SELECT state, reason, dry_run, TO_JSON_STRING(request) AS request, TO_JSON_STRING(counts) AS counts,
  TO_JSON_STRING(position) AS position, TO_JSON_STRING(result) AS result
FROM ${warehouse.locate('runs')} WHERE run_id = @id`,
        { id: ['STRING', id] },
      )
      const json = ['request', 'counts', 'position', 'result'] as const
      return { ...row, ...Object.fromEntries(json.map((name) => [name, parsed(row?.[name])])) }
    },
    stop: async () => {
      restoreEnvironment()
      await test.stop()
    },
  }
}

function parsed(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : text
}

function message(messageId: string, request: object): PushMessage {
  return {
    messageId,
    subscription: 'runs-erase',
    publishTime: '2026-03-14T09:26:53Z',
    data: Buffer.from(JSON.stringify(request)),
    attributes: { kind: 'erasure' },
    attempt: 1,
  }
}
