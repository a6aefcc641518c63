/** Settings: checks the destinations that are lists of people. Only one sync in mode mirror may feed each: it knows who has left. Pure. */
import { requiredValues } from '../../functions/decision/required_values.ts'
import * as shippedTargets from '../../functions/targets/index.ts'
import type { Target } from '../../functions/targets/target.ts'
import type { Rule } from '../../schemas/decision.ts'
import { derivedTypes, syncs as knownSyncs } from '../../schemas/derived_types.ts'
import { destinationsOf, type RunDestinationSetting } from './run_destinations.ts'

interface Configured {
  /** Name of a sync → its setting. */
  syncs: Readonly<Record<string, RunDestinationSetting>>
  /** Name of an action → its setting. */
  actions: Readonly<Record<string, RunDestinationSetting>>
  /** Id of a destination → its setting. */
  destinations: Readonly<Record<string, { target: string; rules: readonly Rule[] }>>
}

/** Returns a line for each sync or action that may not feed a list, and for each list that could get stored events. */
export function listProblems(
  namespace: string,
  { syncs, actions, destinations }: Configured,
): readonly string[] {
  return Object.entries(destinations).flatMap(([id, { target, rules }]) => {
    if (!isList(target)) return []
    const fedBy = (configured: Configured['syncs']): string[] =>
      Object.entries(configured).flatMap(([name, setting]) =>
        destinationsOf(setting).includes(id) ? [name] : [],
      )
    const feeding = fedBy(syncs)
    const [sync] = feeding
    const list = `${id}, which is a list of people (target ${target})`
    return [
      ...fedBy(actions).map(
        (name) => `${namespace}:actions.${name} must not feed ${list}: only a sync in mode mirror can`,
      ),
      ...feeding.flatMap((name) => syncProblem(`${namespace}:syncs.${name}`, name, list)),
      ...feeding
        .slice(1)
        .map(
          (name) =>
            `${namespace}:syncs.${name} must not feed ${list}: ${namespace}:syncs.${sync} does, and each would remove the people of the other`,
        ),
      ...rules.flatMap(({ effect, when }, index) => {
        if (effect === 'restrict' || keepsToSyncs(when)) return []
        const name = sync ?? 'lapsed_customers'
        return [
          `${namespace}:destinations.${id}.rules.${index}.when could permit a stored event for a list of people, which takes only rows of a sync. ` +
            `Expected a condition with event.event_name == '${name}', the event type of the sync, got ${JSON.stringify(when)}`,
        ]
      }),
    ]
  })
}

function isList(target: string): boolean {
  return (shippedTargets as Readonly<Record<string, Target>>)[target]?.audience !== undefined
}

function syncProblem(path: string, name: string, list: string): readonly string[] {
  const sync = knownSyncs.get(name)
  if (!sync) return []
  if (sync.mode !== 'mirror')
    return [
      `${path} must have mode mirror to feed ${list}: expected mode mirror in schemas/syncs/${name}.ts, got ${sync.mode}`,
    ]
  return derivedTypes.has(sync.event.name)
    ? []
    : [
        `${path} must have an event type of its own to feed ${list}: ${sync.event.name} has no field change, which tells who has left`,
      ]
}

/** True if the condition is false for every event of a producer: producers cannot publish the event types of syncs. */
function keepsToSyncs(when: string): boolean {
  return requiredValues(when).some(
    ({ field, value }) =>
      field === 'event_name' &&
      [...knownSyncs.values()].some(({ event }) => event.name === value && derivedTypes.has(event.name)),
  )
}
