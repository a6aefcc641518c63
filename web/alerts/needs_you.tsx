/** Alerts: the three worst, above the figures of the Overview. Nothing is shown while there is none. */
import { AlertItem } from './alert_item.tsx'
import { worstFirst, type ShownAlert } from './alert_text.ts'

const mostShown = 3

export function NeedsYou({ rows }: { rows: readonly ShownAlert[] }) {
  if (rows.length === 0) return null
  return (
    <section class="panel message bad" aria-labelledby="needs-you">
      <h2 id="needs-you">Needs you</h2>
      <ul class="problems">
        {worstFirst(rows)
          .slice(0, mostShown)
          .map((row) => (
            <AlertItem key={`${row.alert} ${row.subject} ${row.opened_at}`} row={row} isShort />
          ))}
      </ul>
      {rows.length > mostShown && (
        <p>
          <a href="/console/alerts">All {rows.length} alerts</a>
        </p>
      )}
    </section>
  )
}
