/** Alerts: one alert with its meaning, its act and its runbook. */
import { CodeBlock } from '../parts/code_block.tsx'
import { utcTime } from '../parts/format.ts'
import { eventLink } from '../router.ts'
import { describeAlert, runbookOf, type ShownAlert } from './alert_text.ts'

export function AlertItem({ row, isShort = false }: { row: ShownAlert; isShort?: boolean }) {
  const { title, meaning, act, command } = describeAlert(row)
  return (
    <li>
      <h3>
        {title} <span class="badge refused">{row.alert}</span>
      </h3>
      <p>
        {meaning} Since <time dateTime={row.opened_at}>{utcTime(row.opened_at)}</time>.{' '}
        {isShort && <a href={act.href}>{act.text}</a>}
      </p>
      {!isShort && (
        <p class="below">
          <a href={act.href}>{act.text}</a>
          {row.example_event_id !== null && (
            <a href={eventLink({ event_id: row.example_event_id })}>An example</a>
          )}
          <span class="muted">
            What to do: <code>{runbookOf(row.alert)}</code>
          </span>
        </p>
      )}
      {!isShort && command !== undefined && (
        <CodeBlock label={`the command about ${title.toLowerCase()}`} text={command} />
      )}
    </li>
  )
}
