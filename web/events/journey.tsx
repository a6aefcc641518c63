/** Events: the page of one event: how it arrived, what was found wrong with it, where it is stored, and what became of it at each
 * destination. */
import { useState } from 'preact/hooks'
import { Answered, useQuestion } from '../parts/question.tsx'
import { CodeBlock } from '../parts/code_block.tsx'
import { DataTable } from '../parts/data_table.tsx'
import { duration, utcTime, withCount } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { PersonalValue } from '../parts/personal.tsx'
import { pageAddress, link } from '../router.ts'
import { Checked } from './checked.tsx'
import { DestinationOutcome } from './destination_outcome.tsx'
import { currentAttempts, fieldsOfEvent, pairOutcomesOf, personOf } from '../../schemas/event_outcome.ts'
import { searchDays, type AttemptRow, type FiringRow, type StoredRow } from '../../schemas/event_rows.ts'
import { personLink } from './person_link.ts'
import { NotFound } from './not_found.tsx'
import { around, msPerDay, msPerHour, type ShownPeriod } from './period.ts'
import { useVerdicts } from './verdicts.ts'

type Identified = Readonly<Record<'user_id' | 'anonymous_id' | 'email', string>>

export function Journey({ id }: { id: string }) {
  const { query } = pageAddress.value
  const [openedAt] = useState(Date.now)
  const [step, setStep] = useState(0)
  const at = query.get('at') ?? undefined
  const isPlaced = at !== undefined && !Number.isNaN(Date.parse(at))
  const period =
    isPlaced && step === 0
      ? around(at, { before: 1000, after: 1000 })
      : around(new Date(openedAt).toISOString(), { before: searchDays[step]! * msPerDay, after: msPerHour })
  const asked = useQuestion<StoredRow>('event', {
    event_id: id,
    ...period,
    ...(isPlaced && { type: query.get('type') ?? undefined }),
  })
  const widen = step + 1 < searchDays.length ? () => setStep(step + 1) : undefined
  return (
    <div class="events journey">
      <p class="muted">
        <a href="/console/events">Events</a>
      </p>
      <Answered
        asked={asked}
        what="this event"
        empty={<NotFound id={id} period={period} widen={widen} again={() => asked.again()} />}
      >
        {([row]) => <Stages row={row!} />}
      </Answered>
    </div>
  )
}

