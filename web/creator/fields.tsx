/** Creator, step 2: shows every field of the records with its inferred type and its name in the event. */
import { useState } from 'preact/hooks'
import { contextColumns } from '../../schemas/context.ts'
import { count, withCount } from '../parts/format.ts'
import { Extras } from './extras.tsx'
import { FieldRow } from './field_row.tsx'
import { Select } from '../parts/inputs.tsx'
import { lists } from './source.ts'
import { recordPath, unmappedPolicy, rows } from './state.ts'
import { Step } from './step.tsx'

/** Number of rows shown at first and added at a time. */
const pageSize = 60

export function FieldsStep() {
  const [shown, setShown] = useState(pageSize)
  const all = rows.value
  const kept = all.filter(({ isDropped }) => !isDropped)
  const context = kept.filter(({ isContext }) => isContext).length
  const personal = kept.filter(({ isPersonal }) => isPersonal).length
  return (
    <Step
      number={2}
      title="Check the fields"
      hint={
        <>
          {withCount(kept.length, 'field')} kept, {count(context)} of them context fields
          {personal > 0 && `, ${count(personal)} personal`}. Types and names are inferred. Correct them if
          needed.
        </>
      }
    >
      {lists.value.length > 0 && <Split />}
      <div class="scroll" role="region" aria-label="Fields" tabIndex={0}>
        <table class="fields">
          <caption class="hidden">Fields of the records</caption>
          <thead>
            <tr>
              <th scope="col">Source field</th>
              <th scope="col">Type</th>
              <th scope="col">Name in the event</th>
              <th scope="col">Personal</th>
              <th scope="col">Required</th>
              <th scope="col">Keep</th>
              <th scope="col">
                <span class="hidden">More</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {all.slice(0, shown).map((row) => (
              <FieldRow key={row.path} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {all.length > shown && (
        <button type="button" class="more" onClick={() => setShown(shown + pageSize)}>
          Show {withCount(Math.min(pageSize, all.length - shown), 'more field')} of {count(all.length)}
        </button>
      )}
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
          label="Unmapped fields"
          value={unmappedPolicy.value}
          options={[
            ['keep', 'Keep under their own names'],
            ['drop', 'Drop'],
          ]}
          onChange={(value) => {
            unmappedPolicy.value = value as 'keep'
          }}
        />
      </div>
    </Step>
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
        onChange={(value) => {
          recordPath.value = value === '' ? undefined : value
        }}
      />
    </div>
  )
}
