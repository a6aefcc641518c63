/** Cases of target `klaviyo`: single events, jobs, and events that start no flows. */
import type { Example } from './case.ts'
import { ada, api_key, docs, job, jobDocs, metric, now, posted, sent, time } from './klaviyo_bodies.ts'

export const flowExamples: readonly Example[] = [
  {
    title: 'many events are a job; an order that was sent twice is in it once',
    docs: jobDocs,
    settings: { api_key },
    now,
    events: [
      ...Array.from({ length: 23 }, (_, index) => ({
        event_name: 'login',
        user_id: `u-${index + 1}`,
      })),
      ...[1, 2].map(() => ({
        event_name: 'purchase',
        user_id: 'u-24',
        transaction_id: 'T-1',
        value: 1,
        currency: 'EUR',
      })),
    ],
    sends: [
      job(
        ...Array.from(
          { length: 23 },
          (_, index) =>
            [
              { external_id: `u-${index + 1}` },
              {
                metric: metric('login'),
                time,
                unique_id: `e-${index + 1}`,
                properties: {},
              },
            ] as const,
        ),
        [
          { external_id: 'u-24' },
          {
            metric: metric('Placed Order'),
            time,
            unique_id: 'T-1',
            value: 1,
            value_currency: 'EUR',
            properties: { transaction_id: 'T-1', value: 1, currency: 'EUR', OrderId: 'T-1' },
          },
        ],
      ),
    ],
  },
  {
    title: 'a replayed event starts no flows',
    docs,
    settings: { api_key },
    isReplay: true,
    now,
    events: [{ event_name: 'login', email: 'ada@example.com' }],
    sends: [sent('login', ada, { time, unique_id: 'e-1', properties: {}, backfill: true })],
  },
  ...[
    { hours: undefined, event_time: '2026-03-13T09:59:59Z', isOld: true },
    { hours: undefined, event_time: '2026-03-13T10:00:00Z', isOld: false },
    { hours: 48, event_time: '2026-03-13T09:59:59Z', isOld: false },
  ].map(({ hours, event_time, isOld }) => ({
    title: `an event of ${event_time} ${isOld ? 'starts no flows' : 'starts flows'} after ${hours ?? 24} hours`,
    docs,
    settings: { api_key, ...(hours !== undefined && { backfill_after_hours: hours }) },
    now,
    events: [{ event_name: 'login', email: 'ada@example.com', event_time }],
    sends: [
      sent('login', ada, {
        time: event_time.replace('Z', '.000Z'),
        unique_id: 'e-1',
        properties: {},
        ...(isOld && { backfill: true }),
      }),
    ],
  })),
  {
    title: "a link decides whether an event starts flows, and sets Klaviyo's own id of the profile",
    docs,
    settings: { api_key },
    linkage: {
      login: {
        backfill: { const: false },
        'profile.data.attributes.id': { const: '01GDDKASAP8TKDDA2GRZDSVP4H' },
      },
    },
    isReplay: true,
    now,
    events: [{ event_name: 'login', email: 'ada@example.com' }],
    sends: [
      posted('events', {
        data: {
          type: 'event',
          attributes: {
            metric: metric('login'),
            profile: { data: { type: 'profile', id: '01GDDKASAP8TKDDA2GRZDSVP4H', attributes: ada } },
            time,
            unique_id: 'e-1',
            properties: {},
            backfill: false,
          },
        },
      }),
    ],
  },
  {
    title: 'few events are a request each; properties are sent even if empty',
    docs,
    settings: { api_key },
    now,
    events: [
      { event_name: 'page_view', anonymous_id: 'a-1' },
      { event_name: 'contact', email: 'ada@example.com', method: 'chat', urgent: true },
    ],
    sends: [
      sent(
        'Active on Site',
        { anonymous_id: 'a-1' },
        {
          time: '2026-03-14T10:00:00.000Z',
          unique_id: 'e-1',
          properties: {},
        },
      ),
      sent(
        'contact',
        { email: 'ada@example.com' },
        {
          time: '2026-03-14T10:00:00.000Z',
          unique_id: 'e-2',
          properties: { method: 'chat', urgent: true },
        },
      ),
    ],
  },
]
