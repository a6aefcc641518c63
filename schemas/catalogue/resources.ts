/** Catalogue: the resources that the front door answers with, as its OpenAPI document describes them. */
import { Type, type Static } from 'typebox'
import { aliasesOf } from '../aliases.ts'
import type { EventType } from '../event_type.ts'
import { eventTypes } from '../event_types.ts'
import { lifecycleMembers } from '../lifecycle.ts'
import { DescribedField, describedFields } from './described_field.ts'

const summary = {
  name: Type.String({ description: 'Name of the event type: `event_name` of its events.' }),
  version: Type.String({ description: '`major.minor` or `major.minor.patch` of its definition.' }),
  description: Type.String({ description: 'What happened, in one sentence.' }),
  origin: Type.Enum(['standard', 'saved'], {
    description: 'A standard event type is part of Sluice; a saved one was defined in the console.',
  }),
  mode: Type.Enum(['open', 'strict'], {
    description: 'An event with violations is stored (open) or goes to quarantine (strict).',
  }),
  status: Type.Enum(['draft', 'live', 'deprecated'], {
    description:
      'A draft may change in any part. A deprecated type is replaced or given up: member `deprecation` says when.',
  }),
  owner: lifecycleMembers.owner,
  deprecation: lifecycleMembers.deprecation,
  supersedes: lifecycleMembers.supersedes,
}

/** An event type in the list. */
export const EventTypeSummary = Type.Object(summary)

/** An event type. */
export const EventTypeResource = Type.Object({
  ...summary,
  uniqueBy: Type.Array(Type.String(), {
    description: 'Event fields: events of the type with the same values count once.',
  }),
  updatesProfile: Type.Boolean({
    description: 'True if its events update the profile of their person at third parties.',
  }),
  fields: Type.Array(DescribedField),
  aliases: Type.Record(Type.String(), Type.String(), {
    description: 'Other name → the event field or context field that is stored for it.',
  }),
  examples: Type.Array(Type.Object({}, { additionalProperties: true }), {
    description: 'Complete events, as a producer sends them.',
  }),
})

export function eventTypeSummary(type: EventType): Static<typeof EventTypeSummary> {
  const { name, version, description, mode, status, owner, deprecation, supersedes } = type
  return {
    name,
    version,
    description,
    origin: eventTypes.has(name) ? 'standard' : 'saved',
    mode,
    status,
    ...(owner !== undefined && { owner }),
    ...(deprecation && { deprecation }),
    ...(supersedes !== undefined && { supersedes }),
  }
}

export function eventTypeResource(type: EventType): Static<typeof EventTypeResource> {
  const { uniqueBy, updatesProfile, examples } = type
  return {
    ...eventTypeSummary(type),
    uniqueBy: [...uniqueBy],
    updatesProfile,
    fields: [...describedFields(type)],
    aliases: Object.fromEntries(aliasesOf(type)),
    examples: [...examples],
  }
}
