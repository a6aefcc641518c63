/** Creator, step 2: asks what has happened. The event decides which fields are needed. */
import { useId, useState } from 'preact/hooks'
import { eventTypes } from '../../schemas/event_types.ts'
import { candidates, type ShownCandidate } from './candidates.ts'
import { change, chosenName } from './choices.ts'
import { EventValues, nameFromField } from './event_values.tsx'
import { OwnName } from './own_name.tsx'
import { Pick } from './pick.tsx'
import { Select } from '../parts/inputs.tsx'
import { source } from './source.ts'
import { constantName, typeName } from './named_event.ts'
import { rows } from './state.ts'
import { Step } from './step.tsx'
import { TypeVersion } from './type_version.tsx'

type Kind = 'own' | 'standard' | 'field'

export function Happened() {
  const group = useId()
  const [asked, setAsked] = useState<Kind | undefined>(undefined)
  const name = typeName.value
  const picked = asked === undefined ? candidates.value.find((each) => isSame(each.name, name)) : undefined
  const kind = picked || !name ? undefined : (asked ?? kindOf(name))
  const pick = (candidate: ShownCandidate): void => {
    setAsked(undefined)
    change({ name: candidate.name, typeChange: 'none' })
  }
  const ask = (next: Kind, chosen: typeof name): void => {
    setAsked(next)
    change({ ...(chosen && { name: chosen }), typeChange: 'none' })
  }
  return (
    <Step number={2} title="What has happened" hint="The event decides which fields are needed.">
      {!name && (
        <p class="notice">
          {candidates.value.length > 1
            ? 'The payload fits more than one event. Choose the one that has happened.'
            : 'Nothing in the payload tells the event. Choose what has happened.'}
        </p>
      )}
      <div class="picks" role="radiogroup" aria-label="What has happened">
        {candidates.value.map((candidate) => (
          <Pick
            key={candidate.title}
            group={group}
            title={candidate.title}
            note={candidate.evidence}
            isSuggested={candidate.isClear}
            isChecked={picked === candidate}
            onPick={() => pick(candidate)}
          />
        ))}
        <Pick
          group={group}
          title="An event type of your own"
          note="With a name that you choose, and its own view and checks."
          isChecked={kind === 'own'}
          onPick={() => ask('own', { const: '' })}
        />
        <Pick
          group={group}
          title="Another standard event"
          note={`One of ${eventTypes.size}, which all destinations know.`}
          isChecked={kind === 'standard'}
          onPick={() => ask('standard', { const: 'lead' })}
        />
        <Pick
          group={group}
          title="A field tells"
          note="The records are of different events, and a field names them."
          isChecked={kind === 'field'}
          onPick={() => ask('field', nameFromField(firstText()))}
        />
      </div>
      {kind === 'own' && (
        <div class="options">
          <OwnName />
        </div>
      )}
      {kind === 'standard' && (
        <div class="named">
          <Select
            label="Standard event"
            value={constantName.value ?? ''}
            options={[...eventTypes.values()].map((type) => [type.name, `${type.name}: ${type.description}`])}
            onChange={(value) => change({ name: { const: value }, typeChange: 'none' })}
          />
        </div>
      )}
      {name && 'from' in name && <EventValues name={name} />}
      {name && <TypeVersion />}
    </Step>
  )
}

function kindOf(name: NonNullable<typeof chosenName.value>): Kind {
  if ('from' in name) return 'field'
  return eventTypes.has(name.const) ? 'standard' : 'own'
}

function isSame(a: NonNullable<typeof chosenName.value>, b: typeof chosenName.value): boolean {
  if (!b) return false
  return 'from' in a ? 'from' in b && a.from === b.from : 'const' in b && a.const === b.const
}

function firstText(): string {
  const texts = rows.value.filter(({ type }) => type === 'text')
  return (texts[0] ?? rows.value[0])?.path ?? source.value?.fields[0]?.path ?? ''
}
