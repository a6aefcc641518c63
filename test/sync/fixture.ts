/** Tests of syncs: the embedded BigQuery with a table of people, the worker as `sync` runs it, and behind it `forward` as it settles what
 * is published, in this process. The third party is a function. */
import { compileDecisions } from '../../functions/decision/decide.ts'
import { parseStoredMessage } from '../../functions/bus/stored_message.ts'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import { createSettlement } from '../../functions/delivery/settle.ts'
import type { DestinationPorts } from '../../functions/dispatch/open.ts'
import { insertAll, type RowText } from '../../functions/google/bigquery.ts'
import type { HttpRequest } from '../../functions/net/http.ts'
import type { OutgoingMessage } from '../../functions/google/pubsub.ts'
import { openWarehouse, type WarehouseRow } from '../../functions/google/warehouse.ts'
import { createRunHandler, type RunsPorts } from '../../functions/runs/handle_run.ts'
import { cancelRun } from '../../functions/runs/run_log.ts'
import { syncWorker } from '../../functions/sync/worker.ts'
import { targetOf } from '../../functions/targets/registry.ts'
import type { Destination } from '../../schemas/destination.ts'
import type { Sync } from '../../schemas/sync.ts'
import { views } from '../../schemas/views.ts'
import { tables } from '../../schemas/warehouse.ts'
import { respond } from '../delivery/fake_third_party.ts'
import { lendEnvironment } from '../support/with_environment.ts'
import { startWarehouse } from '../support/warehouse.ts'

/** What the third party was sent. */
export type Body = Readonly<Record<string, unknown>> & { event_data: Readonly<Record<string, unknown>> }

export interface RunRow extends WarehouseRow {
  run_id: string
  state: string
  reason: string | null
  counts: Readonly<Record<string, number>>
  result: Readonly<Record<string, unknown>> | null
}

export const crm: Destination = {
  id: 'crm',
  target: 'webhook',
  settings: { url: 'https://crm.example.com/' },
  rules: [{ id: 'all', effect: 'permit', when: 'true' }],
}

export type SyncFixture = Awaited<ReturnType<typeof startWorld>>

