/** Shell: the bell of the bar: how many alerts there are. They are read once, when the console is loaded. */
import { useAlerts } from '../alerts/asked_alerts.ts'
import { withCount } from '../parts/format.ts'

export function Bell() {
  const { answer } = useAlerts()
  const count = answer?.rows.length ?? 0
  return (
    <a
      class="icon bell"
      href="/console/alerts"
      aria-label={answer ? withCount(count, 'alert') : 'Alerts'}
      title="Alerts"
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path
          d="M10 3a4.5 4.5 0 0 0-4.5 4.5c0 4-1.5 5.5-1.5 5.5h12s-1.5-1.5-1.5-5.5A4.5 4.5 0 0 0 10 3ZM8.5 15.5a1.6 1.6 0 0 0 3 0"
          fill="none"
          stroke="currentColor"
          stroke-width="1.5"
          stroke-linejoin="round"
        />
      </svg>
      {count > 0 && (
        <span class="count" aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </a>
  )
}
