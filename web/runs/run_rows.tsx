/** Runs: lists what a run has sent: the rows behind one of its counts. */
import { useEffect, useRef } from 'preact/hooks'
import type { RunSummary } from '../../schemas/run_summary.ts'
import { rowKeyText } from '../automations/sync_rows.tsx'
import { DataTable } from '../parts/data_table.tsx'
import { fromSnakeCase, utcTime } from '../parts/format.ts'
import { Mark } from '../parts/mark.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { eventLink } from '../router.ts'

/** A row of the question `run_rows`. */
interface SentRow {
  event_id: string
  event_name: string
  destination: string
  outcome: string
  reason: string | null
  detail: string | null
  http_status: number | null
  received_at: string
  settled_at: string
  /** The sync; null for stored events. */
  source: string | null
  row_key: string | null
}

interface RunRowsProps {
  run: RunSummary
  /** An outcome, or `all`. */
  which: string
}

const hour = 3_600_000

export function RunRows({ run, which }: RunRowsProps) {
  const { run_id: id, kind, name, requested_at: requestedAt, finished_at: finishedAt } = run
  const title = useRef<HTMLHeadingElement>(null)
  // The link to the rows stands above them.
  useEffect(() => title.current?.focus(), [which])
  const asked = useQuestion<SentRow>('run_rows', {
    run: id,
    since: new Date(Date.parse(requestedAt) - hour).toISOString(),
    // Outcomes can follow the end of a run.
    until: new Date(Date.parse(finishedAt ?? requestedAt) + 48 * hour).toISOString(),
    outcome: which === 'all' ? undefined : which,
    sync: kind === 'sync' ? (name ?? undefined) : undefined,
  })
  return (
    <section>
      <h4 ref={title} tabIndex={-1}>
        {which === 'all' ? 'What it sent' : fromSnakeCase(which)}
      </h4>
      <Answered asked={asked} what="what the run sent" empty={<p>No such attempt is recorded.</p>}>
        {(rows) => (
          <>
            <Sent rows={rows.slice(0, 100)} />
            {rows.length > 100 && <p class="muted">There are more: these are the latest 100.</p>}
          </>
        )}
      </Answered>
    </section>
  )
}

function Sent({ rows }: { rows: readonly SentRow[] }) {
  return (
    <DataTable
      caption="Sent by this run"
      rows={rows}
      columns={[
        {
          title: 'What',
          cell: (row) =>
            row.source === null ? (
              <a href={eventLink(row)}>{row.event_name}</a>
            ) : row.row_key === null ? (
              row.event_name
            ) : (
              rowKeyText(row.row_key)
            ),
        },
        {
          title: 'Outcome',
          cell: ({ outcome, reason, http_status: status, detail }) => (
            <>
              <Mark outcome={outcome} />
              <span class="beneath">
                {[reason && fromSnakeCase(reason), status && `HTTP ${status}`, detail]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </>
          ),
        },
        { title: 'When', cell: ({ settled_at: at }) => utcTime(at) },
      ]}
    />
  )
}
