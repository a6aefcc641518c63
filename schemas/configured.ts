/** Settings: lists the configured syncs and actions of one environment, each with its destination. */
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
