/** Automations: what an action did: its figures, and each match of its trigger with its cause and its effect. */
import type { ShownAction } from '../../schemas/shown_automation.ts'
import { rangeTitles, ranges, shownPeriodOf } from '../events/period.ts'
import { DataTable } from '../parts/data_table.tsx'
import { fromSnakeCase, utcTime } from '../parts/format.ts'
import { Select } from '../parts/inputs.tsx'
import { Mark } from '../parts/mark.tsx'
import { Panel } from '../parts/panel.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { eventLink, filter, link, pageAddress } from '../router.ts'
import { Figures } from './action_table.tsx'
import { firingPeriod } from './firing_period.ts'
import type { FiringCount } from './firing_figures.ts'

/** A row of the question `action_firings`. */
interface FiringRow {
  firing_id: string
  event_id: string | null
  run_id: string | null
  state: string
  destination: string
  subject: string
  outcome: string
  reason: string
  detail: string | null
  fired_at: string
  cause_name: string | null
  cause_received_at: string | null
  effect: string | null
  effect_reason: string | null
  effect_detail: string | null
  effect_status: number | null
  effect_at: string | null
}

const outcomes = ['fired', 'would_fire', 'restricted', 'withheld'] as const
const effects = ['delivered', 'refused', 'skipped', 'deferred', 'dead', 'restricted'] as const

interface ActionHistoryProps {
  action: ShownAction
  /** In ms since 1970. */
  openedAt: number
}

export function ActionHistory({ action: { name }, openedAt }: ActionHistoryProps) {
  const { query } = pageAddress.value
  const period = firingPeriod(openedAt)
  const counts = useQuestion<FiringCount>('firing_counts', { ...period, action: name })
  // Without a period, the week that the figures count.
  const hasPeriod = ['range', 'since', 'until'].some((each) => query.has(each))
  const { since, until } = hasPeriod ? shownPeriodOf(query, openedAt) : period
  const firings = useQuestion<FiringRow>('action_firings', {
    action: name,
    since,
    until,
    outcome: query.get('outcome') ?? undefined,
    effect: query.get('effect') ?? undefined,
    run: query.get('run') ?? undefined,
  })
  return (
    <>
      <Panel title="What became of the matches">
        <Answered asked={counts} what="the firings" empty={<p>Nothing matched in the last 7 days.</p>}>
          {(rows) => (
            <dl class="facts">
              {(['recent', 'total'] as const).map((of) => (
                <div key={of}>
                  <dt>{of === 'recent' ? '24 hours' : '7 days'}</dt>
                  <dd>
                    <Figures {...{ name, rows, of, period }} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </Answered>
      </Panel>
      <Panel title="Matches" hint={`${utcTime(since)} to ${utcTime(until)}, the latest 100.`}>
        <Filters />
        <Answered asked={firings} what="the firings" empty={<p>Nothing matched like this.</p>}>
          {(rows) => <Firings rows={rows.slice(0, 100)} />}
        </Answered>
      </Panel>
    </>
  )
}

function Filters() {
  const { query } = pageAddress.value
  const options = (all: string, names: readonly string[]) => [
    ['', all] as const,
    ...names.map((each) => [each, fromSnakeCase(each)] as const),
  ]
  const isPlaced = query.has('since')
  return (
    <div class="options">
      <Select
        label="Period"
        value={isPlaced ? 'linked' : (query.get('range') ?? '7d')}
        options={[
          ...(isPlaced ? [['linked', 'As linked'] as const] : []),
          ...Object.keys(ranges).map(
            (range) => [range, rangeTitles[range as keyof typeof rangeTitles]] as const,
          ),
        ]}
        onChange={(range) => filter({ range, since: undefined, until: undefined, run: undefined })}
      />
      <Select
        label="Outcome"
        value={query.get('outcome') ?? ''}
        options={options('All', outcomes)}
        onChange={(outcome) => filter({ outcome })}
      />
      <Select
        label="What was sent"
        value={query.get('effect') ?? ''}
        options={options('All', effects)}
        onChange={(effect) => filter({ effect })}
      />
    </div>
  )
}

function Firings({ rows }: { rows: readonly FiringRow[] }) {
  const hasSeveral = new Set(rows.map(({ destination }) => destination)).size > 1
  return (
    <DataTable
      caption="Matches of the trigger"
      rows={rows}
      columns={[
        { title: 'When', cell: ({ fired_at: at }) => <time dateTime={at}>{utcTime(at)}</time> },
        { title: 'Caused by', cell: (row) => <Cause row={row} /> },
        { title: 'Subject', cell: ({ subject }) => subject || <span class="muted">none</span> },
        ...(hasSeveral ? [{ title: 'To', cell: ({ destination }: FiringRow) => destination }] : []),
        {
          title: 'Outcome',
          cell: ({ outcome, reason, detail }) => (
            <>
              {fromSnakeCase(outcome)}
              {(reason !== 'trigger' || detail !== null) && (
                <span class="beneath">
                  {[reason === 'trigger' ? '' : fromSnakeCase(reason), detail].filter(Boolean).join(': ')}
                </span>
              )}
            </>
          ),
        },
        { title: 'Sent', cell: (row) => <Effect row={row} /> },
      ]}
    />
  )
}

function Cause({
  row: { event_id: id, run_id: run, cause_name: name, cause_received_at: at },
}: {
  row: FiringRow
}) {
  if (id === null)
    return run === null ? <span class="muted">not known</span> : <a href={link('runs', { run })}>a run</a>
  const event = { event_id: id, ...(name !== null && at !== null && { event_name: name, received_at: at }) }
  return (
    <>
      <a href={eventLink(event)}>{name ?? 'an event'}</a>
      <span class="beneath code">{id}</span>
    </>
  )
}

function Effect({ row }: { row: FiringRow }) {
  const {
    outcome,
    destination,
    effect,
    effect_reason: reason,
    effect_detail: detail,
    effect_status: status,
  } = row
  if (outcome !== 'fired') return <span class="muted">nothing</span>
  if (effect === null)
    return (
      <>
        <Mark outcome="pending" /> <a href={link(`destinations/${destination}`)}>{destination}</a>
      </>
    )
  const about = [reason && fromSnakeCase(reason), status && `HTTP ${status}`, detail]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      <Mark outcome={effect} /> <a href={link(`destinations/${destination}`)}>{destination}</a>
      <span class="beneath">
        {row.effect_at !== null && utcTime(row.effect_at)} {about}
      </span>
    </>
  )
}
