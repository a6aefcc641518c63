/** Settings: schemas of drain mode, per environment and per destination. */
import { Type } from 'typebox'

/** Both are off by default. */
export const drain = Type.Object(
  {
    store: Type.Boolean({
      default: false,
      description: 'true drains the event topics into storage, instead of pushing their messages',
      examples: [true],
    }),
    forward: Type.Boolean({
      default: false,
      description: 'true drains the subscriptions of all destinations that do not say otherwise',
      examples: [true],
    }),
    maxInstances: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 5,
      description: 'maximum number of instances of each worker pool, 1 to 100',
      examples: [5],
    }),
  },
  { additionalProperties: false, examples: [{ store: true, forward: true, maxInstances: 5 }] },
)

export const drainOfDestination = Type.Optional(
  Type.Boolean({
    description:
      'true drains the subscription of the destination, false pushes its events; default: sluice:drain.forward',
    examples: [true],
  }),
)
