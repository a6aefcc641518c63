/** Creator: edits one field: its type, name and options. Shows examples and the reasons of the inference. */
import { useId, useState } from 'preact/hooks'
import { casts, type Cast } from '../../schemas/link.ts'
import type { FieldType } from '../../schemas/translation/input.ts'
import { typeTitles } from './draft.ts'
import { Checkbox, Select, TextField } from '../parts/inputs.tsx'
import type { FieldModel } from './rows.ts'
import { choose } from './state.ts'

export function FieldRow({ row }: { row: FieldModel }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { path, inference, isDropped, isPersonal, isRequired } = row
  return (
    <>
      <tr class={isDropped ? 'dropped' : undefined} data-path={path}>
        <th scope="row">
          <code>{path}</code>
          <Examples values={inference.examples} />
        </th>
        <td class="type">
          <Type row={row} />
        </td>
        <td class="target">
          <Target row={row} />
        </td>
        <td data-title="Personal">
          <Checkbox
            label={`${path} is personal`}
            isLabelHidden
            isChecked={isPersonal}
            onChange={(is) => choose(path, { isPersonal: is })}
          />
          {inference.personal !== undefined && <span class="muted">{inference.personal}</span>}
        </td>
        <td data-title="Required">
          <Checkbox
            label={`${path} is required`}
            isLabelHidden
            isChecked={isRequired}
            onChange={(is) => choose(path, { isRequired: is })}
          />
        </td>
        <td data-title="Keep">
          <Checkbox
            label={`Keep ${path}`}
            isLabelHidden
            isChecked={!isDropped}
            onChange={(is) => choose(path, { isDropped: !is })}
          />
        </td>
        <td>
          <button
            type="button"
            class="quiet"
            aria-expanded={isOpen}
            aria-controls={`${id}-more`}
            aria-label={`More of ${path}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Less' : 'More'}
          </button>
        </td>
      </tr>
      <tr id={`${id}-more`} class="details" hidden={!isOpen}>
        <td colSpan={7}>{isOpen && <Details row={row} />}</td>
      </tr>
    </>
  )
}

const maxExampleLength = 60

function Examples({ values }: { values: readonly unknown[] }) {
  return values.length === 0 ? (
    <span class="example">no values</span>
  ) : (
    <ul class="examples" aria-label="Examples">
      {values.map((value, index) => (
        <li key={index} class="example">
          {shortened(typeof value === 'string' ? value : JSON.stringify(value))}
        </li>
      ))}
    </ul>
  )
}

function shortened(text: string): string {
  return text.length > maxExampleLength ? `${text.slice(0, maxExampleLength)} …` : text
}

function Type({ row: { path, type, inference, isDropped } }: { row: FieldModel }) {
  const isWhole = type === 'list' || type === 'object'
  const percent = Math.round(100 * inference.confidence)
  return (
    <>
      {isWhole ? (
        <span class="whole">{type === 'list' ? 'List, unchanged' : 'Object, unchanged'}</span>
      ) : (
        <Select
          label={`Type of ${path}`}
          isLabelHidden
          value={type}
          options={Object.entries(typeTitles)}
          onChange={(value) => choose(path, { type: value as FieldType })}
        />
      )}
      {!isDropped && (
        <p class={`sure${type === inference.type && percent < 60 ? ' doubtful' : ''}`}>
          {type === inference.type ? (
            <>
              <strong>{percent}% sure.</strong> {inference.why}
            </>
          ) : (
            'Your choice'
          )}
        </p>
      )}
    </>
  )
}

function Target({ row }: { row: FieldModel }) {
  const id = useId()
  const { path, target, isContext, reason, isDropped, problem } = row
  if (isDropped) return <span class="muted">dropped</span>
  return (
    <div class="field">
      <label for={id} class="hidden">
        Name of {path} in the event
      </label>
      <input
        id={id}
        type="text"
        class="code"
        list="context-fields"
        value={target}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-note`}
        onInput={({ currentTarget }) => choose(path, { target: currentTarget.value.trim() })}
      />
      <p id={`${id}-note`} class={problem ? 'wrong' : 'muted'}>
        {problem ? (
          <>
            {target} {problem.message}.{' '}
            {problem.suggestion !== undefined && (
              <button
                type="button"
                class="quiet"
                onClick={() => choose(path, { target: problem.suggestion! })}
              >
                Use {problem.suggestion}
              </button>
            )}
          </>
        ) : isContext ? (
          <>
            <span class="badge context">Context field</span> {reason}
          </>
        ) : (
          reason
        )}
      </p>
    </div>
  )
}

const castTitles: Readonly<Partial<Record<Cast, string>>> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  upper: 'UPPER CASE',
  lower: 'lower case',
  iso: 'Timestamp (ISO 8601)',
  date: 'Date',
  seconds: 'Seconds since 1970',
  milliseconds: 'Milliseconds since 1970',
  money: 'Amount with two decimal places',
  json: 'JSON text',
}

function Details({ row: { path, description, fallback, cast, isContext } }: { row: FieldModel }) {
  return (
    <div class="options">
      {!isContext && (
        <TextField
          label="Description"
          value={description}
          hint="Description of the column in BigQuery."
          onInput={(value) => choose(path, { description: value })}
        />
      )}
      <TextField
        label="Default"
        value={fallback}
        hint="Used if a record has no value."
        onInput={(value) => choose(path, { fallback: value })}
      />
      <Select
        label="Output format"
        value={cast}
        options={[
          ['', 'Unchanged'],
          ...casts.filter((each) => each in castTitles).map((each) => [each, castTitles[each]!] as const),
        ]}
        onChange={(value) => choose(path, { cast: value as Cast | '' })}
      />
    </div>
  )
}
