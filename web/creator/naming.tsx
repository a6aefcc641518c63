/** Creator, step 3: names the event, by a constant or by a field. */
import { nameProblems } from '../../schemas/event_type.ts'
import { eventTypes, nearestEventName } from '../../schemas/event_types.ts'
import { eventNameFor } from '../../functions/translation/inference/suggest_event.ts'
import { snakeName } from '../../functions/translation/formats/names.ts'
import { Select, TextField } from '../parts/inputs.tsx'
import { savedTypes } from './saved.ts'
import { source } from './source.ts'
import {
  chosenDescription,
  chosenName,
  constantName,
  description,
  typeName,
  isDefinedHere,
  mode,
  rows,
} from './state.ts'
import { Step } from './step.tsx'

export function Naming() {
  const name = typeName.value
  const isConstant = 'const' in name
  return (
    <Step
      number={3}
      title="Name the event"
      hint={
        chosenName.value === undefined
          ? source.value?.event.why
          : 'An object and an action, such as article_read.'
      }
    >
      <div class="options">
        <Select
          label="Source of the name"
          value={isConstant ? 'constant' : 'field'}
          options={[
            ['constant', 'Same for all records'],
            ['field', 'A field'],
          ]}
          onChange={(value) => {
            chosenName.value = value === 'constant' ? { const: '' } : fromField(rows.value[0]?.path ?? '')
          }}
        />
        {isConstant ? <Constant /> : <FromField from={name.from} values={name.values ?? {}} />}
      </div>
      {isDefinedHere.value && (
        <div class="options">
          <TextField
            label="Description of the event type"
            value={description.value}
            onInput={(value) => {
              chosenDescription.value = value
            }}
          />
          <Select
            label="Events with violations"
            value={mode.value}
            options={[
              ['open', 'Store with their violations'],
              ['strict', 'Send to quarantine'],
            ]}
            onChange={(value) => {
              mode.value = value as 'open'
            }}
          />
        </div>
      )}
    </Step>
  )
}

function Constant() {
  const name = constantName.value ?? ''
  const [problem] = name === '' ? ['Enter a name.'] : nameProblems(name)
  const suggestion = problem === undefined ? undefined : suggestedName(name)
  const known = eventTypes.get(name) ?? savedTypes.value.find((type) => type.name === name)
  return (
    <div class="named">
      <TextField
        label="Name of the event"
        isCode
        value={name}
        list={[...eventTypes.keys(), ...savedTypes.value.map((type) => type.name)]}
        problem={problem && `${problem}${problem.endsWith('.') ? '' : '.'}`}
        hint={
          eventTypes.has(name)
            ? `A standard event: ${known!.description}`
            : known
              ? `A saved event type, version ${known.version}.`
              : 'A new event type, with its own view and checks.'
        }
        onInput={(value) => {
          chosenName.value = { const: value.trim() }
        }}
      />
      {suggestion !== undefined && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            chosenName.value = { const: suggestion }
          }}
        >
          Use {suggestion}
        </button>
      )}
    </div>
  )
}

/** The name in snake_case, or the most similar standard name. */
function suggestedName(name: string): string | undefined {
  return [snakeName(name).replace(/_+/g, '_').replace(/^_|_$/g, ''), nearestEventName(name) ?? ''].find(
    (each) => each !== name && each !== '' && nameProblems(each).length === 0,
  )
}

function fromField(path: string): NonNullable<typeof chosenName.value> {
  const examples = source.value?.fields.find((field) => field.path === path)?.examples ?? []
  const values = Object.fromEntries(examples.map((value) => [String(value), eventNameFor(String(value))]))
  return { from: path, values }
}

function FromField({ from, values }: { from: string; values: Readonly<Record<string, string>> }) {
  return (
    <>
      <Select
        label="Field"
        value={from}
        options={(source.value?.fields ?? [])
          .filter(({ type, inList }) => !inList && type !== 'object' && type !== 'list')
          .map(({ path }) => [path, path] as const)}
        onChange={(path) => {
          chosenName.value = fromField(path)
        }}
      />
      {Object.entries(values).map(([value, event]) => {
        const [problem] = nameProblems(event)
        return (
          <TextField
            key={value}
            label={`Event name for “${value.slice(0, 40)}”`}
            isCode
            value={event}
            problem={problem && `${problem}.`}
            list={[...eventTypes.keys()]}
            onInput={(typed) => {
              chosenName.value = { from, values: { ...values, [value]: typed.trim() } }
            }}
          />
        )
      })}
    </>
  )
}
