/** Creator, step 2: every field of the records: what it seems to be, and what becomes of it. */
import { useState } from 'preact/hooks'
import { contextColumns } from '../../schemas/context.ts'
import { count, withCount } from '../parts/format.ts'
import { Extras } from './extras.tsx'
import { FieldRow } from './field_row.tsx'
import { Select } from '../parts/inputs.tsx'
import { lists, source } from './source.ts'
import { recordPath, unmappedPolicy, rows } from './state.ts'
import { Step } from './step.tsx'

/** Rows that are shown at first, and further ones at a time. */
const page = 60

export function FieldsStep() {
  const [shown, setShown] = useState(page)
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
          {withCount(kept.length, 'field')} kept, {count(context)} of them known to every destination
          {personal > 0 && `, ${count(personal)} personal`}. Everything is a guess that you may correct.
        </>
      }
    >
      {lists.value.length > 0 && <Split />}
      <div class="scroll" role="region" aria-label="Fields" tabIndex={0}>
        <table class="fields">
          <caption class="hidden">Fields of the records</caption>
          <thead>
            <tr>
              <th scope="col">In your data</th>
              <th scope="col">Is</th>
              <th scope="col">Becomes</th>
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
        <button type="button" class="more" onClick={() => setShown(shown + page)}>
          Show {withCount(Math.min(page, all.length - shown), 'more field')} of {count(all.length)}
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
          label="Fields that come later"
          value={unmappedPolicy.value}
          options={[
            ['keep', 'Are kept under their own names'],
            ['drop', 'Are dropped'],
          ]}
          onChange={(value) => {
            unmappedPolicy.value = value as 'keep'
          }}
        />
      </div>
    </Step>
  )
}

/** One event a record, or one for each element of a list in it. */
function Split() {
  return (
    <div class="options">
      <Select
        label={`Each of the ${count(source.value?.records.length ?? 0)} records is`}
        value={recordPath.value ?? ''}
        options={[
          ['', 'One event'],
          ...lists.value.map(({ path }) => [path, `One event for each of its ${path}`] as const),
        ]}
        onChange={(value) => {
          recordPath.value = value === '' ? undefined : value
        }}
      />
    </div>
  )
}
