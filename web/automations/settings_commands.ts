/** Automations: writes the commands that configure a sync or an action, for people to apply with Pulumi. Pure. */
import type { ShownAutomation } from '../../schemas/shown_automation.ts'

type Named = Pick<ShownAutomation, 'kind' | 'name'>

function setCommand({ kind, name }: Named, member: string, value: string): string {
  return `pulumi config set --path 'sluice:${kind}s.${name}.${member}' ${value}`
}

const deploy = ['npx sluice check', 'npx sluice plan', 'pulumi up']

/** An action starts in shadow, which sends nothing. */
export function configureCommands(automation: Named, destination: string): string {
  return [
    setCommand(automation, 'destinations[0]', destination),
    ...(automation.kind === 'action' ? [setCommand(automation, 'state', 'shadow')] : []),
    ...deploy,
  ].join('\n')
}

/** Pauses or resumes a sync, or changes the state of an action. */
export function stateCommands(automation: Named, state: 'live' | 'paused' | 'shadow'): string {
  const set =
    automation.kind === 'action'
      ? setCommand(automation, 'state', state)
      : setCommand(automation, 'paused', String(state === 'paused'))
  return [set, 'npx sluice plan', 'pulumi up'].join('\n')
}

/** Removes the settings of a sync or an action that the program does not define. */
export function removeCommands({ kind, name }: Named): string {
  return [`pulumi config rm --path 'sluice:${kind}s.${name}'`, ...deploy].join('\n')
}

/** The condition of the rule that the destination needs: without one, nothing is permitted. It does not permit the stored events whose place a sync
 * takes. */
export function permitCondition(automation: ShownAutomation): string {
  const { eventName, name } = automation
  const condition = `event.event_name == '${eventName}'`
  return 'replacesStored' in automation
    ? `${condition} && has(event.source) && event.source == '${name}'`
    : condition
}
