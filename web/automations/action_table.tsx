/** Automations: the table of the configured actions: what became of the matches of their triggers. */
import type { ShownAction } from '../../schemas/shown_automation.ts'
import { DataTable } from '../parts/data_table.tsx'
import { count } from '../parts/format.ts'
import { link } from '../router.ts'
import { backTestOf, type AskedRun } from './asked_run.tsx'
import { AutomationMark } from './automation_mark.tsx'
import type { FiringPeriod } from './firing_period.ts'
import { NameCell } from './name_cell.tsx'
import { NextRun } from './next_run.tsx'
import { firingFigures, type FiringCount } from './firing_figures.ts'

interface ActionTableProps {
  actions: readonly ShownAction[]
  rows: readonly FiringCount[]
  period: FiringPeriod
  openedAt: number
  /** Undefined if the account may not request runs. */
  start: ((asked: AskedRun) => void) | undefined
}

export function ActionTable({ actions, rows, period, openedAt, start }: ActionTableProps) {
  const figures = (title: string, of: 'recent' | 'total') => ({
    title,
    cell: ({ name }: ShownAction) => (
      <Figures name={name} rows={rows.filter(({ action }) => action === name)} of={of} period={period} />
    ),
  })
  return (
    <DataTable
      caption="Configured actions"
      rows={actions}
      columns={[
        { title: 'Action', cell: (action) => <NameCell automation={action} about={windowOf(action)} /> },
        {
          title: 'State',
          cell: ({ isDefined, configured }) => (
            <>
              <AutomationMark state={isDefined ? (configured?.state ?? 'draft') : 'undefined'} />
              {configured?.state !== 'live' && <span class="beneath">sends nothing</span>}
            </>
          ),
        },
        figures('24 hours', 'recent'),
        figures('7 days', 'total'),
        { title: 'Next run', cell: (action) => <NextRun automation={action} now={openedAt} /> },
        ...(start
          ? [{ title: 'Try', cell: (action: ShownAction) => <Try action={action} start={start} /> }]
          : []),
      ]}
    />
  )
}

/** `once per user_id in 30d`. */
export function windowOf({ rule }: ShownAction): string | undefined {
  return rule && `once per ${rule.subject} in ${rule.once}`
}

interface FiguresProps {
  name: string
  rows: readonly FiringCount[]
  of: 'recent' | 'total'
  period: FiringPeriod
}

/** `9 fired, 2 delivered`: each number with a link to its rows. */
export function Figures({ name, rows, of, period }: FiguresProps) {
  const figures = firingFigures(rows, of)
  if (figures.length === 0) return <span class="muted">no match</span>
  const { until } = period
  const since = of === 'recent' ? period.day : period.since
  return (
    <>
      {figures.map(({ word, matches, filters }, index) => (
        <span key={word}>
          {index > 0 && ', '}
          <a
            href={link(`automations/${name}`, { ...filters, since, until })}
            aria-label={`${count(matches)} ${word}, ${name}, ${of === 'recent' ? '24 hours' : '7 days'}`}
          >
            {count(matches)}
          </a>{' '}
          {word}
        </span>
      ))}
    </>
  )
}

function Try({ action, start }: { action: ShownAction; start: (asked: AskedRun) => void }) {
  if (!action.isDefined) return null
  return (
    <button type="button" onClick={() => start(backTestOf(action, 30))}>
      Back-test<span class="hidden"> {action.name}</span>
    </button>
  )
}
