/** Events: the attempts to deliver an event to one destination. */
import { DataTable } from '../parts/data_table.tsx'
import { duration, utcTime } from '../parts/format.ts'
import { Mark } from '../parts/mark.tsx'
import type { AttemptRow } from '../../schemas/event_rows.ts'
import { reasonMeaning } from '../../schemas/reason_meaning.ts'
import { link } from '../router.ts'

const columns = [
  { title: 'Ended', cell: ({ settled_at: at }: AttemptRow) => utcTime(at) },
  { title: 'Outcome', cell: ({ outcome }: AttemptRow) => <Mark outcome={outcome} /> },
  { title: 'Status', cell: ({ http_status: status }: AttemptRow) => status ?? '' },
  { title: 'Reason', cell: Reason },
  {
    title: 'Sent by',
    cell: ({ replay_id: run, attempt }: AttemptRow) =>
      run === null ? `attempt ${attempt}` : <a href={link('runs', { run })}>replay</a>,
  },
  { title: 'Took', numeric: true, cell: ({ latency_ms: ms }: AttemptRow) => duration(ms) },
] as const

function Reason({ outcome, reason, detail, sent_without: without }: AttemptRow) {
  return (
    <>
      {reason !== null && <span>{reasonMeaning(outcome, reason)} </span>}
      {detail !== null && <span class="muted">{detail}</span>}
      {without.length > 0 && <span class="muted"> Sent without {without.join('; ')}.</span>}
    </>
  )
}

export function Attempts({ destination, rows }: { destination: string; rows: readonly AttemptRow[] }) {
  if (rows.length === 0) return <p class="muted">No attempt was made.</p>
  return <DataTable caption={`Attempts at ${destination}`} columns={columns} rows={rows} />
}
