/** A fictional target with fields of every type, for tests of links. */
import { Type } from 'typebox'
import { byStatus } from '../../functions/targets/classify.ts'
import { Hashed, Plain } from '../../functions/targets/personal.ts'
import { defineTarget, type Target } from '../../functions/targets/target.ts'
import { eventTypes, type EventName } from '../../schemas/event_types.ts'

const closed = { additionalProperties: false } as const

const Content = Type.Object({ id: Type.String(), price: Type.Optional(Type.Number()) }, closed)

export const shopFields = Type.Object(
  {
    name: Type.String(),
    time: Type.Integer(),
    where: Type.Optional(Type.Enum(['web', 'app'])),
    user: Type.Optional(
      Type.Object(
        { em: Type.Optional(Hashed('email')), ids: Type.Optional(Type.Array(Plain('trim'))) },
        closed,
      ),
    ),
    data: Type.Optional(
      Type.Object(
        {
          value: Type.Optional(Type.Number()),
          currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
          contents: Type.Optional(Type.Array(Content)),
          own: Type.Optional(
            Type.Object({ known: Type.Optional(Type.String()) }, { additionalProperties: true }),
          ),
        },
        { ...closed, dependentRequired: { value: ['currency'] } },
      ),
    ),
  },
  closed,
)

const names = Object.fromEntries([...eventTypes.keys()].map((name) => [name, name.toUpperCase()])) as Record<
  EventName,
  string
>

export function shop(overrides: Partial<Target> = {}): Target {
  return defineTarget({
    name: 'shop',
    title: 'Shop',
    purpose: 'generic',
    honours: null,
    docs: 'https://shop.example',
    settings: Type.Object({}),
    events: { ...names, refund: null },
    otherEvents: null,
    fields: shopFields,
    linkage: {
      name: 'target_event',
      time: { from: 'event_time', as: 'seconds' },
      'user.em': 'email',
      'data.value': 'value',
      'data.currency': 'currency',
    },
    linkageByEvent: {
      purchase: { 'data.contents': { each: 'items', map: { id: 'item_id', price: 'price' } } },
    },
    time: { maxAge: 3600, maxFuture: 60 },
    dedup: null,
    identity: [['user.em'], ['user.ids', 'where']],
    test: null,
    batch: { maxItems: 10, maxBytes: 1000, atomic: false },
    request: () => {
      throw new Error('This target sends no requests.')
    },
    classify: byStatus,
    ...overrides,
  })
}
