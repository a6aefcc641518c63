/** Automations: gives the settings of syncs and actions that the program defines and this environment has not configured. */
import { useState } from 'preact/hooks'
import type { ShownAutomation } from '../../schemas/shown_automation.ts'
import { CodeBlock } from '../parts/code_block.tsx'
import { Select } from '../parts/inputs.tsx'
import { Panel } from '../parts/panel.tsx'
import { link } from '../router.ts'
import { runnable } from '../runs/state.ts'
import { configureCommands, permitCondition } from './settings_commands.ts'

export function NotConfigured({ automations }: { automations: readonly ShownAutomation[] }) {
  return (
    <Panel
      title="Written, not configured"
      hint="The program defines them. They do nothing until the settings name a destination."
    >
      <ul class="not-configured">
        {automations.map((automation) => (
          <li key={automation.name}>
            <p>
              <a href={link(`automations/${automation.name}`)}>
                <strong>{automation.name}</strong>
              </a>{' '}
              <span class="badge">{automation.kind}</span> {automation.description}
            </p>
            <details>
              <summary>
                The setting to copy<span class="hidden"> of {automation.name}</span>
              </summary>
              <SettingToCopy automation={automation} />
            </details>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export function SettingToCopy({ automation }: { automation: ShownAutomation }) {
  const { destinations = [] } = runnable.value ?? {}
  const [chosen, choose] = useState<string>()
  const destination = chosen ?? destinations[0]
  const { name } = automation
  if (destination === undefined)
    return (
      <p>
        It needs a destination first: <a href={link('destinations', { add: 'webhook' })}>add one</a>.
      </p>
    )
  return (
    <div class="setting-to-copy">
      <div class="options">
        <Select
          label={`Destination of ${name}`}
          value={destination}
          options={destinations.map((id) => [id, id] as const)}
          onChange={choose}
        />
      </div>
      <CodeBlock
        label={`the commands that configure ${name}`}
        text={configureCommands(automation, destination)}
      />
      <p>
        {destination} also needs a rule that permits what it sends
        {automation.kind === 'action' && '. In shadow, the action counts and sends nothing'}:
      </p>
      <CodeBlock label={`the condition that permits ${name}`} text={permitCondition(automation)} />
    </div>
  )
}
