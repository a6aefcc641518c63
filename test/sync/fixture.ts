/** Test support: the embedded BigQuery with a table of people, the worker of `sync`, and the settlement of `forward` for what it publishes,
 * all in this process. The third party is a function. */
import { isPage, parsePage } from '../../functions/bus/page.ts'
import { compileDecisions } from '../../functions/decision/decide.ts'
import type { PushMessage } from '../../functions/bus/push.ts'
import { parseStoredMessage } from '../../functions/bus/stored_message.ts'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import { createMemberSteps } from '../../functions/delivery/member_steps.ts'
import { restrictSuppressed } from '../../functions/delivery/restrict_suppressed.ts'
import { createSettlement } from '../../functions/delivery/settle.ts'
import { createPageSettlement } from '../../functions/delivery/settle_page.ts'
import type { DestinationPorts } from '../../functions/dispatch/open.ts'
import { insertAll, type RowText } from '../../functions/google/bigquery.ts'
import { compilePreparation } from '../../functions/linkage/prepare.ts'
import type { HttpRequest, HttpResponse } from '../../functions/net/http.ts'
import type { OutgoingMessage } from '../../functions/google/pubsub.ts'
import { openWarehouse, type WarehouseRow } from '../../functions/google/warehouse.ts'
import { createRunHandler, type RunsPorts } from '../../functions/runs/handle_run.ts'
import { cancelRun } from '../../functions/runs/run_log.ts'
import { syncWorker } from '../../functions/sync/worker.ts'
import { targetOf, withTarget } from '../../functions/targets/registry.ts'
import type { Destination } from '../../schemas/destination.ts'
import type { Sync } from '../../schemas/sync.ts'
import { views } from '../../schemas/views.ts'
import { tables } from '../../schemas/warehouse.ts'
import { alone, respond } from '../delivery/fake_third_party.ts'
import { lendEnvironment } from '../support/with_environment.ts'
import { startWarehouse } from '../support/warehouse.ts'

/** An event that the third party received. */
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

export type SyncFixture = Awaited<ReturnType<typeof startSyncFixture>>