function Stages({ row }: { row: StoredRow }) {
  const { event_id: id, received_at: receivedAt } = row
  const soon: ShownPeriod = around(receivedAt, { before: msPerDay, after: 2 * msPerDay })
  const [isWide, setWide] = useState(false)
  const period = isWide ? around(receivedAt, { before: msPerDay, after: 3650 * msPerDay }) : soon
  const attempts = useQuestion<AttemptRow>('attempts', { event_id: id, ...period })
  const verdicts = useVerdicts({ event_id: id, received_at: receivedAt })
  const rows = attempts.answer?.rows ?? []
  const pairs = pairOutcomesOf(row.decisions, currentAttempts(id, rows))
  const fields = fieldsOfEvent(row.event)
  const person = personOf({
    user_id: null,
    anonymous_id: null,
    email: null,
    ...(fields as Partial<Identified>),
  })
  return (
    <>
      <header class="page-head">
        <div>
          <h1>{row.event_name}</h1>
          <p class="code">{id}</p>
          {person !== undefined && (
            <p class="muted">
              of{' '}
              <a href={personLink(person)}>
                <PersonalValue value={person} />
              </a>
            </p>
          )}
        </div>
      </header>
      <p class="notice">{summary(row, attempts.answer ? pairs : undefined)}</p>
      <Panel title="Received" hint={`${utcTime(receivedAt)} through topic ${row.topic}`}>
        <dl class="facts">
          <Fact name="Happened">{utcTime(row.event_time)}</Fact>
          <Fact name="Message">
            {row.message_id}, stored {withCount(row.times_stored, 'time')}
          </Fact>
          <Fact name="Producer">
            {row.producer === null
              ? 'not known: several may publish to this topic'
              : `${row.producer}, proved by the topic of this source`}
          </Fact>
          <Fact name="Connection">
            {row.connection === null ? (
              'none'
            ) : (
              <a href={link('events', { via: row.connection })}>{row.connection}</a>
            )}
          </Fact>
          {row.reprocessed_from !== null && <Fact name="Reprocessed from">{row.reprocessed_from}</Fact>}
        </dl>
      </Panel>
      <Checked row={row} fields={fields} />
      <Panel
        title="Stored in BigQuery"
        hint={`${utcTime(row.stored_at)}, ${duration(Date.parse(row.stored_at) - Date.parse(receivedAt))} after it was received and before anyone else saw it.`}
      >
        <CodeBlock label="Query of its row" text={queryOf(row)} />
      </Panel>
      <Panel
        title="Decided and sent"
        hint="What would be sent now is made from the row by today’s settings. What was sent is not kept."
      >
        <Answered
          asked={attempts}
          what="its deliveries"
          empty={pairs.length === 0 ? <p class="muted">No destination is configured.</p> : null}
        >
          {() => null}
        </Answered>
        {attempts.answer &&
          pairs.map((pair) => (
            <DestinationOutcome
              key={pair.destination}
              pair={pair}
              row={row}
              decision={row.decisions.find(({ destination }) => destination === pair.destination)}
              attempts={rows.filter(({ destination }) => destination === pair.destination)}
              verdicts={verdicts}
              again={() => attempts.again()}
            />
          ))}
        {!isWide && (
          <button type="button" class="quiet" onClick={() => setWide(true)}>
            Look for later replays
          </button>
        )}
      </Panel>
      <Firings row={row} period={soon} />
    </>
  )
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function summary(
  { violations, event_name: name }: StoredRow,
  pairs: ReturnType<typeof pairOutcomesOf> | undefined,
): string {
  const stored = `This ${name} was stored${violations.length > 0 ? ` with ${withCount(violations.length, 'violation')}` : ''}.`
  if (!pairs) return stored
  const delivered = pairs.filter(({ outcome }) => outcome === 'delivered').length
  const others = pairs
    .filter(({ outcome }) => outcome !== 'delivered')
    .map(({ destination, outcome }) => `${destination} ${outcome}`)
  return `${stored} Delivered to ${delivered} of ${withCount(pairs.length, 'destination')}${others.length > 0 ? `: ${others.join(', ')}` : ''}.`
}

/** GoogleSQL that reads the row, and only its partition and cluster. */
function queryOf({ event_id: id, event_name: name, received_at: at }: StoredRow): string {
  const quoted = (text: string): string => JSON.stringify(text)
  return `SELECT *
FROM events
WHERE received_at = TIMESTAMP ${quoted(at)} AND event_name = ${quoted(name)} AND event_id = ${quoted(id)}`
}

const firingColumns = [
  {
    title: 'Action',
    cell: ({ action, state }: FiringRow) => (
      <>
        <a href={link(`automations/${action}`)}>{action}</a> ({state})
      </>
    ),
  },
  { title: 'Outcome', cell: ({ outcome, reason }: FiringRow) => `${outcome}: ${reason}` },
  { title: 'Destination', cell: ({ destination }: FiringRow) => destination },
  { title: 'When', cell: ({ fired_at: at }: FiringRow) => utcTime(at) },
] as const

function Firings({ row, period }: { row: StoredRow; period: ShownPeriod }) {
  const asked = useQuestion<FiringRow>('firings', { event_id: row.event_id, ...period })
  return (
    <Panel title="Set off" hint="The automated actions that this event has triggered.">
      <Answered asked={asked} what="its actions" empty={<p class="muted">No action was triggered.</p>}>
        {(rows) => <DataTable caption="Actions" columns={firingColumns} rows={rows} />}
      </Answered>
    </Panel>
  )
}
