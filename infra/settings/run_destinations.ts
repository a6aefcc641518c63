/** Settings: the destinations of a sync or an action: a list, or a single one as in earlier versions. Pure. */
import { Type } from 'typebox'
import { DestinationId } from '../../schemas/destination.ts'
import { nearest } from '../../schemas/nearest.ts'

/** The members of a setting. Exactly one of them is set (`destinationsProblems`). */
export const destinationMembers = {
  destinations: Type.Optional(
    Type.Array(DestinationId, { description: 'a list of ids of destinations', examples: [['crm', 'ads']] }),
  ),
  destination: Type.Optional(DestinationId),
}

export interface RunDestinationSetting {
  destinations?: readonly string[]
  destination?: string
}

/** Returns the destinations of a setting without problems, in its order. */
export function destinationsOf({ destinations, destination }: RunDestinationSetting): string[] {
  return [...(destinations ?? []), ...(destination === undefined ? [] : [destination])]
}

/** Returns a line for each problem of the destinations of a setting. `path`: of the setting; `known`: ids of the configured destinations. */
export function destinationsProblems(
  path: string,
  { destinations, destination }: RunDestinationSetting,
  known: readonly string[],
): readonly string[] {
  const [namespace] = path.split(':', 1) as [string]
  const one = `one of ${namespace}:destinations: ${known.join(', ') || 'none'}`
  const unknown = (place: string, id: string): string[] => {
    if (known.includes(id)) return []
    const meant = nearest(id, known)
    const hint = meant === undefined ? '' : `. Did you mean ${meant}?`
    return [`${place} must be ${one}, got ${JSON.stringify(id)}${hint}`]
  }
  if (destinations !== undefined && destination !== undefined)
    return [`${path} must have either destinations or destination, got both: remove destination`]
  if (destination !== undefined) return unknown(`${path}.destination`, destination)
  if (destinations === undefined)
    return [`${path} must have destinations, a list with ${one}, got neither destinations nor destination`]
  if (destinations.length === 0)
    return [`${path}.destinations must be a list with at least ${one}, got an empty list`]
  return destinations.flatMap((id, index) => {
    const first = destinations.indexOf(id)
    const place = `${path}.destinations.${index}`
    return first < index
      ? [`${place} must differ from destinations.${first}, got ${JSON.stringify(id)} twice`]
      : unknown(place, id)
  })
}