export async function startSyncFixture() {
  const store = await startWarehouse()
  const restoreEnvironment = lendEnvironment(store.env)
  for (const table of Object.values(tables)) await store.createTable(table)
  const warehouse = openWarehouse(store)
  const view = views(store.project, store.dataset).find(({ name }) => name === 'sync_runs')!
  await warehouse.change(`CREATE VIEW ${warehouse.locate(view.name)} AS ${view.query}`)
  await warehouse.change(
    `CREATE TABLE ${warehouse.locate('people')} (user_id STRING, email STRING, plan STRING, spent INT64, consent JSON)`,
  )
  const sent: Body[] = []
  const fixture = {
    warehouse,
    /** Events that the third party has accepted or rejected, in order. */
    sent,
    /** Its response status for an event. */
    status: (() => 200) as (body: Body) => number,
    /** Answers requests in place of `sent` and `status`. */
    vendor: undefined as ((request: HttpRequest) => HttpResponse) | undefined,
    /** True if messages reach `forward`. */
    isForwarding: true,
    isSuppressed: (() => false) as (event: Readonly<Record<string, unknown>>) => boolean,
    warnings: [] as string[],
    alerts: [] as Readonly<Record<string, unknown>>[],
    /** Called after each publish. */
    published: (async () => {}) as (messages: readonly OutgoingMessage[]) => Promise<void>,
    /** Maximum working time of one push, in ms. */
    workMs: 480_000,

    /** Replaces the people. Fields that are not given get defaults. */
    people: async (
      rows: readonly { user_id: string | null; email?: string; plan?: string; consent?: object }[],
    ) => {
      await warehouse.change(`DELETE FROM ${warehouse.locate('people')} WHERE TRUE`)
      if (rows.length === 0) return
      const values = rows.map(
        ({ user_id, email = `${user_id ?? 'nobody'}@example.com`, plan = 'free', consent }) => {
          const id = user_id === null ? 'NULL' : `'${user_id}'`
          return `(${id}, '${email}', '${plan}', 5, ${consent ? `JSON '${JSON.stringify(consent)}'` : 'NULL'})`
        },
      )
      await warehouse.change(
        `INSERT INTO ${warehouse.locate('people')} (user_id, email, plan, spent, consent) VALUES ${values.join(', ')}`,
      )
    },
    /** Reads the rows of a table or view, with JSON columns parsed. */
    rows: async (name: string, condition = 'TRUE'): Promise<readonly RunRow[]> => {
      const lines = await warehouse.rows(
        `SELECT TO_JSON_STRING(t) AS line FROM ${warehouse.locate(name)} AS t WHERE ${condition}`,
      )
      return lines.map(({ line }) => JSON.parse(String(line)) as RunRow)
    },
    stop: async () => {
      restoreEnvironment()
      await store.stop()
    },
  }

  const record = (rows: readonly RowText[]) =>
    insertAll(process.env, { ...store, table: tables.deliveries.name }, store.authorization, rows)
  let messages = 0

  /** Starts one instance of `sync` and one of `forward`, without state of earlier ones. */
  const launch = (sync: Sync, destination: Destination = crm) => {
    const target = targetOf(destination.target)
    const linkage = { ...(sync.links[target.name] && { [sync.event.name]: sync.links[target.name]! }) }
    const settings = { ...destination.settings, secret: 'test-secret' }
    const deliver = createDelivery({ ...destination, linkage }, target, settings, {
      now: () => new Date(),
      send: async (request: HttpRequest) => {
        if (fixture.vendor) return fixture.vendor(request)
        const event = JSON.parse(request.body.toString()) as Body
        sent.push(event)
        return respond(fixture.status(event))
      },
      wait: async () => {},
      authorization: () => '',
      dropToken: () => {},
      alert: () => {},
      ...alone(1_000),
    })
    const permitted = restrictSuppressed((event) => fixture.isSuppressed(event), deliver)
    const prepare = compilePreparation({ ...destination, linkage }, target, settings)
    const settle = createSettlement(destination, {
      now: () => new Date(),
      deliver: target.audience
        ? createMemberSteps((event) => prepare(event, new Date()), permitted)
        : permitted,
      record: async (row) => (await record([row]))[0]!,
      wait: async () => {},
      linkOf: () => undefined,
    })
    const settlePage = createPageSettlement(settle, target.audience?.identifiers ?? [])
    const bring = (message: PushMessage) =>
      isPage(message)
        ? settlePage(parsePage(message), message.data.length, Date.now())
        : settle(parseStoredMessage(message))
    const destinationPorts: DestinationPorts = {
      destination,
      now: () => new Date(),
      isSuppressed: (event) => fixture.isSuppressed(event),
      decide: compileDecisions([withTarget(destination)]),
      record,
      publish: async (outgoing) => {
        if (fixture.isForwarding)
          await Promise.all(
            outgoing.map(({ data, attributes }) =>
              bring({
                subscription: '',
                publishTime: '',
                data,
                attributes,
                attempt: 1,
                messageId: `m-${messages++}`,
              }),
            ),
          )
        await fixture.published(outgoing)
        return 'accepted'
      },
    }
    let ms = 0
    const ports: RunsPorts = {
      warehouse,
      // Renewed during a test, and never lost because the machine is slow.
      leaseMs: 30_000,
      workMs: fixture.workMs,
      newHolder: () => `holder-${process.hrtime.bigint()}`,
      now: () => ms + performance.now(),
      repeat: (task, every) => {
        const timer = setInterval(task, every)
        return () => clearInterval(timer)
      },
      warn: (message) => fixture.warnings.push(message),
      alert: (_, facts) => fixture.alerts.push(facts),
    }
    const worker = syncWorker(
      {
        warehouse,
        refreshSuppressions: async () => {},
        to: () => destinationPorts,
        now: () => new Date(Date.now() + ms),
        // Advances the clock at once.
        wait: async (delayMs) => {
          ms += delayMs
        },
        warn: (message) => fixture.warnings.push(message),
      },
      new Map([[sync.name, sync]]),
      [{ name: sync.name, destinations: [destination.id] }],
    )
    return createRunHandler(ports, { sync: worker }, (run) => cancelRun(warehouse, run))
  }

  /** Pushes a request as subscription `runs-sync` does. Returns the status. */
  const push = async (
    handler: ReturnType<typeof launch>,
    id: string,
    request: object,
    kind = 'sync',
  ): Promise<number> => {
    try {
      const { status } = await handler({
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
  /** Runs a sync to its end. Returns the row of the run. */
  const run = async (sync: Sync, request: object = {}, destination: Destination = crm): Promise<RunRow> => {
    const id = `run-${runs++}`
    const handler = launch(sync, destination)
    for (let status = 0; status !== 204;) status = await push(handler, id, { sync: sync.name, ...request })
    const [row] = await fixture.rows('runs', `run_id = '${id}'`)
    return row!
  }

  return Object.assign(fixture, { launch, push, run })
}