export async function startWorld() {
  const store = await startWarehouse()
  const giveBack = lendEnvironment(store.env)
  for (const table of Object.values(tables)) await store.createTable(table)
  const warehouse = openWarehouse(store)
  const view = views(store.project, store.dataset).find(({ name }) => name === 'sync_runs')!
  await warehouse.change(`CREATE VIEW ${warehouse.locate(view.name)} AS ${view.query}`)
  await warehouse.change(
    `CREATE TABLE ${warehouse.locate('people')} (user_id STRING, email STRING, plan STRING, spent INT64, consent JSON)`,
  )
  const sent: Body[] = []
  const world = {
    warehouse,
    /** What the third party has taken or refused, in order. */
    sent,
    /** Its answer to a row. */
    status: (() => 200) as (body: Body) => number,
    /** Whether messages get as far as `forward`. */
    isOpen: true,
    isSuppressed: (() => false) as (event: Readonly<Record<string, unknown>>) => boolean,
    warnings: [] as string[],
    alerts: [] as Readonly<Record<string, unknown>>[],
    /** Called after each publish. */
    published: (async () => {}) as (messages: readonly OutgoingMessage[]) => Promise<void>,
    /** How long one push may be worked on, in ms. */
    patience: 480_000,

    /** Replaces the people. Of one who is only named the rest is made up. */
    people: async (rows: readonly { user_id: string | null; plan?: string; consent?: object }[]) => {
      await warehouse.change(`DELETE FROM ${warehouse.locate('people')} WHERE TRUE`)
      if (rows.length === 0) return
      const values = rows.map(({ user_id, plan = 'free', consent }) => {
        const id = user_id === null ? 'NULL' : `'${user_id}'`
        return `(${id}, '${user_id ?? 'nobody'}@example.com', '${plan}', 5, ${consent ? `JSON '${JSON.stringify(consent)}'` : 'NULL'})`
      })
      await warehouse.change(
        `INSERT INTO ${warehouse.locate('people')} (user_id, email, plan, spent, consent) VALUES ${values.join(', ')}`,
      )
    },
    /** The rows of a table or view, its JSON columns as values. */
    rows: async (name: string, condition = 'TRUE'): Promise<readonly RunRow[]> => {
      const found = await warehouse.rows(
        `SELECT TO_JSON_STRING(t) AS line FROM ${warehouse.locate(name)} AS t WHERE ${condition}`,
      )
      return found.map(({ line }) => JSON.parse(String(line)) as RunRow)
    },
    stop: async () => {
      giveBack()
      await store.stop()
    },
  }

  const record = (rows: readonly RowText[]) =>
    insertAll(process.env, { ...store, table: tables.deliveries.name }, store.authorization, rows)
  let messages = 0

  /** One instance of `sync` and one of `forward`, which remembers nothing of an earlier one. */
  const launch = (sync: Sync, destination: Destination = crm) => {
    const target = targetOf(destination.target)
    const settle = createSettlement(destination, {
      now: () => new Date(),
      deliver: createDelivery(
        {
          ...destination,
          linkage: { ...(sync.links[target.name] && { [sync.event.name]: sync.links[target.name]! }) },
        },
        target,
        { ...destination.settings, secret: 'test-secret' },
        {
          now: () => new Date(),
          send: async ({ body }: HttpRequest) => {
            const event = JSON.parse(body.toString()) as Body
            sent.push(event)
            return respond(world.status(event))
          },
          wait: async () => {},
          authorization: () => '',
          dropToken: () => {},
          alert: () => {},
        },
      ),
      record: async (row) => (await record([row]))[0]!,
      wait: async () => {},
    })
    const way: DestinationPorts = {
      destination,
      now: () => new Date(),
      isSuppressed: (event) => world.isSuppressed(event),
      decide: compileDecisions([{ ...destination, purpose: target.purpose }]),
      record,
      publish: async (outgoing) => {
        if (world.isOpen)
          await Promise.all(
            outgoing.map(({ data, attributes }) =>
              settle(
                parseStoredMessage({
                  subscription: '',
                  publishTime: '',
                  data,
                  attributes,
                  attempt: 1,
                  messageId: `m-${messages++}`,
                }),
              ),
            ),
          )
        await world.published(outgoing)
        return 'accepted'
      },
    }
    let ms = 0
    const ports: RunsPorts = {
      warehouse,
      // Renewed while a test goes on, and never lost because the machine is slow.
      leaseMs: 30_000,
      workMs: world.patience,
      newHolder: () => `holder-${process.hrtime.bigint()}`,
      now: () => ms + performance.now(),
      repeat: (task, every) => {
        const timer = setInterval(task, every)
        return () => clearInterval(timer)
      },
      warn: (message) => world.warnings.push(message),
      alert: (_, facts) => world.alerts.push(facts),
    }
    const worker = syncWorker(
      {
        warehouse,
        refreshSuppressions: async () => {},
        to: () => way,
        now: () => new Date(Date.now() + ms),
        // Time goes by at once.
        wait: async (pause) => {
          ms += pause
        },
        warn: (message) => world.warnings.push(message),
      },
      new Map([[sync.name, sync]]),
      [{ name: sync.name, destination: destination.id }],
    )
    return createRunHandler(ports, { sync: worker }, (run) => cancelRun(warehouse, run))
  }

  /** One push of a request, as `runs-sync` makes it; its status. */
  const push = async (
    answerer: ReturnType<typeof launch>,
    id: string,
    request: object,
    kind = 'sync',
  ): Promise<number> => {
    try {
      const { status } = await answerer({
        subscription: 'runs-sync',
        messageId: id,
        publishTime: new Date().toISOString(),
        attempt: 1,
        data: Buffer.from(JSON.stringify(request)),
        attributes: { kind },
      })
      return status
    } catch (error) {
      const { http } = error as { http?: number }
      if (http === undefined) throw error
      return http
    }
  }

  let runs = 0
  /** Runs a sync to its end; the row of the run. */
  const run = async (sync: Sync, request: object = {}, destination: Destination = crm): Promise<RunRow> => {
    const id = `run-${runs++}`
    const answerer = launch(sync, destination)
    for (let status = 0; status !== 204;) status = await push(answerer, id, { sync: sync.name, ...request })
    const [row] = await world.rows('runs', `run_id = '${id}'`)
    return row!
  }

  return Object.assign(world, { launch, push, run })
}
