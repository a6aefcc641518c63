/** Test support: runs actions over the embedded BigQuery, and records what they publish. */
import { insertAll } from '../../functions/google/bigquery.ts'
import { openWarehouse } from '../../functions/google/warehouse.ts'
import { actOnEvents, type ActPorts } from '../../functions/act/act_on_events.ts'
import type { TriggeringEvent } from '../../functions/act/candidate.ts'
import { FiringCache } from '../../functions/act/fire.ts'
import { compileTriggers, type DeployedAction } from '../../functions/act/triggers.ts'
import { compileDecisions } from '../../functions/decision/decide.ts'
import { codeRegistry } from '../../functions/event/registry.ts'
import type { Event } from '../../functions/event/read.ts'
import type { OutgoingMessage, PublishResult } from '../../functions/google/pubsub.ts'
import { storeBatch } from '../../functions/storage/store_batch.ts'
import { parseStoredMessage } from '../../functions/bus/stored_message.ts'
import type { Action, ActionState } from '../../schemas/action.ts'
import type { ConsentSignal } from '../../schemas/link.ts'
import { defineAction, type ActionDefinition } from '../../schemas/action.ts'
import { defineEvent } from '../../schemas/event_type.ts'
import { integer, text } from '../../schemas/context/field.ts'
import { tables } from '../../schemas/warehouse.ts'
import { lendEnvironment } from '../support/with_environment.ts'
import { startWarehouse, type TestWarehouse } from '../support/warehouse.ts'

/** Makes an action. Default: triggered by purchases. */
export function action(definition: Partial<ActionDefinition> = {}): Action {
  return defineAction({
    name: 'test_action',
    description: 'An action of a test.',
    trigger: { on: ['purchase'] },
    subject: 'user_id',
    once: '1h',
    event: defineEvent({
      name: 'test_action',
      description: 'A firing of a test.',
      fields: {
        transaction_id: text('Order.', 'T-1'),
        count_purchase: integer('Purchases.', 3),
        sum_purchase_value: integer('Their value.', 3),
      },
      examples: [{ event_name: 'test_action' }],
    }),
    ...definition,
  })
}

export interface Happening {
  event_name?: string
  /** When it was received and stored. */
  at: string
  hop?: number
  [field: string]: unknown
}

export interface Engine {
  warehouse: TestWarehouse
  /** Stores events as function `store` does. Returns what it publishes. */
  store: (happenings: readonly Happening[]) => Promise<readonly TriggeringEvent[]>
  /** A new instance of the function. */
  instance: (assigned: readonly DeployedAction[], more?: Partial<ActPorts>) => ActPorts
  /** Published messages, in order. */
  published: OutgoingMessage[]
  /** The result of publishing. */
  bus: { answer: PublishResult }
  suppressed: Set<unknown>
  query: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>
  stop: () => Promise<void>
}

export function assign(
  declared: Action,
  state: ActionState = 'live',
  destinations: readonly string[] = ['ops'],
): DeployedAction {
  return {
    action: declared,
    destinations,
    state,
  }
}

/** `consent` is what the destination requires. */
export async function startEngine(consent: readonly ConsentSignal[] = []): Promise<Engine> {
  const warehouse = await startWarehouse()
  const restoreEnvironment = lendEnvironment(warehouse.env)
  for (const name of [
    'events',
    'quarantine',
    'deliveries',
    'action_firings',
    'action_windows',
    'runs',
    'audit',
    'leases',
  ] as const)
    await warehouse.createTable(tables[name])
  const { project, dataset } = warehouse
  const opened = openWarehouse({ project, dataset })
  const append = (table: string) => (rows: Parameters<ActPorts['record']>[0]) =>
    insertAll(process.env, { project, dataset, table }, warehouse.authorization, rows)
  const published: OutgoingMessage[] = []
  const suppressed = new Set<unknown>()
  const bus: Engine['bus'] = { answer: 'accepted' }
  const isSuppressed = (value: Event['value']): boolean => suppressed.has(value['user_id'])
  const rules = [{ id: 'all', effect: 'permit' as const, when: 'true' }]
  const destination = { id: 'ops', target: 'webhook' }
  const destinationPorts = {
    now: () => new Date(),
    destination,
    isSuppressed,
    decide: compileDecisions([{ ...destination, purpose: 'generic', rules, consent }]),
    record: append('deliveries'),
    publish: async (messages: readonly OutgoingMessage[]) => {
      if (bus.answer === 'accepted') published.push(...messages)
      return bus.answer
    },
  }
  let sent = 0

  return {
    warehouse,
    published,
    bus,
    suppressed,
    instance: (assigned, more = {}) => ({
      warehouse: opened,
      to: () => destinationPorts,
      record: append('action_firings'),
      settled: new FiringCache(),
      refreshSuppressions: async () => {},
      matchActions: compileTriggers(assigned, () => {}),
      ...more,
    }),
    store: async (happenings) => {
      const stored: TriggeringEvent[] = []
      for (const { at, hop, event_name = 'purchase', ...fields } of happenings) {
        const message = {
          topic: 'events',
          subscription: 'events-store',
          attempt: 1,
          publishTime: at,
          messageId: String(++sent),
          data: Buffer.from(JSON.stringify({ event_name, ...fields })),
          attributes: hop === undefined ? {} : { hop: String(hop) },
        }
        await storeBatch(
          {
            now: () => new Date(at),
            refreshCaches: () => undefined,
            refreshDefinitionsFor: async () => {},
            registry: () => codeRegistry,
            isSuppressed,
            decide: () => [],
            triggersAction: () => true,
            inOrder: new Set(),
            append: async (table, rows) => append(table)(rows),
            publish: async (messages) => {
              for (const { data, attributes } of messages)
                stored.push(parseStoredMessage({ ...message, data, attributes: { ...attributes } }))
              return 'accepted'
            },
          },
          [message],
        )
      }
      return stored
    },
    query: async (sql) => {
      const rows = await opened.rows(
        sql.replace(/\bFROM (\w+)/g, (_, name: string) => `FROM ${opened.locate(name)}`),
      )
      return rows.map((row) => ({ ...row }))
    },
    stop: async () => {
      restoreEnvironment()
      await warehouse.stop()
    },
  }
}

/** Acts on events. Returns the kinds of the results. */
export async function kindsOf(
  ports: ActPorts,
  events: readonly TriggeringEvent[],
): Promise<readonly string[]> {
  return (await actOnEvents(ports, events)).map(({ kind }) => kind)
}

/** Returns the event of a published message. */
export function bodyOf({ data }: OutgoingMessage): Readonly<Record<string, unknown>> {
  return JSON.parse(data.toString()) as Readonly<Record<string, unknown>>
}
