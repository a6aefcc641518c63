/** Settings: finds what works, but probably not as meant: conditions of rules and actions that fail on events without a field. Pure. */
import { isOnEvents } from '../../functions/act/triggers.ts'
import { conditionWarnings } from '../../functions/decision/absent_fields.ts'
import { shipped, type Declarations } from './declarations.ts'
import { namespace, parseSettings, type StackConfig } from './parse.ts'
import type { PlainSettings } from './schema.ts'
import { sourceWarnings } from './sources.ts'
import { webWarnings } from './web_source.ts'

/** Returns a line for each warning of a stack without problems: of its rules, and of the triggers of its actions.
 * `sluice:destinations.crm.rules.0.when: rule "tests", line 1, column 1: event.user_id may be absent, …` */
export function stackWarnings(config: StackConfig, declared: Declarations = shipped): readonly string[] {
  const { destinations, actions, sources, producers, edge } = parseSettings(config) as PlainSettings
  return [
    ...sourceWarnings(namespace, sources, producers),
    ...webWarnings(namespace, sources, edge),
    ...Object.entries(destinations).flatMap(([id, { rules }]) =>
      rules.flatMap((rule, index) =>
        conditionWarnings(rule.when, { hasDestination: true }).map(
          (line) => `${namespace}:destinations.${id}.rules.${index}.when: rule "${rule.id}", ${line}`,
        ),
      ),
    ),
    ...declared.actions.filter(({ name }) => Object.hasOwn(actions, name)).flatMap(triggerWarnings),
  ]
}

/** Returns a line for each warning of an action. */
export function triggerWarnings({ name, trigger }: Declarations['actions'][number]): readonly string[] {
  if (!isOnEvents(trigger) || trigger.when === undefined) return []
  return conditionWarnings(trigger.when, { hasDestination: false, eventNames: trigger.on }).map(
    (line) => `schemas/actions/${name}.ts: trigger.when: ${line}`,
  )
}
