/** People: what the person said last about consent, each signal with the event that says it. */
import { consentSignals } from '../../schemas/link.ts'
import type { AskValues } from '../ask.ts'
import { DataTable } from '../parts/data_table.tsx'
import { fromSnakeCase, utcTime } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { eventLink } from '../router.ts'

interface SignalRow {
  signal: string
  /** How many different values it had in the period. */
  different: number
  latest: {
    value: string
    event_id: string
    event_name: string
    received_at: string
    /** When it happened, at the latest when it was received. */
    stated_at: string
  }
}

const columns = [
  { title: 'Signal', cell: ({ signal }: SignalRow) => <code>{signal}</code> },
  {
    title: 'Said',
    cell: ({ signal, different, latest: { value } }: SignalRow) => (
      <>
        {valueText(signal, value)}
        {different > 1 && <span class="muted"> (said otherwise before)</span>}
      </>
    ),
  },
  {
    title: 'When',
    cell: ({ latest: { stated_at: at } }: SignalRow) => <time dateTime={at}>{utcTime(at)}</time>,
  },
  {
    title: 'Event',
    cell: ({ signal, latest }: SignalRow) => (
      <a href={eventLink(latest)}>
        {latest.event_name}
        <span class="hidden"> that says {fromSnakeCase(signal)}</span>
      </a>
    ),
  },
] as const

const maxLength = 24

/** Texts of the IAB are long: the event has the whole. */
function valueText(signal: string, value: string): string {
  if (signal === 'limited_data_use') return value === 'true' ? 'opted out' : 'not opted out'
  if (signal === 'gpc') return 'sent: opted out'
  return value.length > maxLength ? `${value.slice(0, maxLength)}…` : value
}

export function ConsentSaid({ values }: { values: AskValues }) {
  const asked = useQuestion<SignalRow>('person_consent', values)
  return (
    <Panel title="What they agreed to" hint="As last said in this period, by the time of the event.">
      <Answered
        asked={asked}
        what="what they said about consent"
        empty={<p class="muted">No event of this period says anything about consent.</p>}
      >
        {(rows) => (
          <>
            <DataTable caption="Consent" columns={columns} rows={rows} />
            <NeverSaid said={new Set(rows.map(({ signal }) => signal))} />
          </>
        )}
      </Answered>
    </Panel>
  )
}

function NeverSaid({ said }: { said: ReadonlySet<string> }) {
  const missing = consentSignals.filter((signal) => !said.has(signal))
  if (missing.length === 0) return null
  return <p class="muted">Not said: {missing.join(', ')}.</p>
}
