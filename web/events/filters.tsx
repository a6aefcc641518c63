/** Events: the filters of the list. All of them are in the address, except what identifies a person. */
import { outcomes } from '../../schemas/outcome.ts'
import { Select } from '../parts/inputs.tsx'
import { PersonalValue } from '../parts/personal.tsx'
import { likelyField, personPageLink } from '../people/person_address.ts'
import { pageAddress, filter, setFragment } from '../router.ts'
import { isRange, rangeTitles, ranges, type EventRange } from './period.ts'

/** Parameters that the list takes from the address as they are. */
export const listFilters = ['type', 'to', 'outcome', 'reason', 'rule', 'via', 'violates'] as const

const titles: Readonly<Record<(typeof listFilters)[number] | 'since' | 'until', string>> = {
  type: 'Event type',
  to: 'Destination',
  outcome: 'Outcome',
  reason: 'Reason',
  rule: 'Rule',
  via: 'Connection',
  violates: 'Violates',
  since: 'From',
  until: 'Before',
}

const anyOption = ['', 'Any'] as const

interface FiltersProps {
  eventNames: readonly string[]
  destinations: readonly string[]
  /** A person, or an id. */
  searched: string | undefined
}

export function Filters({ eventNames, destinations, searched }: FiltersProps) {
  const { query } = pageAddress.value
  const chosen = (name: string): string => query.get(name) ?? ''
  const names = (known: readonly string[], value: string): readonly (readonly [string, string])[] => [
    anyOption,
    ...[...new Set([...known, value])].filter((name) => name !== '').map((name) => [name, name] as const),
  ]
  const range = chosen('range')
  const isFixed = query.has('since') || query.has('until')
  const rangeOptions = Object.keys(ranges).map((name) => [name, rangeTitles[name as EventRange]] as const)
  return (
    <>
      <div class="options filters">
        <Select
          label="Period"
          value={isFixed ? 'fixed' : isRange(range) ? range : '24h'}
          options={isFixed ? [['fixed', 'As below'], ...rangeOptions] : rangeOptions}
          onChange={(value) => filter({ range: value, since: undefined, until: undefined, after: undefined })}
        />
        <Select
          label="Event type"
          value={chosen('type')}
          options={names(eventNames, chosen('type'))}
          onChange={(type) => filter({ type, after: undefined })}
        />
        <Select
          label="Destination"
          value={chosen('to')}
          options={names(destinations, chosen('to'))}
          onChange={(to) => filter({ to, after: undefined })}
        />
        <Select
          label="Outcome"
          value={chosen('outcome')}
          options={names([...Object.keys(outcomes), 'pending'], chosen('outcome'))}
          onChange={(outcome) => filter({ outcome, after: undefined })}
        />
        <Select
          label="Violations"
          value={chosen('violates')}
          options={[anyOption, ['*', 'With violations'], ...fieldOption(chosen('violates'))]}
          onChange={(violates) => filter({ violates, after: undefined })}
        />
      </div>
      <Chips searched={searched} />
    </>
  )
}

function fieldOption(field: string): readonly (readonly [string, string])[] {
  return field === '' || field === '*' ? [] : [[field, field]]
}

/** The active filters, each with a button that removes it. */
function Chips({ searched }: Pick<FiltersProps, 'searched'>) {
  const { query } = pageAddress.value
  const active = [...listFilters, 'since' as const, 'until' as const].filter((name) => query.has(name))
  if (active.length === 0 && searched === undefined) return null
  return (
    <ul class="chips" aria-label="Active filters">
      {searched !== undefined && (
        <>
          <li>
            <button type="button" onClick={() => setFragment('')}>
              Person: <PersonalValue value={searched} /> <span aria-hidden="true">×</span>
              <span class="hidden">, remove</span>
            </button>
          </li>
          <li>
            <a href={personPageLink(likelyField(searched), searched)}>What is known of them</a>
          </li>
        </>
      )}
      {active.map((name) => (
        <li key={name}>
          <button type="button" onClick={() => filter({ [name]: undefined, after: undefined })}>
            {titles[name]}: {query.get(name)} <span aria-hidden="true">×</span>
            <span class="hidden">, remove</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
