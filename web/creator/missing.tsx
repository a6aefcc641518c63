/** Creator, step 3: asks which field of the payload fills a required field of the event. */
import { useState } from 'preact/hooks'
import { Select, TextField } from '../parts/inputs.tsx'
import { change, choose, extras } from './choices.ts'
import type { MissingField } from './groups.ts'
import { missing, rows } from './state.ts'

export function MissingFields() {
  return (
    <>
      {missing.value.map((field) => (
        <Missing key={field.name} field={field} />
      ))}
    </>
  )
}

function Missing({ field: { name, type, description } }: { field: MissingField }) {
  const [constant, setConstant] = useState('')
  const add = (): void => {
    const id = Math.max(0, ...extras.value.map((extra) => extra.id)) + 1
    change({ extras: [...extras.value, { id, kind: 'constant', target: name, value: constant }] })
  }
  return (
    <div class="ask">
      <div>
        <code>
          <strong>{name}</strong>
        </code>
        <p class="muted">{description}</p>
      </div>
      <fieldset>
        <legend>
          {type} needs {name}. Which of yours is it?
        </legend>
        <div class="options">
          <Select
            label={`Field for ${name}`}
            value=""
            options={[
              ['', 'Choose …'],
              ...rows.value
                .filter(({ inference }) => inference.examples.length > 0)
                .slice(0, 500)
                .map(
                  ({ path, inference }) =>
                    [path, `${path}, such as ${shortened(inference.examples[0])}`] as const,
                ),
            ]}
            onChange={(path) => path !== '' && choose(path, { target: name, isDropped: false })}
          />
          <TextField
            label={`Or the same ${name} for all`}
            value={constant}
            hint="For example a currency that the system never sends."
            onInput={setConstant}
          />
          {constant !== '' && (
            <button type="button" class="aligned" onClick={add}>
              Use {constant.slice(0, 40)} for all
            </button>
          )}
        </div>
      </fieldset>
    </div>
  )
}

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 40)} …` : text
}
