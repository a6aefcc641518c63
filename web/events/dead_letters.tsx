/** Events: the dead letters: messages whose delivery attempts are exhausted, by destination, and the way to send them again. */
import { useMemo, useState } from 'preact/hooks'
import { CodeBlock } from '../parts/code_block.tsx'
import { DataTable } from '../parts/data_table.tsx'
import { utcTime } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { pageAddress, eventLink, filter } from '../router.ts'
import { reasonMeaning } from '../../schemas/reason_meaning.ts'
import { GroupList } from './group_list.tsx'
import { HeldTabs } from './held_tabs.tsx'
import { shownPeriodOf, type ShownPeriod } from './period.ts'

interface Group {
  destination: string
  event_name: string
  subscription: string | null
  messages: number
  latest: string
}

interface Letter {
  dead_at: string
  message_id: string
  event_id: string | null
  attempts: number | null
  subscription: string | null
  reason: string | null
  detail: string | null
  http_status: number | null
  received_at: string | null
}

/** In the address, where an empty text means no filter, a letter without a destination or type. */
const none = '-'

export function DeadLetters() {
  const { query } = pageAddress.value
  const [readAt, setReadAt] = useState(Date.now)
  const search = query.toString()
  const period = useMemo(() => shownPeriodOf(query, readAt), [search, readAt])
  const asked = useQuestion<Group>('dead_groups', { ...period })
  const to = query.get('to')
  const type = query.get('type')
  return (
    <div class="events">
      <header class="page-head">
        <div>
          <h1>Dead letters</h1>
          <p class="muted">
            Messages that could not be delivered in all attempts. They are kept as they were.
          </p>
        </div>
        <button type="button" onClick={() => setReadAt(Date.now())}>
          Refresh
        </button>
      </header>
      <HeldTabs current="dead" period={period} />
      <div class="held">
        <Panel title="Where they failed">
          <Answered
            asked={asked}
            what="the dead letters"
            empty={<p class="fine">There are no dead letters in this period.</p>}
          >
            {(groups) => (
              <GroupList
                label="Groups"
                groups={groups.map(({ destination, event_name: name, messages, subscription }) => ({
                  key: `${destination} ${name}`,
                  title: destination || 'before storage',
                  note: [name, subscription].filter(Boolean).join(', '),
                  messages,
                  isCurrent: (destination || none) === to && (name || none) === type,
                  choose: () => filter({ to: destination || none, type: name || none }),
                }))}
              />
            )}
          </Answered>
        </Panel>
        {to !== null && type !== null && (
          <Letters
            period={period}
            destination={to === none ? '' : to}
            eventName={type === none ? '' : type}
          />
        )}
      </div>
    </div>
  )
}

const columns = [
  { title: 'Dead since', cell: ({ dead_at: at }: Letter) => utcTime(at) },
  { title: 'Event', cell: EventCell },
  { title: 'Attempts', numeric: true, cell: ({ attempts }: Letter) => attempts ?? '' },
  {
    title: 'Last reason',
    cell: ({ reason, detail, http_status: status }: Letter) =>
      [reasonMeaning('deferred', reason), status, detail].filter(Boolean).join(' '),
  },
] as const

function EventCell({ event_id: id, received_at: at, message_id: message }: Letter) {
  if (id === null) return <code>{message}</code>
  return <a href={eventLink({ event_id: id, ...(at !== null && { received_at: at }) })}>{id}</a>
}

interface LettersProps {
  period: ShownPeriod
  destination: string
  eventName: string
}

function Letters({ period, destination, eventName }: LettersProps) {
  const asked = useQuestion<Letter>('dead_letters', { ...period, destination, event_name: eventName })
  return (
    <Panel title={destination || 'Before storage'} hint={eventName}>
      <Answered asked={asked} what="these letters" empty={<p class="muted">None in this period.</p>}>
        {(rows) => (
          <>
            <DataTable caption="Dead letters" columns={columns} rows={rows} />
            <p>After the cause is fixed, this command sends them again:</p>
            <CodeBlock label="Command" text={commandFor(destination, rows, period)} />
          </>
        )}
      </Answered>
    </Panel>
  )
}

/** A letter of a destination is an event that can be replayed. One that was never stored is put back on its topic. */
function commandFor(destination: string, [first]: readonly Letter[], { since }: ShownPeriod): string {
  return destination === ''
    ? `npx sluice requeue --subscription ${first?.subscription ?? 'events-store'} --from ${since}`
    : `npx sluice replay --destination ${destination} --from ${since} --outcome dead`
}
