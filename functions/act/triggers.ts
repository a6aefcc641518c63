/** Actions: finds the actions that an event triggers. Conditions are compiled once; an event without actions costs one lookup. Pure. */
import type { Action, Trigger } from '../../schemas/action.ts'
import type { ConfiguredAction } from '../../schemas/configured.ts'
import { nearest } from '../../schemas/nearest.ts'
import { compileEventCondition, type CompiledCondition } from '../decision/conditions.ts'
import type { Event } from '../event/read.ts'

/** A declared action with its settings in the environment. */
export interface DeployedAction {
  action: Action
  /** Ids, in the order of the settings. */
  destinations: readonly string[]
  state: ConfiguredAction['state']
}

type EventTrigger = Extract<Trigger, { on: unknown }>
export type ScheduleTrigger = Extract<Trigger, { schedule: unknown }>

export function isOnEvents(trigger: Trigger): trigger is EventTrigger {
  return 'on' in trigger
}

/** Finds a declared action. Throws an Error that suggests the nearest name. */
function actionOf(declared: ReadonlyMap<string, Action>, name: string): Action {
  const action = declared.get(name)
  if (action) return action
  const meant = nearest(name, declared.keys())
  throw new Error(
    `Action "${name}" is not declared. ${meant === undefined ? `Declared: ${[...declared.keys()].join(', ') || 'none'}.` : `Did you mean "${meant}"?`}`,
  )
}

/** Returns the configured actions with their declarations. Throws an Error if one is not declared. */
export function assignedActions(
  configured: readonly ConfiguredAction[],
  declared: ReadonlyMap<string, Action>,
): readonly DeployedAction[] {
  return configured.map(({ name, destinations, state }) => ({
    action: actionOf(declared, name),
    destinations,
    state,
  }))
}

/** Compiles the condition of a trigger. Throws an Error with the name of the action if it is invalid. */
export function compileTrigger(name: string, { when }: EventTrigger): CompiledCondition {
  return when === undefined ? () => true : compileEventCondition(`the trigger of action "${name}"`, when)
}

/** Returns the actions that an event triggers. */
export type MatchActions<Each extends DeployedAction> = (
  event: Pick<Event, 'name' | 'value'>,
) => readonly Each[]

const none: readonly never[] = []

/** Compiles the triggers of the actions that are live or in shadow. A condition that fails on an event counts as not met; `onError` is
 * called once per action. */
export function compileTriggers<Each extends DeployedAction>(
  deployed: readonly Each[],
  onError: (message: string, facts: Readonly<Record<string, unknown>>) => void,
): MatchActions<Each> {
  const byName = new Map<string, { each: Each; matches: (value: Event['value']) => boolean }[]>()
  for (const each of deployed) {
    const { action, state } = each
    if (!isOnEvents(action.trigger) || (state !== 'live' && state !== 'shadow')) continue
    const condition = compileTrigger(action.name, action.trigger)
    let hasWarned = false
    const matches = (value: Event['value']): boolean => {
      try {
        return condition(value)
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error)
        if (!hasWarned)
          onError('evaluating the condition of an action failed; such events do not trigger it', {
            action: action.name,
            problem,
          })
        hasWarned = true
        return false
      }
    }
    for (const name of new Set(action.trigger.on))
      byName.set(name, [...(byName.get(name) ?? none), { each, matches }])
  }
  return ({ name, value }) => {
    const triggers = byName.get(name)
    return triggers ? triggers.filter(({ matches }) => matches(value)).map(({ each }) => each) : none
  }
}
