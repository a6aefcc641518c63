/** People: the destinations that have events of the person. */
import type { AskValues } from '../ask.ts'
import { DataTable } from '../parts/data_table.tsx'
import { count, utcTime } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { link } from '../router.ts'

interface ReceiverRow {
  destination: string
  events: number
  last_delivered: string
}

const columns = [
  {
    title: 'Destination',
    cell: ({ destination }: ReceiverRow) => (
      <a href={link(`destinations/${encodeURIComponent(destination)}`)}>{destination}</a>
    ),
  },
  { title: 'Events', numeric: true, cell: ({ events }: ReceiverRow) => count(events) },
  {
    title: 'Last delivered',
    cell: ({ last_delivered: at }: ReceiverRow) => <time dateTime={at}>{utcTime(at)}</time>,
  },
] as const

export function Receivers({ values }: { values: AskValues }) {
  const asked = useQuestion<ReceiverRow>('person_deliveries', values)
  return (
    <Panel
      title="Who has it"
      hint="Events of this period that a destination accepted. Rows of syncs are not counted here."
    >
      <Answered
        asked={asked}
        what="the deliveries"
        empty={<p class="fine">No destination has accepted an event of this period.</p>}
      >
        {(rows) => <DataTable caption="Destinations" columns={columns} rows={rows} />}
      </Answered>
    </Panel>
  )
}
