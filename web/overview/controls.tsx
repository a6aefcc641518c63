/** Overview: selects the period, the event type and the destination, and refreshes the data. */
import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { clockTime, time, zone } from '../parts/format.ts'
import {
  answer,
  answeredAt,
  destination,
  destinations,
  chosenEventName,
  eventNames,
  isAutomatic,
  isOverviewLoading,
  range,
  refreshOverview,
  type Range,
} from './state.ts'

const titles: Readonly<Record<Range, string>> = {
  '1h': 'Last hour',
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
}

export function Controls() {
  return (
    <form class="controls" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <fieldset class="ranges">
        <legend class="hidden">Period</legend>
        {Object.entries(titles).map(([name, title]) => (
          <label key={name}>
            <input
              type="radio"
              name="range"
              value={name}
              checked={range.value === name}
              onChange={() => {
                range.value = name as Range
              }}
            />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
      <Choice title="Event type" all="All event types" chosen={chosenEventName} names={eventNames.value} />
      <Choice title="Destination" all="All destinations" chosen={destination} names={destinations.value} />
      <div class="refreshing">
        <label class="check">
          <input
            type="checkbox"
            checked={isAutomatic.value}
            onChange={({ currentTarget }) => {
              isAutomatic.value = currentTarget.checked
            }}
          />
          Refresh every minute
        </label>
        <button type="button" class="refresh" onClick={() => void refreshOverview()}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M13.5 8a5.5 5.5 0 1 1-1.6-3.9M13.5 1.8v3h-3" />
          </svg>
          Refresh
        </button>
      </div>
      <Shown />
    </form>
  )
}

interface ChoiceProps {
  title: string
  all: string
  chosen: Signal<string>
  names: readonly string[]
}

function Choice({ title, all, chosen, names }: ChoiceProps) {
  const id = useId()
  return (
    <div class="choice">
      <label class="hidden" for={id}>
        {title}
      </label>
      <select
        id={id}
        value={chosen.value}
        onChange={({ currentTarget }) => {
          chosen.value = currentTarget.value
        }}
      >
        <option value="">{all}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The exact period of the numbers, and when they were read. */
function Shown() {
  const shown = answer.value
  const at = answeredAt.value
  return (
    <p class="shown muted" role="status">
      {isOverviewLoading.value
        ? 'Querying BigQuery …'
        : shown && at
          ? `${time(shown.from)} – ${time(shown.to)}, ${zone}, starting at a full hour. Updated at ${clockTime(at)}.`
          : '\u00a0'}
    </p>
  )
}
