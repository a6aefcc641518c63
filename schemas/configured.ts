/** Settings: lists the configured syncs and actions of one environment, each with its destinations and, if it has one, its schedule. */
import { Type, type Static } from 'typebox'
import { actionStates } from './action.ts'
import { DestinationId } from './destination.ts'

const closed = { additionalProperties: false } as const
const Name = Type.String({ pattern: '^[a-z][a-z0-9_]{2,39}$' })

const Destinations = Type.Array(DestinationId, { minItems: 1, uniqueItems: true })
const ConfiguredSchedule = Type.Object({ cron: Type.String(), timeZone: Type.String() }, closed)

export const ConfiguredSync = Type.Object(
  {
    name: Name,
    destinations: Destinations,
    /** Not set if it is paused. */
    schedule: Type.Optional(ConfiguredSchedule),
  },
  closed,
)
export type ConfiguredSync = Static<typeof ConfiguredSync>

export const ConfiguredAction = Type.Object(
  { name: Name, destinations: Destinations, state: Type.Enum([...actionStates]) },
  closed,
)
export type ConfiguredAction = Static<typeof ConfiguredAction>

/** A sync or an action as the console shows it. A sync is `live` or `paused`. */
export const ConfiguredAutomation = Type.Object(
  {
    kind: Type.Enum(['sync', 'action']),
    name: Name,
    destinations: Destinations,
    state: Type.Enum([...actionStates]),
    /** Not set if events trigger it. */
    schedule: Type.Optional(ConfiguredSchedule),
  },
  closed,
)
export type ConfiguredAutomation = Static<typeof ConfiguredAutomation>
