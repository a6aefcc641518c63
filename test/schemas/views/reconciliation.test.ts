/** View tests: reconciliation is zero while the promises hold, and counts a broken promise in one column. */
import assert from 'node:assert/strict'
import { at, day, permit, restrict, Warehouse, type Row } from './warehouse.ts'

const times = { received_at: at('10:00:00'), stored_at: at('10:00:01') }

function event(changes: Row = {}): Row {
  return {
    ...times,
    event_id: 'e',
    decisions: [permit('crm')],
    ...changes,
  }
}

function attempt(changes: Row = {}): Row {
  return {
    ...times,
    event_id: 'e',
    destination: 'crm',
    settled_at: at('10:00:02'),
    ...changes,
  }
}

/** Events with decisions for a destination from 09:30 to 11:30. */
const fromNineToEleven = [
  event({ event_id: 'first', received_at: at('09:30:00'), stored_at: at('09:30:00') }),
  event({ event_id: 'last', received_at: at('11:30:00'), stored_at: at('11:30:00') }),
]
const attemptsFromNineToEleven = [
  attempt({ event_id: 'first', settled_at: at('09:30:01'), received_at: at('09:30:00') }),
  attempt({ event_id: 'last', settled_at: at('11:30:01'), received_at: at('11:30:00') }),
]

interface Case {
  column: string
  because: string
  destination: string | null
  events: readonly Row[]
  deliveries: readonly Row[]
  quarantine?: readonly Row[]
}

const broken: readonly Case[] = [
  {
    column: 'undecided',
    because: 'an event has no decision for a destination that existed before and after',
    destination: 'crm',
    events: [...fromNineToEleven, event({ decisions: [] })],
    deliveries: attemptsFromNineToEleven,
  },
  {
    column: 'unexplained',
    because: 'a permitted pair was never attempted',
    destination: 'crm',
    events: [event()],
    deliveries: [],
  },
  {
    column: 'unexplained',
    because: 'a deferred pair is no longer attempted',
    destination: 'crm',
    events: [event()],
    deliveries: [attempt({ outcome: 'deferred', reason: 'network' })],
  },
  {
    column: 'delivered_without_event',
    because: 'a delivered event is not stored',
    destination: 'crm',
    events: [],
    deliveries: [attempt()],
  },
  {
    column: 'delivered_before_stored',
    because: 'the request started before the event was stored, although it ended later',
    destination: 'crm',
    events: [event()],
    deliveries: [attempt({ latency_ms: 1001 })],
  },
  {
    column: 'delivered_before_stored',
    because: 'a replay of a pair that was not permitted started before the event was stored',
    destination: 'crm',
    events: [event({ decisions: [restrict('crm')] })],
    deliveries: [attempt({ latency_ms: 1001, replay_id: 'r-1' })],
  },
  {
    column: 'delivered_though_restricted',
    because: 'the decision restricts the pair',
    destination: 'crm',
    events: [event({ decisions: [restrict('crm')] })],
    deliveries: [attempt()],
  },
  {
    column: 'delivered_though_restricted',
    because: 'no decision names the destination',
    destination: 'ads',
    events: [event({ decisions: [] })],
    deliveries: [attempt({ destination: 'ads' })],
  },
  {
    column: 'delivered_twice',
    because: 'the third party accepted two attempts',
    destination: 'crm',
    events: [event()],
    deliveries: [attempt(), attempt({ settled_at: at('10:00:05'), attempt: 2 })],
  },
  {
    column: 'delivered_twice',
    because: 'the third party accepted two attempts of one replay',
    destination: 'crm',
    events: [event()],
    deliveries: ['12:00:00', '12:00:05'].map((time) => attempt({ settled_at: at(time), replay_id: 'r-1' })),
  },
  {
    column: 'without_reason',
    because: 'a refused attempt has no reason',
    destination: 'crm',
    events: [event()],
    deliveries: [attempt({ outcome: 'refused' })],
  },
  {
    column: 'unknown_outcome',
    because: 'an outcome is not in the closed set',
    destination: 'crm',
    events: [event()],
    deliveries: [attempt({ outcome: 'vanished', reason: 'none' })],
  },
  {
    column: 'stored_and_quarantined',
    because: 'a message is in both tables',
    destination: null,
    events: [event({ message_id: 'm' })],
    deliveries: [attempt()],
    quarantine: [{ ...times, message_id: 'm' }],
  },
  {
    column: 'messages_with_two_ids',
    because: 'a redelivered message was stored under another event_id',
    destination: null,
    events: [event({ message_id: 'm' }), event({ message_id: 'm', event_id: 'other' })],
    deliveries: [attempt(), attempt({ event_id: 'other' })],
  },
  {
    column: 'reprocessed_twice',
    because: 'two runs republished a quarantined message',
    destination: null,
    events: [event({ reprocessed_from: 'q' }), event({ reprocessed_from: 'q' })],
    deliveries: [attempt()],
  },
  {
    column: 'ids_of_two_events',
    because: 'a producer used an event_id for two event types',
    destination: null,
    events: [event(), event({ event_name: 'refund' })],
    deliveries: [attempt()],
  },
]

