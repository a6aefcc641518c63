/** Overview: selects the period, the event type and the destination, and refreshes the data. */
import { useId } from 'preact/hooks'
import { time, zone } from '../parts/format.ts'
import { Cost } from '../parts/question.tsx'
import { filter } from '../router.ts'
import { sectionRows, type OverviewData } from './overview_data.ts'
import {
  answer,
  answeredAt,
  chooseRange,
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

/** Names of the periods. */
export const overviewRanges: Readonly<Record<Range, string>> = {
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
        {Object.entries(overviewRanges).map(([name, title]) => (
          <label key={name}>
            <input
              type="radio"
              name="range"
              value={name}
              checked={range.value === name}
              onChange={() => chooseRange(name as Range)}
            />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
      <Choice
        title="Event type"
        all="All event types"
        chosen={chosenEventName.value}
        names={eventNames.value}
        choose={(type) => filter({ type })}
      />
      <Choice
        title="Destination"
        all="All destinations"
        chosen={destination.value}
        names={destinations.value}
        choose={(to) => filter({ to })}
      />
      <div class="refreshing">
        <label class="check">
          <input
            type="checkbox"
            checked={isAutomatic.value}
            onChange={({ currentTarget }) => filter({ refresh: currentTarget.checked ? 'minute' : '' })}
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
  chosen: string
  names: readonly string[]
  choose: (name: string) => void
}

function Choice({ title, all, chosen, names, choose }: ChoiceProps) {
  const id = useId()
  return (
    <div class="choice">
      <label class="hidden" for={id}>
        {title}
      </label>
      <select id={id} value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
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

/** The exact period of the numbers, when they were read, and what BigQuery read for them. */
function Shown() {
  const shown = answer.value
  const at = answeredAt.value
  return (
    <div class="shown">
      <p class="muted" role="status">
        {isOverviewLoading.value
          ? 'Querying BigQuery …'
          : shown
            ? `${time(shown.from)} – ${time(shown.to)}, ${zone}, starting at a full hour.`
            : '\u00a0'}
        {shown?.isCounted && !isOverviewLoading.value && countedText(shown)}
      </p>
      {shown && at && <Cost bytes={shown.bytes} at={at} />}
    </div>
  )
}

/** With many events a day, the Overview reads no events. */
function countedText({ sections }: OverviewData): string {
  const [checked] = sectionRows(sections.checked)
  return ` Counted at ${time(checked!.counted_at!)}: with more than a million events a day the figures are those of the health check, once an hour.`
}
