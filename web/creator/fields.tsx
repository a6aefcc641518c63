/** Creator, step 3: asks the questions first, then shows every field in the group of its use. */
import { contextColumns } from '../../schemas/context.ts'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { count, withCount } from '../parts/format.ts'
import { Select } from '../parts/inputs.tsx'
import { openQuestions, payloadQuestions } from './asked.ts'
import { BesideNote } from './beside_note.tsx'
import { change, unmappedPolicy } from './choices.ts'
import { Consent } from './consent.tsx'
import { Extras } from './extras.tsx'
import { Further } from './further.tsx'
import { FieldLine } from './field_line.tsx'
import { groupOf, type Group } from './groups.ts'
import { openedGroups } from './opened.ts'
import { MissingFields } from './missing.tsx'
import { Questions } from './questions.tsx'
import type { FieldModel } from './rows.ts'
import { lists } from './source.ts'
import { constantName } from './named_event.ts'
import { isDescribed, isOwnType, missing, recordPath, rows } from './state.ts'
import { Step } from './step.tsx'

export function FieldsStep() {
  const all = rows.value
  const rowsIn = (group: Group): readonly FieldModel[] =>
    all.filter((row) => (openedGroups.value[row.path] ?? groupOf(row, isDescribed.value)) === group)
  const beside = rowsIn('beside')
  const asked = payloadQuestions.value.length + missing.value.length + 1
  const open = openQuestions.value.length + missing.value.length
  const event = constantName.value ?? 'the events'
  return (
    <Step
      number={3}
      title="The fields"
      hint={
        <>
          {withCount(all.length, 'field')}. {withCount(asked, 'question')} first
          {open > 0 && `, ${count(open)} of them to be answered before you can save`}. The rest is settled;
          you can change each guess.
        </>
      }
    >
      {lists.value.length > 0 && <Split />}
      <div class="asks">
        <MissingFields />
        <Questions />
        <Consent />
      </div>
      <Lines
        title={isOwnType.value ? `Fields of ${event}` : `Needed by ${event}`}
        group="needed"
        rows={rowsIn('needed')}
        isOpen
      />
      <Lines
        title="Who and when"
        note="Context fields, which every destination knows."
        group="context"
        rows={rowsIn('context')}
        isOpen
      />
      <Lines
        title="Beside them"
        note="Fields of your own."
        group="beside"
        rows={beside}
        isOpen={beside.length <= 8}
      >
        <BesideNote beside={beside.filter((row) => groupOf(row, isDescribed.value) === 'beside')} />
      </Lines>
      <Further />
      <Lines title="Left out" group="leftOut" rows={rowsIn('leftOut')} isOpen={false} />
      <datalist id="context-fields">
        {contextColumns
          .filter(({ name }) => name !== 'event_name')
          .map(({ name, description }) => (
            <option key={name} value={name} label={description} />
          ))}
      </datalist>
      <Extras />
      <div class="options">
        <Select
          label="Fields that come later"
          value={unmappedPolicy.value}
          options={[
            ['keep', 'Keep under their own names'],
            ['drop', 'Leave out'],
          ]}
          onChange={(value) => change({ rest: value as 'keep' })}
        />
      </div>
    </Step>
  )
}

/** Number of lines shown at first and added at a time. */
const pageSize = 60

interface LinesProps {
  group: Group
  title: string
  note?: string
  rows: readonly FieldModel[]
  isOpen: boolean
  children?: ComponentChildren
}

function Lines({ title, note, group, rows: lines, isOpen, children }: LinesProps) {
  const [shown, setShown] = useState(pageSize)
  if (lines.length === 0) return null
  return (
    <details class="group" open={isOpen}>
      <summary>
        <h3>{title}</h3>{' '}
        <span class="muted">
          {withCount(lines.length, 'field')}
          {note === undefined ? '' : `. ${note}`}
        </span>
      </summary>
      <ul class="field-lines">
        {lines.slice(0, shown).map((row) => (
          <FieldLine key={row.path} row={row} group={group} />
        ))}
      </ul>
      {lines.length > shown && (
        <button type="button" class="more" onClick={() => setShown(shown + pageSize)}>
          Show {withCount(Math.min(pageSize, lines.length - shown), 'more field')} of {count(lines.length)}
        </button>
      )}
      {children}
    </details>
  )
}

/** Selects one event per record or one per element of a list in the record. */
function Split() {
  return (
    <div class="options">
      <Select
        label="Events per record"
        value={recordPath.value ?? ''}
        options={[
          ['', 'One event'],
          ...lists.value.map(({ path }) => [path, `One event per element of ${path}`] as const),
        ]}
        onChange={(value) => change({ each: value })}
      />
    </div>
  )
}
