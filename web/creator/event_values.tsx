/** Creator, step 2: maps the values of a field to event names, and says what becomes of other values. */
import { nameProblems } from '../../schemas/event_type.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import type { OtherName, Translation } from '../../schemas/translation.ts'
import { eventNameFor } from '../../functions/translation/inference/suggest_event.ts'
import { Select, TextField } from '../parts/inputs.tsx'
import { count } from '../parts/format.ts'
import { change } from './choices.ts'
import { source } from './source.ts'
import { valuesAt } from './state.ts'

type FromField = Extract<Translation['event']['name'], { from: string }>

/** The name read from a field, with a guess for each value of the sample. */
export function nameFromField(path: string): FromField {
  return { from: path, values: guessed(valuesAt(path)) }
}

function guessed(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(texts.map((text) => [text, eventNameFor(text)]))
}

function without({ ...values }: Readonly<Record<string, string>>, value: string): Record<string, string> {
  delete (values as Record<string, string>)[value]
  return values
}

export function EventValues({ name }: { name: FromField }) {
  const values = name.values ?? Object.fromEntries(valuesAt(name.from).map((value) => [value, value]))
  const unlisted = valuesAt(name.from).filter((value) => !Object.hasOwn(values, value))
  return (
    <>
      <div class="options">
        <Select
          label="Field"
          value={name.from}
          options={(source.value?.fields ?? [])
            .filter(({ type, inList }) => !inList && type !== 'object' && type !== 'list')
            .map(({ path }) => [path, path] as const)}
          onChange={(path) =>
            change({
              name: { ...nameFromField(path), ...(name.otherwise && { otherwise: name.otherwise }) },
            })
          }
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
              <td />
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
                  <td>
                    <button
                      type="button"
                      class="quiet"
                      onClick={() => change({ name: { ...name, values: without(values, value) } })}
                    >
                      Do not name<span class="hidden"> {value.slice(0, 40)}</span>
                    </button>
                  </td>
                </tr>
              )
            })}
            <tr>
              <td>
                anything else
                {unlisted.length > 0 && (
                  <button
                    type="button"
                    class="quiet"
                    onClick={() => change({ name: { ...name, values: { ...guessed(unlisted), ...values } } })}
                  >
                    Name {unlisted.length === 1 ? 'it' : 'them'}
                  </button>
                )}
              </td>
              <td>
                <Select
                  label="What becomes of records with another value"
                  isLabelHidden
                  value={name.otherwise ?? 'refuse'}
                  options={otherwiseOptions}
                  onChange={(otherwise) => change({ name: { ...name, otherwise: otherwise as OtherName } })}
                />
              </td>
              <td class="numeric">{count(othersThan(name))}</td>
              <td />
            </tr>
          </tbody>
        </table>
      </div>
    </>
  )
}

const otherwiseOptions = [
  ['refuse', 'refused, and the answer to the sender says so'],
  ['leave_out', 'left out and counted'],
  ['quarantine', 'stored in quarantine'],
] as const

/** The value of a field in each record, as a text. */
function textsIn(path: string): readonly string[] {
  const names = path.split('.')
  return (source.value?.records ?? []).map((record) =>
    String(names.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], record)),
  )
}

function recordsWith(path: string, value: string): number {
  return textsIn(path).filter((text) => text === value).length
}

function othersThan({ from, values }: FromField): number {
  return values ? textsIn(from).filter((text) => !Object.hasOwn(values, text)).length : 0
}
