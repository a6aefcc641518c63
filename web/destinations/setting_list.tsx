/** Destinations: shows the settings of a destination. Of a secret, only its name. */
import type { ShownDestination } from '../../schemas/shown_destination.ts'
import { CodeBlock } from '../parts/code_block.tsx'
import { DataTable } from '../parts/data_table.tsx'
import { Panel } from '../parts/panel.tsx'
import { secretCommand } from './settings_text.ts'

export function SettingList({ destination }: { destination: ShownDestination }) {
  const { id, target, settings, requestsPerSecond, isOrdered } = destination
  const secrets = settings.filter(({ isSecret }) => isSecret)
  const lines = [
    { name: 'target', value: target, description: '' },
    ...settings.map(({ name, value, isSecret, description }) => ({
      name,
      description,
      value: isSecret ? 'a secret, in Secret Manager' : (value ?? 'not set'),
    })),
    {
      name: 'requests_per_second',
      value: requestsPerSecond === undefined ? 'unlimited' : String(requestsPerSecond),
      description: 'Maximum requests per second of all instances together.',
    },
    {
      name: 'ordered',
      value: isOrdered ? 'yes' : 'no',
      description: 'Whether the events of an ordering key are delivered in their order.',
    },
  ]
  return (
    <Panel
      title="Settings"
      hint="As deployed. The console cannot read secrets; keys in URLs and headers are hidden, too."
    >
      <DataTable
        caption="Settings with their values"
        rows={lines}
        columns={[
          { title: 'Setting', cell: ({ name }) => <code>{name}</code> },
          { title: 'Value', cell: ({ value }) => <span class="setting-value">{value}</span> },
          { title: 'Meaning', cell: ({ description }) => description },
        ]}
      />
      {secrets.length > 0 && (
        <>
          <p>To replace a secret; the command asks for its value:</p>
          <CodeBlock
            label="the commands that replace secrets"
            text={secrets.map(({ name }) => secretCommand(id, name)).join('\n')}
          />
        </>
      )}
    </Panel>
  )
}
