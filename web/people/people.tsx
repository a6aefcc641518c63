/** People: the page: what came with an identifier of a person, what they said about consent, who has it, and the acts that end it. */
import { useMemo, useState } from 'preact/hooks'
import { erasableFields } from '../../schemas/erasable_fields.ts'
import { isRange, rangeTitles, shownPeriodOf, type EventRange } from '../events/period.ts'
import { Select } from '../parts/inputs.tsx'
import { isPersonalHidden, PersonalValue } from '../parts/personal.tsx'
import { useQuestion } from '../parts/question.tsx'
import { filter, goTo, pageAddress } from '../router.ts'
import { ConsentSaid } from './consent_said.tsx'
import { ErasePanel } from './erase_panel.tsx'
import { KnownBy, type KnownIdentifier } from './known_by.tsx'
import { identifierIn, likelyField, personPageLink, type PersonIdentifier } from './person_address.ts'
import { Receivers } from './receivers.tsx'
import { SuppressionPanel } from './suppression_panel.tsx'

const shownRanges = ['24h', '7d', '30d'] as const satisfies readonly EventRange[]

export function People() {
  const { query, fragment } = pageAddress.value
  const person = identifierIn(fragment)
  const range = query.get('range') ?? ''
  const shown = isRange(range) ? range : '7d'
  return (
    <div class="people">
      <header class="page-head">
        <div>
          <h1>{person ? <PersonalValue value={person.value} /> : 'People'}</h1>
          <p class="muted">
            {person
              ? `By ${person.field}. ${rangeTitles[shown]}.`
              : 'What is known by an identifier, what they agreed to, who has it, and how it ends.'}
          </p>
        </div>
      </header>
      <PersonForm key={fragment} person={person} range={shown} />
      {person && <Person key={`${fragment} ${shown}`} person={person} range={shown} />}
    </div>
  )
}

function PersonForm({ person, range }: { person: PersonIdentifier | undefined; range: string }) {
  const [value, setValue] = useState(person?.value ?? '')
  const [field, setField] = useState(person?.field ?? '')
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const wanted = value.trim()
    if (wanted === '') return
    goTo(personPageLink(field === '' ? likelyField(wanted) : field, wanted, location.search))
  }
  const input = {
    id: 'person-value',
    value,
    spellcheck: false,
    autocomplete: 'off',
    placeholder: 'ada@example.com',
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => setValue(currentTarget.value),
  } as const
  return (
    <form class="options person-form" onSubmit={submit}>
      <Select
        label="Field"
        value={field}
        options={[['', 'By its form'], ...erasableFields.map((name) => [name, name] as const)]}
        onChange={setField}
      />
      <div class="field">
        <label for="person-value">Value</label>
        {isPersonalHidden.value ? <input type="password" {...input} /> : <input type="text" {...input} />}
      </div>
      <Select
        label="Period"
        value={range}
        options={shownRanges.map((name) => [name, rangeTitles[name]] as const)}
        onChange={(chosen) => filter({ range: chosen })}
      />
      <button type="submit" class="primary">
        Show
      </button>
    </form>
  )
}

function Person({ person, range }: { person: PersonIdentifier; range: EventRange }) {
  const [readAt] = useState(Date.now)
  const period = useMemo(() => shownPeriodOf(new URLSearchParams({ range }), readAt), [range, readAt])
  const values = { ...period, [person.field]: person.value }
  const known = useQuestion<KnownIdentifier>('person_identifiers', values)
  return (
    <div class="person-panels">
      <KnownBy asked={known} person={person} range={range} />
      <Receivers values={values} />
      <ConsentSaid values={values} />
      <SuppressionPanel person={person} />
      <ErasePanel person={person} known={known.answer?.rows ?? []} />
    </div>
  )
}
