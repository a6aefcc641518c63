/** Actions: which of those in force an event sets off. Conditions are compiled once; an event that no action waits for costs one look-up. Pure. */
import type { Action, Trigger } from '../../schemas/action.ts'
import type { ConfiguredAction } from '../../schemas/configured.ts'
import { nearest } from '../../schemas/nearest.ts'
import { compileEventCondition, type CompiledCondition } from '../decision/conditions.ts'
import type { Event } from '../event/read.ts'

/** An action in force. */
export interface DeployedAction {
  action: Action
  destination: string
  state: ConfiguredAction['state']
}

export type EventTrigger = Extract<Trigger, { on: unknown }>
export type ScheduleTrigger = Extract<Trigger, { schedule: unknown }>

export function isOnEvents(trigger: Trigger): trigger is EventTrigger {
  return 'on' in trigger
}

/** Finds the action of this name. Throws an Error that names the nearest one. */
export function actionOf(declared: ReadonlyMap<string, Action>, name: string): Action {
  const action = declared.get(name)
  if (action) return action
  const meant = nearest(name, declared.keys())
  throw new Error(
    `There is no action "${name}"${meant === undefined ? `; there are ${[...declared.keys()].join(', ') || 'none'}` : `; did you mean "${meant}"?`}`,
  )
}

/** The actions of an environment, of which each must be declared. */
export function assignedActions(
  assigned: readonly ConfiguredAction[],
  declared: ReadonlyMap<string, Action>,
): readonly DeployedAction[] {
  return assigned.map(({ name, destination, state }) => ({
    action: actionOf(declared, name),
    destination,
    state,
  }))
}

/** Whether an event sets an action off. Throws for what is no condition, naming the action. */
export function compileTrigger(name: string, { when }: EventTrigger): CompiledCondition {
  return when === undefined ? () => true : compileEventCondition(`the trigger of action "${name}"`, when)
}

/** Gives the actions that an event sets off. */
export type MatchActions<Each extends DeployedAction> = (
  event: Pick<Event, 'name' | 'value'>,
) => readonly Each[]

const none: readonly never[] = []

/** Compiles the triggers of the actions that are live or in shadow. A condition that cannot be evaluated on an event counts as not met;
 * `trouble` is told of the first of each action. */
export function compileTriggers<Each extends DeployedAction>(
  assigned: readonly Each[],
  onError: (message: string, facts: Readonly<Record<string, unknown>>) => void,
): MatchActions<Each> {
  const byName = new Map<string, { each: Each; matches: (value: Event['value']) => boolean }[]>()
  for (const each of assigned) {
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
          onError('the condition of an action cannot be evaluated on some events', {
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
    const waiting = byName.get(name)
    return waiting ? waiting.filter(({ matches }) => matches(value)).map(({ each }) => each) : none
  }
}
