/** Creator, step 3: changes how one field is read, what it is called, and whether it is kept. */
import { useId } from 'preact/hooks'
import { casts, type Cast } from '../../schemas/link.ts'
import type { FieldType } from '../../schemas/translation/input.ts'
import { Checkbox, Select, TextField } from '../parts/inputs.tsx'
import { choose } from './choices.ts'
import { closeLine } from './opened.ts'
import type { FieldModel } from './rows.ts'
import { castTitles, typeTitles } from './titles.ts'

export function FieldOptions({ row }: { row: FieldModel }) {
  const { path, type, isContext, isDropped, isPersonal, isRequired, description, fallback, cast } = row
  const isWhole = type === 'list' || type === 'object'
  return (
    <>
      <div class="options">
        <Target row={row} />
        {isWhole ? (
          <p class="muted">{type === 'list' ? 'A list, unchanged.' : 'An object, unchanged.'}</p>
        ) : (
          <Select
            label={`Type of ${path}`}
            value={type}
            options={Object.entries(typeTitles)}
            onChange={(value) => choose(path, { type: value as FieldType })}
          />
        )}
        <Select
          label={`Output format of ${path}`}
          value={cast}
          options={[
            ['', 'Unchanged'],
            ...casts.filter((each) => each in castTitles).map((each) => [each, castTitles[each]!] as const),
          ]}
          onChange={(value) => choose(path, { cast: value as Cast | '' })}
        />
        <TextField
          label={`Default of ${path}`}
          value={fallback}
          hint="Used if a record has no value."
          onInput={(value) => choose(path, { fallback: value })}
        />
        {!isContext && (
          <TextField
            label={`Description of ${path}`}
            value={description}
            hint="Description of the column in BigQuery."
            onInput={(value) => choose(path, { description: value })}
          />
        )}
      </div>
      <div class="below">
        <Checkbox
          label={`Keep ${path}`}
          isChecked={!isDropped}
          onChange={(is) => {
            choose(path, { isDropped: !is })
            closeLine(path)
          }}
        />
        <Checkbox
          label={`${path} is personal`}
          isChecked={isPersonal}
          onChange={(is) => choose(path, { isPersonal: is })}
        />
        <Checkbox
          label={`${path} is required`}
          isChecked={isRequired}
          onChange={(is) => choose(path, { isRequired: is })}
        />
      </div>
    </>
  )
}

function Target({ row: { path, target, problem } }: { row: FieldModel }) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>Name of {path} in the event</label>
      <input
        id={id}
        type="text"
        class="code"
        list="context-fields"
        value={target}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-note` : undefined}
        onInput={({ currentTarget }) => choose(path, { target: currentTarget.value.trim() })}
      />
      {problem && (
        <p id={`${id}-note`} class="wrong">
          {target} {problem.message}.{' '}
          {problem.suggestion !== undefined && (
            <button type="button" class="quiet" onClick={() => choose(path, { target: problem.suggestion! })}>
              Use {problem.suggestion}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
