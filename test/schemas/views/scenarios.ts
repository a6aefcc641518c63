/** View tests: one hour of events at two destinations, with every outcome. */
import { at, permit, restrict, type Warehouse } from './warehouse.ts'

const times = { received_at: at('10:00:00'), stored_at: at('10:00:01') }

export async function writeScenarios(warehouse: Warehouse): Promise<void> {
  const both = [permit('crm'), permit('ads')]
  const redelivered = {
    ...times,
    event_id: 'redelivered',
    message_id: 'm-redelivered',
    decisions: [permit('crm'), restrict('ads')],
  }
  await warehouse.events(
    redelivered,
    { ...redelivered, stored_at: at('10:00:09') },
    { ...times, event_id: 'restricted', decisions: [restrict('crm'), restrict('ads')] },
    { ...times, event_id: 'late', decisions: both },
    { ...times, event_id: 'refused', decisions: both },
    { ...times, event_id: 'dead', decisions: both },
    { ...times, event_id: 'replayed', decisions: [permit('crm')] },
    { ...times, event_id: 'alone', event_name: 'login', event_time: at('09:59:58') },
    {
      ...times,
      event_id: 'sent_twice',
      received_at: at('10:00:30'),
      stored_at: at('10:00:31'),
      decisions: both,
    },
    {
      ...times,
      event_id: 'sent_twice',
      received_at: at('10:00:10'),
      stored_at: at('10:00:40'),
      decisions: both,
    },
  )
  const attempt = (
    event_id: string,
    destination: string,
    clock: string,
    outcome = 'delivered',
    more: object = {},
  ) => ({
    ...times,
    event_id,
    destination,
    settled_at: at(clock),
    outcome,
    ...more,
  })
  const wait = { reason: 'unavailable', http_status: 503, detail: 'try again in 30 s' }
  const no = { reason: 'rejected', http_status: 400 }
  await warehouse.deliveries(
    attempt('redelivered', 'crm', '10:00:02'),
    // The same row twice: a write was retried because its response was lost.
    attempt('redelivered', 'crm', '10:00:02'),
    attempt('late', 'crm', '10:00:02', 'deferred', wait),
    attempt('late', 'crm', '10:01:02', 'delivered', { attempt: 2 }),
    attempt('late', 'ads', '10:00:02'),
    attempt('late', 'ads', '10:05:00', 'deferred', { ...wait, attempt: 2, detail: 'try again in 60 s' }),
    attempt('refused', 'crm', '10:00:02', 'refused', { ...no, detail: 'no order 4711 of ada@acme.example' }),
    attempt('refused', 'crm', '10:00:04', 'deferred', { ...wait, attempt: 2 }),
    attempt('refused', 'ads', '10:00:02', 'skipped', { reason: 'no_identifier' }),
    attempt('dead', 'crm', '10:00:02', 'deferred', { ...wait, detail: 'try again in 5 s' }),
    attempt('dead', 'crm', '10:00:03', 'dead', { reason: 'attempts_exhausted' }),
    attempt('replayed', 'crm', '10:00:02', 'refused', { ...no, detail: 'no order 4712 of bob@acme.example' }),
    attempt('replayed', 'crm', '12:00:00', 'delivered', { replay_id: 'r-1' }),
    attempt('replayed', 'ads', '12:00:00', 'delivered', { replay_id: 'r-2' }),
    attempt('sent_twice', 'crm', '10:00:41'),
    attempt('sent_twice', 'ads', '10:00:41', 'deferred', wait),
  )
  const unknown = { received_at: at('10:00:00'), stored_at: at('10:00:01'), event_name: 'purchas' }
  await warehouse.quarantine(
    { ...unknown, message_id: 'q-1', event_id: 'q-1', suggestion: 'purchase' },
    { ...unknown, message_id: 'q-1', event_id: 'q-1', suggestion: 'purchase' },
    { ...unknown, message_id: 'q-2', event_id: 'q-2', reason: 'not_json', event_name: null },
  )
}
