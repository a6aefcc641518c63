/** Creator, step 2: describes an own event type, and asks what becomes of one that is saved already. */
import { useId } from 'preact/hooks'
import { Select, TextField } from '../parts/inputs.tsx'
import { change, mode, typeChange } from './choices.ts'
import { Pick } from './pick.tsx'
import { constantName, description } from './named_event.ts'
import { isOwnType, savedType } from './state.ts'

export function TypeVersion() {
  const group = useId()
  const saved = savedType.value
  if (!isOwnType.value || constantName.value === '') return null
  const set = (next: typeof typeChange.value) => () => change({ typeChange: next })
  return (
    <>
      {saved && (
        <div class="picks" role="radiogroup" aria-label={`The event type ${saved.name}`}>
          <Pick
            group={group}
            title={`Use ${saved.name} ${saved.version} as it is`}
            note="Nothing changes for those who send it."
            isSuggested
            isChecked={typeChange.value === 'none'}
            onPick={set('none')}
          />
          <Pick
            group={group}
            title="Add the fields found here"
            note="Whatever is valid now stays valid. The view gets columns."
            isChecked={typeChange.value === 'add'}
            onPick={set('add')}
          />
          <Pick
            group={group}
            title="Replace its fields by those found here"
            note="Step 5 shows what stops being valid."
            isChecked={typeChange.value === 'replace'}
            onPick={set('replace')}
          />
        </div>
      )}
      {(!saved || typeChange.value !== 'none') && (
        <div class="options">
          <TextField
            label="Description of the event type"
            value={description.value}
            onInput={(value) => change({ description: value })}
          />
          <Select
            label="Events with violations"
            value={mode.value}
            options={[
              ['open', 'Store with their violations'],
              ['strict', 'Send to quarantine'],
            ]}
            onChange={(value) => change({ mode: value as 'open' })}
          />
        </div>
      )}
    </>
  )
}
