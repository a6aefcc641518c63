/** People: the identifiers that came in the same events. It is no profile: a shared device brings two people together. */
import { DataTable } from '../parts/data_table.tsx'
import { count, utcTime, withCount } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { PersonalValue } from '../parts/personal.tsx'
import { Answered, type AskedQuestion } from '../parts/question.tsx'
import { personPageLink, type PersonIdentifier } from './person_address.ts'

/** A row of question `person_identifiers`. */
export interface KnownIdentifier extends PersonIdentifier {
  events: number
  first_received: string
  last_received: string
}

interface KnownByProps {
  asked: AskedQuestion<KnownIdentifier>
  person: PersonIdentifier
  range: string
}

export function KnownBy({ asked, person, range }: KnownByProps) {
  return (
    <Panel title="Known by" hint="What came in the same events: by coincidence, not a profile.">
      <Answered
        asked={asked}
        what="the identifiers"
        empty={
          <p>
            No event of this period has it as <code>{person.field}</code>. Choose a longer period or another
            field; “Erase” below searches everything that is stored.
          </p>
        }
      >
        {(rows) => (
          <>
            <p>{seenText(rows, person)}</p>
            <DataTable caption="Identifiers" columns={columnsFor(range)} rows={rows} />
          </>
        )}
      </Answered>
    </Panel>
  )
}

function seenText(rows: readonly KnownIdentifier[], { field }: PersonIdentifier): string {
  const own = rows.filter((row) => row.field === field)
  const events = own.reduce((sum, row) => sum + row.events, 0)
  const last = own.reduce((latest, row) => (row.last_received > latest ? row.last_received : latest), '')
  return `Seen in ${withCount(events, 'event')}${last === '' ? '' : `, last ${utcTime(last)}`}.`
}

/** The fields by which page Events finds a person. */
const searched = new Set(['user_id', 'anonymous_id', 'email', 'phone'])

function columnsFor(range: string) {
  return [
    { title: 'Field', cell: ({ field }: KnownIdentifier) => <code>{field}</code> },
    {
      title: 'Value',
      cell: ({ field, value }: KnownIdentifier) => (
        <a class="person" href={personPageLink(field, value, location.search)}>
          <PersonalValue value={value} />
        </a>
      ),
    },
    {
      title: 'Events',
      numeric: true,
      cell: ({ field, value, events }: KnownIdentifier) =>
        searched.has(field) ? (
          <a href={`/console/events?range=${range}#${new URLSearchParams({ person: value }).toString()}`}>
            {count(events)}
            <span class="hidden">
              {events === 1 ? ' event' : ' events'} by {field}
            </span>
          </a>
        ) : (
          count(events)
        ),
    },
    {
      title: 'First',
      cell: ({ first_received: at }: KnownIdentifier) => <time dateTime={at}>{utcTime(at)}</time>,
    },
  ]
}
