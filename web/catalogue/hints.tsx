/** Catalogue: lists the fields of the events of a type that are probably meant as others. */
import { DataTable } from '../parts/data_table.tsx'
import { count, utcTime } from '../parts/format.ts'
import { hintColumns } from '../parts/hint_columns.tsx'
import type { DayPeriod } from '../parts/last_day.ts'
import { Panel } from '../parts/panel.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { eventLink } from '../router.ts'

/** Row of question `catalogue_hints`. */
interface CountedHint {
  field: string
  kind: string
  did_you_mean: string
  events: number
  latest: { event_id: string; event_name: string; received_at: string; got: string | null }
}

export function Hints({ name, period }: { name: string; period: DayPeriod }) {
  const asked = useQuestion<CountedHint>('catalogue_hints', { ...period, type: name })
  return (
    <Panel title="Hints" hint="Fields that are probably meant as others, in the last 24 hours.">
      <Answered asked={asked} what="the hints" empty={<p class="fine">None.</p>}>
        {(rows) => (
          <DataTable<CountedHint>
            caption="Fields that are probably meant as others"
            rows={rows}
            columns={[
              { title: 'Events', numeric: true, cell: ({ events }) => count(events) },
              ...hintColumns,
              { title: 'Got', cell: ({ latest }) => latest.got ?? 'nothing' },
              {
                title: 'Latest',
                cell: ({ latest }) => <a href={eventLink(latest)}>{utcTime(latest.received_at)}</a>,
              },
            ]}
          />
        )}
      </Answered>
    </Panel>
  )
}
