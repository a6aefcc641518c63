/** What was changed: the page: who changed what, when, why and from where. The person who asked stands after `#` in the address. */
import { useMemo, useState } from 'preact/hooks'
import { DataTable } from '../parts/data_table.tsx'
import { utcTime } from '../parts/format.ts'
import { Select, TextField } from '../parts/inputs.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { filter, pageAddress, setFragment } from '../router.ts'
import { isRange, rangeTitles, shownPeriodOf, type EventRange } from '../events/period.ts'
import {
  isOperationGroup,
  operationGroups,
  operationLink,
  operationTitle,
  type ChangeRow,
} from './operation_text.ts'

/** Ranges in which the page is of use. */
const shownRanges = ['24h', '7d', '30d'] as const satisfies readonly EventRange[]

export function ChangesPage() {
  const { query, fragment } = pageAddress.value
  const [readAt, setReadAt] = useState(Date.now)
  const range = query.get('range') ?? ''
  const shown = isRange(range) ? range : '30d'
  const period = useMemo(() => shownPeriodOf(new URLSearchParams({ range: shown }), readAt), [shown, readAt])
  const kind = query.get('kind') ?? ''
  const by = new URLSearchParams(fragment).get('by') ?? ''
  const asked = useQuestion<ChangeRow>('changes', {
    ...period,
    operations: isOperationGroup(kind) ? operationGroups[kind].operations : undefined,
    by: by === '' ? undefined : by,
  })
  return (
    <div class="changes-page">
      <header class="page-head">
        <div>
          <h1>What was changed</h1>
          <p class="muted">
            What people saved, put in force, suppressed, ran, paused and requeued. Scheduled runs are on the
            page Runs.
          </p>
        </div>
        <button type="button" onClick={() => setReadAt(Date.now())}>
          Refresh
        </button>
      </header>
      <div class="options filters">
        <Select
          label="Period"
          value={shown}
          options={shownRanges.map((name) => [name, rangeTitles[name]] as const)}
          onChange={(value) => filter({ range: value })}
        />
        <Select
          label="Kind"
          value={isOperationGroup(kind) ? kind : ''}
          options={[
            ['', 'All kinds'],
            ...Object.entries(operationGroups).map(([name, { title }]) => [name, title] as const),
          ]}
          onChange={(value) => filter({ kind: value })}
        />
        <Asker key={by} by={by} />
      </div>
      <section class="panel" aria-label="What was changed">
        <Answered
          asked={asked}
          what="what was changed"
          empty={<p class="muted">Nothing was changed in this period, or it does not fit the filters.</p>}
        >
          {(rows) => <DataTable caption="Changes" columns={columns} rows={rows} />}
        </Answered>
      </section>
    </div>
  )
}

/** The account that asked. It is searched when the field is left or Enter is pressed. */
function Asker({ by }: { by: string }) {
  const [text, setText] = useState(by)
  const search = (): void => {
    const wanted = text.trim()
    if (wanted === by) return
    setFragment(wanted === '' ? '' : new URLSearchParams({ by: wanted }).toString())
  }
  return (
    <form
      class="field"
      onFocusOut={search}
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
    >
      <TextField label="Who asked" value={text} onInput={setText} placeholder="ada@example.com" />
    </form>
  )
}

function byLink(who: string): string {
  return `/console/changes${location.search}#${new URLSearchParams({ by: who }).toString()}`
}

const columns = [
  {
    title: 'When',
    cell: ({ recorded_at: at }: ChangeRow) => <time dateTime={at}>{utcTime(at)}</time>,
  },
  { title: 'Who', cell: ({ requested_by: who }: ChangeRow) => <a href={byLink(who)}>{who}</a> },
  {
    title: 'What',
    cell: (row: ChangeRow) => {
      const { title, about } = operationTitle(row)
      const href = operationLink(row)
      const text = `${title} ${about}`.trim()
      return href === undefined ? text : <a href={href}>{text}</a>
    },
  },
  { title: 'Outcome', cell: outcomeText },
  { title: 'Why', cell: ({ why }: ChangeRow) => why ?? '' },
  { title: 'From', cell: ({ client }: ChangeRow) => client ?? 'BigQuery' },
] as const

/** `asked` alone: somebody was interrupted, or Pub/Sub gave no clear answer. */
function outcomeText({ outcome, error, state }: ChangeRow): string {
  if (error !== null) return `${outcome}: ${error}`
  if (outcome === 'asked') return 'asked, not known how it ended'
  return state === null ? 'done' : `run ${state}`
}
