/** Catalogue: lists what is wrong with the events of a type. */
import { DataTable } from '../parts/data_table.tsx'
import { count, fromSnakeCase, utcTime } from '../parts/format.ts'
import type { DayPeriod } from '../parts/last_day.ts'
import { Panel } from '../parts/panel.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { eventLink, link } from '../router.ts'

/** Row of question `catalogue_violations`. */
interface ViolationRow {
  field: string
  code: string | null
  expected: string
  events: number
  latest: { event_id: string; event_name: string; received_at: string; got: string | null }
}

export function Violations({ name, period }: { name: string; period: DayPeriod }) {
  const asked = useQuestion<ViolationRow>('catalogue_violations', { ...period, type: name })
  return (
    <Panel title="Violations" hint="Fields that break the definition, in the last 24 hours.">
      <Answered asked={asked} what="the violations" empty={<p class="fine">None.</p>}>
        {(rows) => (
          <DataTable
            caption="Fields that break the definition"
            rows={rows}
            columns={[
              {
                title: 'Events',
                numeric: true,
                cell: ({ events, field }) => (
                  <a
                    href={link('events', {
                      type: name,
                      violates: field,
                      since: period.since,
                      until: period.until,
                    })}
                    aria-label={`${count(events)} with ${field}`}
                  >
                    {count(events)}
                  </a>
                ),
              },
              { title: 'Field', cell: ({ field }) => <code>{field}</code> },
              { title: 'Violation', cell: ({ code }) => fromSnakeCase(code ?? '') },
              { title: 'Expected', cell: ({ expected }) => expected },
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
