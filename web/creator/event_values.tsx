/** Creator, step 2: maps the values of a field to event names, and says what becomes of other values. */
import { nameProblems } from '../../schemas/event_type.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import type { Translation } from '../../schemas/translation.ts'
import { eventNameFor } from '../../functions/translation/inference/suggest_event.ts'
import { Select, TextField } from '../parts/inputs.tsx'
import { count } from '../parts/format.ts'
import { change } from './choices.ts'
import { source } from './source.ts'
import { valuesAt } from './state.ts'

type FromField = Extract<Translation['event']['name'], { from: string }>

/** The name read from a field, with a guess for each value of the sample. */
export function nameFromField(path: string): FromField {
  const values = Object.fromEntries(valuesAt(path).map((value) => [value, eventNameFor(value)]))
  return { from: path, values }
}

export function EventValues({ name }: { name: FromField }) {
  const values = name.values ?? Object.fromEntries(valuesAt(name.from).map((value) => [value, value]))
  return (
    <>
      <div class="options">
        <Select
          label="Field"
          value={name.from}
          options={(source.value?.fields ?? [])
            .filter(({ type, inList }) => !inList && type !== 'object' && type !== 'list')
            .map(({ path }) => [path, path] as const)}
          onChange={(path) => change({ name: nameFromField(path) })}
        />
      </div>
      <div class="scroll" role="region" aria-label={`Values of ${name.from}`} tabIndex={0}>
        <table class="choices">
          <thead>
            <tr>
              <th scope="col">
                When <code>{name.from}</code> is
              </th>
              <th scope="col">the event is</th>
              <th scope="col" class="numeric">
                in this sample
              </th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(values).map(([value, event]) => {
              const [problem] = nameProblems(event)
              return (
                <tr key={value}>
                  <td>
                    <code>{value.slice(0, 60)}</code>
                  </td>
                  <td>
                    <TextField
                      label={`Event name for “${value.slice(0, 40)}”`}
                      isLabelHidden
                      isCode
                      value={event}
                      problem={problem && `${problem}.`}
                      list={[...eventTypes.keys()]}
                      onInput={(typed) =>
                        change({ name: { ...name, values: { ...values, [value]: typed.trim() } } })
                      }
                    />
                  </td>
                  <td class="numeric">{count(recordsWith(name.from, value))}</td>
                </tr>
              )
            })}
            <tr>
              <td>anything else</td>
              <td>refused, and the answer to the sender says so</td>
              <td class="numeric">0</td>
            </tr>
          </tbody>
        </table>
      </div>
    </>
  )
}

function recordsWith(path: string, value: string): number {
  const names = path.split('.')
  return (source.value?.records ?? []).filter(
    (record) =>
      String(
        names.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], record),
      ) === value,
  ).length
}
