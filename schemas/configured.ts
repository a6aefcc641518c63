/** Settings: lists the configured syncs and actions of one environment, each with its destination and, for the console, its schedule. */
import { Type, type Static } from 'typebox'
import { actionStates } from './action.ts'
import { DestinationId } from './destination.ts'

const closed = { additionalProperties: false } as const
const Name = Type.String({ pattern: '^[a-z][a-z0-9_]{2,39}$' })

export const ConfiguredSync = Type.Object({ name: Name, destination: DestinationId }, closed)
export type ConfiguredSync = Static<typeof ConfiguredSync>

export const ConfiguredAction = Type.Object(
  { name: Name, destination: DestinationId, state: Type.Enum([...actionStates]) },
  closed,
)
export type ConfiguredAction = Static<typeof ConfiguredAction>

/** A sync or an action as the console shows it. A sync is `live` or `paused`. */
export const ConfiguredAutomation = Type.Object(
  {
    kind: Type.Enum(['sync', 'action']),
    name: Name,
    destination: DestinationId,
    state: Type.Enum([...actionStates]),
    /** Not set if events trigger it. */
    schedule: Type.Optional(Type.Object({ cron: Type.String(), timeZone: Type.String() }, closed)),
  },
  closed,
)
export type ConfiguredAutomation = Static<typeof ConfiguredAutomation>
