/** Bench: lists what each page of the console asks, with the values that it uses. */
import { liveLimits } from '../schemas/live_budget.ts'
import { firingPeriod } from '../web/automations/firing_period.ts'
import { around, msPerDay, msPerHour, shownPeriodOf } from '../web/events/period.ts'
import { lastDay } from '../web/parts/last_day.ts'

/** A request of a page. */
export type Asked = { ask: string; values: Readonly<Record<string, unknown>> } | { get: string }

export interface MeasuredPage {
  name: string
  /** What it asks at the same time. */
  asks: readonly Asked[]
}

/** An event and a message in quarantine, as the pages link to them. */
export interface Linked {
  event: { event_id: string; received_at: string; event_name: string }
  message: { event_id: string; received_at: string; event_name: string }
  /** The events of the first page. */
  shown: { since: string; ids: readonly string[] }
}

/** `now` in ms since 1970. */
export function measuredPages(now: number, { event, message, shown }: Linked): readonly MeasuredPage[] {
  const range = (name: string) => shownPeriodOf(new URLSearchParams({ range: name }), now)
  const [day, week, month] = ['24h', '7d', '30d'].map(range)
  const catalogued = lastDay(now)
  const placed = around(event.received_at, { before: 1000, after: 1000 })
  const attempted = around(event.received_at, { before: msPerDay, after: 2 * msPerDay })
  const held = around(message.received_at, { before: 1000, after: 1000 })
  const asked = around(event.received_at, { before: msPerHour, after: msPerHour })
  /** What a run has sent is searched from an hour before it was requested to two days after its end. */
  const run = { before: msPerHour, after: 2 * msPerDay }
  const fired = firingPeriod(now)
  const list = (name: string, period: typeof day, filters: object): MeasuredPage => ({
    name: `Events, ${name}`,
    asks: [
      { ask: 'events', values: { ...period, ...filters } },
      { ask: 'event_names', values: { ...period } },
      { ask: 'held_counts', values: { ...period } },
    ],
  })
  const overview = (name: string, days: number): MeasuredPage => ({
    name: `Overview, ${name}`,
    asks: [
      {
        get: `/v1/console/overview?${new URLSearchParams({
          from: new Date(now - days * msPerDay).toISOString(),
          to: new Date(now).toISOString(),
        })}`,
      },
    ],
  })
  return [
    overview('24 hours', 1),
    overview('7 days', 7),
    overview('30 days', 30),
    list('24 hours', day, {}),
    { name: 'Events, outcomes of the rows', asks: [{ ask: 'outcomes', values: shown }] },
    list('one type', day, { type: 'purchase' }),
    list('refused by ads', day, { to: 'ads', outcome: 'refused' }),
    list('violating', day, { violates: '*' }),
    list('a person in 7 days', week, { person: 'u-31' }),
    list('30 days', month, {}),
    list('30 days, refused by ads', month, { to: 'ads', outcome: 'refused' }),
    {
      name: 'Events, live',
      asks: [
        {
          ask: 'latest_events',
          values: { since: new Date(now - liveLimits.overlapMs).toISOString() },
        },
      ],
    },
    {
      name: 'A look of npx sluice tail',
      asks: [
        {
          ask: 'new_events',
          values: {
            since: new Date(now - liveLimits.overlapMs - msPerHour).toISOString(),
            stored_since: new Date(now - liveLimits.overlapMs).toISOString(),
          },
        },
      ],
    },
    {
      name: 'One event',
      asks: [
        { ask: 'event', values: { event_id: event.event_id, ...placed, type: event.event_name } },
        { ask: 'attempts', values: { event_id: event.event_id, ...attempted } },
        { ask: 'firings', values: { event_id: event.event_id, ...attempted } },
      ],
    },
    {
      name: 'One event by its id alone, 30 days',
      asks: [{ ask: 'event', values: { event_id: event.event_id, ...month } }],
    },
    {
      name: 'Quarantine',
      asks: [
        { ask: 'quarantine_groups', values: { ...day } },
        { ask: 'held_counts', values: { ...day } },
        { ask: 'quarantined', values: { ...day, reason: 'unknown_event', event_name: message.event_name } },
        { ask: 'quarantine_bytes', values: { ...held, reason: 'unknown_event', event_id: message.event_id } },
      ],
    },
    {
      name: 'Dead letters, 30 days',
      asks: [
        { ask: 'dead_groups', values: { ...month } },
        { ask: 'held_counts', values: { ...month } },
        { ask: 'dead_letters', values: { ...month, destination: 'ads', event_name: 'page_view' } },
      ],
    },
    {
      name: 'Catalogue',
      asks: ['catalogue', 'catalogue_reached', 'catalogue_unknown'].map((ask) => ({
        ask,
        values: catalogued,
      })),
    },
    {
      name: 'One event type',
      asks: [
        'catalogue',
        'catalogue_reached',
        'catalogue_violations',
        'catalogue_hints',
        'catalogue_fields',
      ].map((ask) => ({
        ask,
        values: { ...catalogued, type: 'purchase' },
      })),
    },
    {
      name: 'Connections, 30 days',
      asks: [
        { ask: 'connections', values: { since: month!.since } },
        { ask: 'connection_versions', values: { name: 'shop_orders' } },
        { ask: 'connection_use', values: { name: 'shop_orders', since: month!.since } },
        { ask: 'connection_refusals', values: { name: 'shop_orders', since: month!.since } },
        { ask: 'connection_decisions', values: { name: 'shop_orders', since: month!.since } },
      ],
    },
    {
      name: 'What arrived of a test payload',
      asks: [{ ask: 'arrived_messages', values: { since: held.since, ids: ['1', '2', '3'] } }],
    },
    {
      name: 'Destinations',
      asks: [
        { ask: 'destination_attempts', values: catalogued },
        { ask: 'destination_alerts', values: {} },
      ],
    },
    {
      name: 'One destination',
      asks: [
        { ask: 'destination_attempts', values: { ...catalogued, destination: 'ads' } },
        { ask: 'destination_decisions', values: { ...catalogued, destination: 'ads' } },
        { ask: 'destination_alerts', values: {} },
      ],
    },
    { name: 'Runs', asks: [{ get: '/v1/console/runs' }] },
    {
      name: 'Rows of a run',
      asks: [
        { ask: 'run_asked', values: { run: 'r-1', ...asked } },
        { ask: 'run_rows', values: { run: 'r-1', ...around(event.received_at, run) } },
      ],
    },
    {
      name: 'Automations',
      asks: [
        { ask: 'last_runs', values: {} },
        { ask: 'firing_counts', values: { ...fired } },
      ],
    },
    {
      name: 'One sync',
      asks: [
        { ask: 'automation_runs', values: { kind: 'sync', name: 'customer_profiles' } },
        { ask: 'sync_pending', values: { sync: 'customer_profiles', since: fired.since } },
        { ask: 'sync_given', values: { sync: 'customer_profiles' } },
      ],
    },
    {
      name: 'One action',
      asks: [
        { ask: 'automation_runs', values: { kind: 'action', name: 'big_purchase' } },
        { ask: 'firing_counts', values: { ...fired, action: 'big_purchase' } },
        {
          ask: 'action_firings',
          values: { action: 'big_purchase', since: fired.since, until: fired.until },
        },
      ],
    },
    ...[day!, month!].map((period, index) => ({
      name: `A person, ${['24 hours', '30 days'][index]}`,
      asks: ['person_identifiers', 'person_deliveries', 'person_consent'].map((ask) => ({
        ask,
        values: { ...period, user_id: 'u-31' },
      })),
    })),
    { name: 'Alerts', asks: [{ ask: 'alerts', values: catalogued }] },
    { name: 'What was changed, 30 days', asks: [{ ask: 'changes', values: { ...month } }] },
  ]
}
