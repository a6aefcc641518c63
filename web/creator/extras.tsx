/** Creator: edits fields that are not read from a single field of the record: constants and templates. */
import { contextNames } from '../../schemas/context.ts'
import { piecesOf } from '../../schemas/source_path.ts'
import type { Extra } from './draft.ts'
import { Select, TextField } from '../parts/inputs.tsx'
import { fieldName } from './rows.ts'
import { change, extras } from './choices.ts'
import { rows } from './state.ts'

function set(id: number, part: Partial<Extra>): void {
  change({ extras: extras.value.map((extra) => (extra.id === id ? { ...extra, ...part } : extra)) })
}

function add(kind: Extra['kind']): void {
  const id = Math.max(0, ...extras.value.map((extra) => extra.id)) + 1
  change({ extras: [...extras.value, { id, kind, target: '', value: '' }] })
}

export function Extras() {
  return (
    <div class="extras">
      {extras.value.map((extra) => (
        <ExtraRow key={extra.id} extra={extra} />
      ))}
      <div class="below">
        <button type="button" onClick={() => add('constant')}>
          Add constant
        </button>
        <button type="button" onClick={() => add('combined')}>
          Combine fields
        </button>
      </div>
    </div>
  )
}

function ExtraRow({ extra }: { extra: Extra }) {
  const { id, kind, target, value } = extra
  const isCombined = kind === 'combined'
  const problem = targetProblem(extra)
  return (
    <fieldset class="extra">
      <legend>{isCombined ? 'Combined field' : 'Constant'}</legend>
      <TextField
        label="Field of the event"
        isCode
        value={target}
        problem={problem}
        hint={contextNames.has(target) ? 'A context field' : undefined}
        placeholder={isCombined ? 'full_name' : 'source'}
        onInput={(typed) => set(id, { target: typed.trim() })}
      />
      <TextField
        label={isCombined ? 'Template' : 'Value'}
        isCode={isCombined}
        value={value}
        problem={isCombined ? templateProblem(value) : undefined}
        placeholder={isCombined ? '{first} {last}' : 'web shop'}
        onInput={(typed) => set(id, { value: typed })}
      />
      {isCombined && (
        <Select
          label="Insert field"
          value=""
          options={[['', 'Choose …'], ...rows.value.slice(0, 500).map(({ path }) => [path, path] as const)]}
          onChange={(path) =>
            path !== '' && set(id, { value: `${value}${value === '' ? '' : ' '}{${path}}` })
          }
        />
      )}
      <button
        type="button"
        class="quiet"
        onClick={() => change({ extras: extras.value.filter((each) => each.id !== id) })}
      >
        Remove
      </button>
    </fieldset>
  )
}

function targetProblem({ target, id }: Extra): string | undefined {
  if (target === '') return undefined
  if (fieldName(target) !== target) return `Must be snake_case, such as ${fieldName(target)}.`
  const isTaken =
    rows.value.some((row) => !row.isDropped && row.target === target) ||
    extras.value.some((extra) => extra.id !== id && extra.target === target)
  return isTaken ? 'Another row has this name.' : undefined
}

function templateProblem(template: string): string | undefined {
  try {
    piecesOf(template)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
