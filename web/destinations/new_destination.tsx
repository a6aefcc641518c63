/** Destinations: makes the settings of a further destination, to copy. Changes no deployment, and asks for no secret. */
import { useState } from 'preact/hooks'
import type { ShownTarget } from '../../schemas/shown_destination.ts'
import { CodeBlock } from '../parts/code_block.tsx'
import { Select, TextField } from '../parts/inputs.tsx'
import { Panel } from '../parts/panel.tsx'
import { filter } from '../router.ts'
import { conditionOf, deployCommands, idProblem, settingProblem, settingsYaml } from './settings_text.ts'

interface NewDestinationProps {
  targets: readonly ShownTarget[]
  /** Name of the chosen target. */
  chosen: string
  /** Ids of the configured destinations. */
  taken: readonly string[]
}

export function NewDestination({ targets, chosen, taken }: NewDestinationProps) {
  const target = targets.find(({ name }) => name === chosen) ?? targets[0]!
  return (
    <>
      <header class="intro">
        <p>
          <a href="/console/destinations">Destinations</a>
        </p>
        <h1>Add a destination</h1>
        <p class="muted">
          Fill in the form and copy the settings. The console changes no deployment and sees no secret.
        </p>
      </header>
      <div class="panels">
        <Form key={target.name} targets={targets} target={target} taken={taken} />
      </div>
    </>
  )
}

interface FormProps {
  targets: readonly ShownTarget[]
  target: ShownTarget
  taken: readonly string[]
}

function Form({ targets, target, taken }: FormProps) {
  const [id, setId] = useState(() => freeId(target.name, taken))
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [types, setTypes] = useState('')
  const plain = target.settings.filter(({ isSecret }) => !isSecret)
  const secrets = target.settings.filter(({ isSecret }) => isSecret)
  const faults = [
    ...(idProblem(id, taken) === undefined ? [] : ['id']),
    ...plain
      .filter((each) => settingProblem(each, values[each.name] ?? '') !== undefined)
      .map(({ name }) => name),
  ]
  return (
    <>
      <Panel title="Settings">
        <Select
          label="Target"
          value={target.name}
          options={targets.map(({ name, title }) => [name, `${name}: ${title}`] as const)}
          onChange={(name) => filter({ add: name })}
        />
        <TextField
          label="Id"
          isCode
          isRequired
          value={id}
          onInput={setId}
          problem={idProblem(id, taken)}
          hint="It is free. It cannot be changed later."
        />
        {plain.map((setting) => {
          const value = values[setting.name] ?? ''
          return (
            <TextField
              key={setting.name}
              label={setting.isRequired ? setting.name : `${setting.name} (optional)`}
              isCode
              isRequired={setting.isRequired}
              value={value}
              placeholder={setting.example ?? ''}
              problem={value === '' ? undefined : settingProblem(setting, value)}
              hint={setting.description}
              {...(setting.choices && { list: setting.choices })}
              onInput={(text) => setValues({ ...values, [setting.name]: text })}
            />
          )
        })}
        {secrets.map(({ name, description, isRequired }) => (
          <p key={name} class="notice">
            <strong>{name}</strong> is a secret{isRequired ? '' : ', and optional'}. {description} Do not type
            it here: the command asks for it.
          </p>
        ))}
        <TextField
          label="Event types that may leave, separated by commas"
          isCode
          value={types}
          placeholder="purchase, sign_up"
          hint={`Empty: every event. ${target.consent.length > 0 ? `The person must also have granted ${target.consent.join(' and ')}.` : ''}`}
          onInput={setTypes}
        />
      </Panel>
      <Panel
        title="To copy"
        hint="Paste the settings under config of Pulumi.<stack>.yaml, then run the commands."
      >
        {faults.length > 0 && (
          <p class="notice" role="status">
            Not complete yet: {faults.join(', ')}.
          </p>
        )}
        <CodeBlock
          label="the settings"
          text={settingsYaml(target, { id, values, when: conditionOf(types) })}
        />
        <CodeBlock label="the commands" text={deployCommands(target, id)} />
        <p class="muted">
          <code>npx sluice check</code> finds errors before anything is deployed.{' '}
          <a href={target.docs} target="_blank" rel="noreferrer">
            Documentation of {target.title}
          </a>
        </p>
      </Panel>
    </>
  )
}

/** The target's name, or with the first number that is free. */
function freeId(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name
  for (let number = 2; ; number++) if (!taken.includes(`${name}_${number}`)) return `${name}_${number}`
}
