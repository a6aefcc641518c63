/** Settings: refuses a destination that would get an event twice: as it is stored, and completed by a sync. Pure. */
import { requiredValues } from '../../functions/decision/required_values.ts'
import type { Rule } from '../../schemas/decision.ts'
import { syncs as knownSyncs } from '../../schemas/derived_types.ts'
import type { Sync } from '../../schemas/sync.ts'
import { destinationsOf, type RunDestinationSetting } from './run_destinations.ts'

interface Configured {
  /** Name of a sync → its setting. */
  syncs: Readonly<Record<string, RunDestinationSetting>>
  /** Id of a destination → its setting. */
  destinations: Readonly<Record<string, { rules: readonly Rule[] }>>
}

/** Returns a line for each destination of a sync that takes the place of stored events, if its rules could permit such a stored event.
 *
 * Whether rules can permit an event cannot be decided in general. Two forms are accepted: a restrict rule with the condition that the line shows;
 * or that every permit rule requires a value that such an event does not have: the sync as `event.source`, or another `event.event_name`. */
export function replacedEventProblems(
  namespace: string,
  { syncs, destinations }: Configured,
): readonly string[] {
  return Object.entries(syncs).flatMap(([name, setting]) => {
    const sync = knownSyncs.get(name)
    if (!sync?.replacesStored) return []
    return destinationsOf(setting)
      .filter((id) => {
        const rules = destinations[id]?.rules
        return rules !== undefined && !keepOut(sync, rules)
      })
      .map(
        (destination) =>
          `${namespace}:destinations.${destination}.rules could permit a stored ${sync.event.name}, which ${namespace}:syncs.${name} sends, too: the ` +
          `destination would get it twice. Add the rule {id: only_${name}, effect: restrict, when: "${keepingOut(sync)}"}`,
      )
  })
}

/** The condition that matches the stored events and no row of the sync. */
function keepingOut({ name, event }: Sync): string {
  return `event.event_name == '${event.name}' && !(has(event.source) && event.source == '${name}')`
}

function keepOut(sync: Sync, rules: readonly Rule[]): boolean {
  const wanted = comparable(keepingOut(sync))
  return (
    rules.some(({ effect, when }) => effect === 'restrict' && comparable(when) === wanted) ||
    rules.every(({ effect, when }) => effect === 'restrict' || isFalseForStored(sync, when))
  )
}

function comparable(when: string): string {
  return when.replaceAll(/\s+/g, '').replaceAll('"', "'")
}

function isFalseForStored({ name, event }: Sync, when: string): boolean {
  return requiredValues(when).some(
    ({ field, value }) =>
      (field === 'source' && value === name) || (field === 'event_name' && value !== event.name),
  )
}
