/** Destinations: shows what would be sent now for a stored event, by the code that decides and sends. Sends nothing. */
import { useState } from 'preact/hooks'
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import type { ShownDestination } from '../../schemas/shown_destination.ts'
import { personOf } from '../../schemas/event_outcome.ts'
import type { DecisionRow, EventRow } from '../../schemas/event_rows.ts'
import { DataTable } from '../parts/data_table.tsx'
import { DeliveryPreviewLine } from '../parts/delivery_preview.tsx'
import { FailureMessage } from '../parts/failure.tsx'
import { count, fromSnakeCase, utcTime } from '../parts/format.ts'
import { Select } from '../parts/inputs.tsx'
import type { DayPeriod } from '../parts/last_day.ts'
import { Mark } from '../parts/mark.tsx'
import { Panel } from '../parts/panel.tsx'
import { usePosted, type Posted } from '../parts/posted.ts'
import { Answered, useQuestion } from '../parts/question.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { eventLink, filter, pageAddress } from '../router.ts'

interface PreviewEventProps {
  destination: ShownDestination
  period: DayPeriod
}

interface NameRow {
  event_name: string
  events: number
}

/** Events that can be chosen. */
const maxShown = 8

export function PreviewEvent({ destination, period }: PreviewEventProps) {
  const names = useQuestion<NameRow>('event_names', { ...period })
  return (
    <Panel
      title="Preview with a stored event"
      hint="What would be sent now, made from the row by the code that sends, with today’s settings. Nothing is sent."
    >
      <Answered asked={names} what="the event types" empty={<p>No event was stored in the last 24 hours.</p>}>
        {(rows) => <OfType {...{ destination, period, names: rows }} />}
      </Answered>
    </Panel>
  )
}

interface Explained {
  results: readonly [{ destinations: readonly DeliveryPreview[] }]
}

function OfType({ destination, period, names }: PreviewEventProps & { names: readonly NameRow[] }) {
  const asked = pageAddress.value.query.get('type')
  const type = names.find(({ event_name: name }) => name === asked)?.event_name ?? names[0]!.event_name
  const events = useQuestion<EventRow>('events', { ...period, type })
  const explained = usePosted<Explained>('/v1/console/explain')
  const [chosen, setChosen] = useState<EventRow>()
  const choose = (row: EventRow): void => {
    setChosen(row)
    explained.send({ stored: { event_id: row.event_id, received_at: row.received_at } })
  }
  return (
    <>
      <div class="options">
        <Select
          label="Stored event type"
          value={type}
          options={names.map(({ event_name: name, events: n }) => [name, `${name} (${count(n)})`] as const)}
          onChange={(value) => {
            setChosen(undefined)
            explained.clear()
            filter({ type: value })
          }}
        />
      </div>
      <Answered asked={events} what="the events" empty={<p>No event of this type was stored.</p>}>
        {(rows) => (
          <DataTable
            caption={`The latest events of type ${type}`}
            rows={rows.slice(0, maxShown)}
            columns={[
              {
                title: 'Received',
                cell: (row) => <a href={eventLink(row)}>{utcTime(row.received_at)}</a>,
              },
              {
                title: 'Now',
                cell: (row) => (
                  <button type="button" onClick={() => choose(row)}>
                    Preview<span class="hidden"> of {utcTime(row.received_at)}</span>
                  </button>
                ),
              },
              { title: 'Of', cell: (row) => personOf(row) ?? <span class="muted">nobody known</span> },
              { title: 'When it was stored', cell: (row) => <Stored row={row} id={destination.id} /> },
            ]}
          />
        )}
      </Answered>
      {chosen && <Preview row={chosen} explained={explained} id={destination.id} again={choose} />}
    </>
  )
}

function decisionOf({ decisions = [] }: EventRow, id: string): DecisionRow | undefined {
  return decisions.find(({ destination }) => destination === id)
}

function Stored({ row, id }: { row: EventRow; id: string }) {
  const decision = decisionOf(row, id)
  if (!decision) return <span class="muted">not decided</span>
  const { permitted, rule, reason } = decision
  if (!permitted) return <Mark outcome="restricted">{fromSnakeCase(reason)}</Mark>
  return <>permitted{rule !== null && ` by ${rule}`}</>
}

interface PreviewProps {
  row: EventRow
  id: string
  explained: Posted<Explained>
  again: (row: EventRow) => void
}

function Preview({ row, id, explained: { body, failure, isLoading }, again }: PreviewProps) {
  if (isLoading) return <Skeleton rows={2} />
  if (failure) return <FailureMessage failure={failure} what="this event" again={() => again(row)} />
  const preview = body?.results[0].destinations.find(({ destination }) => destination === id)
  if (!preview) return null
  return (
    <section class="now" aria-live="polite" aria-label="What would be sent now">
      <h3>What would be sent now</h3>
      <DeliveryPreviewLine key={row.event_id} preview={preview} isOpen />
      <Compared row={row} decision={decisionOf(row, id)} preview={preview} />
    </section>
  )
}

interface ComparedProps {
  row: EventRow
  decision: DecisionRow | undefined
  preview: DeliveryPreview
}

/** What is known of the time when the event was stored. */
function Compared({ row, decision, preview }: ComparedProps) {
  if (!decision)
    return <p class="notice">Nothing was decided for this destination when the event was stored.</p>
  const isSame = decision.permitted === preview.permitted && decision.rule === preview.rule
  return isSame ? (
    <p class="muted">
      The decision is the same as when the event was stored. <a href={eventLink(row)}>Its page</a> tells
      whether the link was changed since.
    </p>
  ) : (
    <p class="notice">
      When the event was stored it was{' '}
      {decision.permitted
        ? `permitted${decision.rule === null ? '' : ` by rule ${decision.rule}`}`
        : `restricted: ${fromSnakeCase(decision.reason)}`}
      . Today it is {preview.permitted ? 'permitted' : `not sent: ${fromSnakeCase(preview.reason)}`}.
    </p>
  )
}