describe('reconciliation', () => {
  let warehouse: Warehouse
  before(async () => {
    warehouse = await Warehouse.start()
  })
  beforeEach(() => warehouse.clear())
  after(() => warehouse.stop())

  const rows = () => warehouse.query('SELECT * FROM sluice.reconciliation ORDER BY day, destination')
  /** The counts above zero, as `column at destination: count`. */
  const findings = async (): Promise<string[]> =>
    (await rows()).flatMap((row) =>
      Object.entries(row).flatMap(([name, count]) =>
        name === 'day' || name === 'destination' || count === 0
          ? []
          : [`${name} at ${String(row['destination'])}: ${String(count)}`],
      ),
    )

  it('has a row of zeros per day and destination, and one for messages, while the promises hold', async () => {
    const now = new Date().toISOString()
    const message = { message_id: 'redelivered' }
    await warehouse.events(
      ...fromNineToEleven,
      event(message),
      event({ ...message, stored_at: at('10:00:08') }),
      event({ event_id: 'restricted', decisions: [restrict('crm')] }),
      // Permitted only as a duplicate.
      event({ event_id: 'again', decisions: [restrict('crm')] }),
      event({ event_id: 'again', received_at: at('10:10:00'), stored_at: at('10:10:01') }),
      event({ event_id: 'dead' }),
      event({ event_id: 'now', received_at: now, stored_at: now }),
    )
    await warehouse.deliveries(
      ...attemptsFromNineToEleven,
      attempt(),
      // The same attempt written twice, and a second attempt that did not deliver.
      attempt(),
      attempt({ settled_at: at('10:00:09'), outcome: 'deferred', reason: 'network', attempt: 2 }),
      attempt({ event_id: 'again', received_at: at('10:10:00'), settled_at: at('10:10:02') }),
      attempt({ event_id: 'dead', outcome: 'deferred', reason: 'auth' }),
      attempt({ event_id: 'dead', outcome: 'dead', reason: 'attempts_exhausted', latency_ms: 0 }),
      // A replay may deliver again, and may deliver restricted pairs.
      attempt({ settled_at: at('12:00:00'), replay_id: 'r-1' }),
      attempt({ settled_at: at('12:00:07'), replay_id: 'r-2' }),
      attempt({ event_id: 'restricted', settled_at: at('12:00:00'), replay_id: 'r-1' }),
    )
    await warehouse.quarantine({ ...times, message_id: 'unreadable' })
    assert.deepEqual(await findings(), [])
    const yesterday = (await rows()).filter((row) => row['day'] === day)
    assert.deepEqual(
      yesterday.map(({ destination }) => destination),
      [null, 'crm'],
    )
  })

  for (const { column, because, destination, events, deliveries, quarantine = [] } of broken) {
    it(`counts ${column} when ${because}`, async () => {
      await warehouse.events(...events)
      await warehouse.deliveries(...deliveries)
      await warehouse.quarantine(...quarantine)
      assert.deepEqual(await findings(), [`${column} at ${String(destination)}: 1`])
    })
  }

  it('has a case for each of its columns', async () => {
    await warehouse.events(event())
    const [row = {}] = await rows()
    assert.deepEqual(
      new Set(Object.keys(row)),
      new Set(['day', 'destination', ...broken.map(({ column }) => column)]),
    )
  })
})
