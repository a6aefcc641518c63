/** Catalogue: lists the fields of an event type; on request, how many events have each, and which fields came that are not defined. */
import { useEffect, useState } from 'preact/hooks'
import { contextNames } from '../../schemas/context.ts'
import type { EventType } from '../../schemas/event_type.ts'
import { nearNames } from '../../schemas/near_names.ts'
import { ask } from '../ask.ts'
import { DataTable } from '../parts/data_table.tsx'
import { bytes, count, percentage } from '../parts/format.ts'
import type { DayPeriod } from '../parts/last_day.ts'
import { Panel } from '../parts/panel.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { knownFieldsOf, type KnownField } from './known_types.ts'

/** Row of question `catalogue_fields`. */
interface FilledRow {
  field: string
  filled: number
  /** Number of events that were read. */
  sampled: number
}

export function FieldList({ type, period }: { type: EventType; period: DayPeriod }) {
  const values = { ...period, type: type.name }
  const [isWanted, setWanted] = useState(false)
  const [estimated, setEstimated] = useState<number>()
  const asked = useQuestion<FilledRow>('catalogue_fields', isWanted ? values : undefined)
  useEffect(() => {
    const estimate = async (): Promise<void> => {
      const result = await ask<FilledRow>('catalogue_fields', values, { estimate: true })
      if (result.ok) setEstimated(result.body.bytes)
    }
    void estimate()
  }, [type.name])
  const rows = asked.answer?.rows
  return (
    <Panel
      title="Fields"
      hint="Beside them, every event can have the context fields, such as user_id and consent."
    >
      <FieldTable type={type} rows={rows} />
      {isWanted ? (
        <Answered asked={asked} what="the fields" empty={<p>No event of this type has event fields.</p>}>
          {(read) => <Extra type={type} rows={read} />}
        </Answered>
      ) : (
        <div class="below">
          <button type="button" onClick={() => setWanted(true)}>
            Count how many events have each field
          </button>
          <span class="muted">
            Reads {estimated === undefined ? 'the event data' : `about ${bytes(estimated)}`} of at most 10,000
            events of the last 24 hours.
          </span>
        </div>
      )}
    </Panel>
  )
}

function FieldTable({ type, rows }: { type: EventType; rows: readonly FilledRow[] | undefined }) {
  const filled = new Map(rows?.map((row) => [row.field, row]))
  const sampled = rows?.[0]?.sampled ?? 0
  return (
    <DataTable<KnownField>
      caption="Fields and their meaning"
      rows={knownFieldsOf(type)}
      columns={[
        {
          title: 'Field',
          cell: ({ name, personal, isOwn }) => (
            <>
              <code>{name}</code> {isOwn && <span class="badge">own</span>}{' '}
              {personal && <span class="badge">personal</span>}
            </>
          ),
        },
        { title: 'Type', cell: (field) => field.type },
        { title: 'Meaning', cell: ({ description }) => description },
        { title: 'Required', cell: ({ required }) => (required ? 'yes' : '') },
        {
          title: 'Example',
          cell: ({ example }) => <code class="setting-value">{JSON.stringify(example)}</code>,
        },
        ...(rows === undefined || sampled === 0
          ? []
          : [
              {
                title: 'Filled',
                numeric: true,
                cell: ({ name }: KnownField) => percentage(filled.get(name)?.filled ?? 0, sampled),
              },
            ]),
      ]}
    />
  )
}

/** Fields that came and are not defined. */
function Extra({ type, rows }: { type: EventType; rows: readonly FilledRow[] }) {
  const extra = rows.filter(({ field }) => !Object.hasOwn(type.fields, field))
  const sampled = rows[0]?.sampled ?? 0
  const nearField = nearNames([...Object.keys(type.fields), ...contextNames])
  if (extra.length === 0)
    return <p class="fine">Of {count(sampled)} events, none has a field that is not defined.</p>
  return (
    <div class="notice">
      <p>
        Fields that are not defined, in <code>event_data</code> of {count(sampled)} events. They have no
        column in the view {type.name}.
      </p>
      <ul aria-label="Fields that are not defined">
        {extra.map(({ field, filled }) => (
          <li key={field}>
            <code>{field}</code> {count(filled)}
            <DidYouMean field={field} near={nearField(field)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function DidYouMean({ field, near }: { field: string; near: string | undefined }) {
  if (near === undefined) return null
  if (near === field) return <> is a context field: it belongs at the top level</>
  return (
    <>
      {' '}
      did you mean <code>{near}</code>?
    </>
  )
}
