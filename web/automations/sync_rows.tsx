/** Automations: shows what the destinations of a sync have not accepted yet, and what they have. */
import type { ShownSync } from '../../schemas/shown_automation.ts'
import { DataTable } from '../parts/data_table.tsx'
import { fromSnakeCase, utcTime, withCount } from '../parts/format.ts'
import { Mark } from '../parts/mark.tsx'
import { Panel } from '../parts/panel.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { link } from '../router.ts'
import { firingPeriod } from './firing_period.ts'

/** A row of the question `sync_pending`. */
interface PendingRow {
  change: string
  /** JSON text of the key columns. */
  row_key: string
  noticed_at: string
  backfill: boolean | null
  run_id: string
  destination: string
  outcome: string | null
  reason: string | null
  detail: string | null
  http_status: number | null
  settled_at: string | null
}

/** A row of the question `sync_given`. */
interface GivenRow {
  row_key: string
  destination: string
  run_id: string
  delivered_at: string
  rows_given: number
}

interface SyncRowsProps {
  sync: ShownSync
  /** In ms since 1970. */
  openedAt: number
}

export function SyncRows({ sync: { name }, openedAt }: SyncRowsProps) {
  const { since } = firingPeriod(openedAt)
  const pending = useQuestion<PendingRow>('sync_pending', { sync: name, since })
  const given = useQuestion<GivenRow>('sync_given', { sync: name })
  return (
    <>
      <Panel title="Not delivered yet" hint="The next run evaluates and sends them again. The oldest 100.">
        <Answered asked={pending} what="the changes" empty={<p>Every change is delivered.</p>}>
          {(rows) => <Pending rows={rows.slice(0, 100)} />}
        </Answered>
      </Panel>
      <Panel title="Accepted rows" hint="Rows that a destination has accepted. The latest 100.">
        <Answered asked={given} what="the delivered rows" empty={<p>Nothing is delivered yet.</p>}>
          {(rows) => <Given rows={rows} />}
        </Answered>
      </Panel>
    </>
  )
}

/** `user_id u-1815`: the columns of a key with their values. */
export function rowKeyText(key: string): string {
  try {
    const columns: unknown = JSON.parse(key)
    return typeof columns === 'object' && columns !== null
      ? Object.entries(columns)
          .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
          .join(', ')
      : key
  } catch {
    return key
  }
}

function Pending({ rows }: { rows: readonly PendingRow[] }) {
  return (
    <DataTable
      caption="Changes that are not delivered"
      rows={rows}
      columns={[
        { title: 'Row', cell: ({ row_key: key }) => rowKeyText(key) },
        { title: 'Change', cell: ({ change }) => change },
        { title: 'To', cell: ({ destination }) => destination },
        { title: 'Found', cell: ({ noticed_at: at }) => utcTime(at) },
        {
          title: 'Last attempt, of 7 days',
          cell: ({ outcome, reason, detail, http_status: status, settled_at: at }) =>
            outcome === null ? (
              <span class="muted">none</span>
            ) : (
              <>
                <Mark outcome={outcome} />
                <span class="beneath">
                  {[at && utcTime(at), reason && fromSnakeCase(reason), status && `HTTP ${status}`, detail]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </>
            ),
        },
        { title: 'Run', cell: ({ run_id: run }) => <a href={link('runs', { run })}>{run}</a> },
      ]}
    />
  )
}

function Given({ rows }: { rows: readonly GivenRow[] }) {
  return (
    <>
      <p>{withCount(rows[0]!.rows_given, 'row')}.</p>
      <DataTable
        caption="Delivered rows"
        rows={rows.slice(0, 100)}
        columns={[
          { title: 'Row', cell: ({ row_key: key }) => rowKeyText(key) },
          { title: 'Accepted', cell: ({ delivered_at: at }) => utcTime(at) },
          { title: 'By', cell: ({ destination }) => destination },
          { title: 'Run', cell: ({ run_id: run }) => <a href={link('runs', { run })}>{run}</a> },
        ]}
      />
    </>
  )
}
