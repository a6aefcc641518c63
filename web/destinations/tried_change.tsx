/** Destinations: shows what a tried change would do: counts, events that would end otherwise, fields of the payloads that would change. */
import type { Estimate, EventEnd, TriedChange } from '../../schemas/impact.ts'
import { DataTable } from '../parts/data_table.tsx'
import { count, fromSnakeCase, utcTime, withCount } from '../parts/format.ts'
import { eventLink } from '../router.ts'

export function TriedChangeResult({ result }: { result: TriedChange }) {
  const { received, examined, moves, changed_fields: fields } = result
  if (received === 0)
    return (
      <p class="notice" role="status">
        No event was stored in this period. Choose a longer one.
      </p>
    )
  const isSample = examined < received
  return (
    <>
      <p role="status">
        {isSample
          ? `A random sample of ${count(examined)} of ${withCount(received, 'event')} was examined: the counts are estimates, with 95 % intervals in brackets. `
          : `${withCount(received, 'event')}, all examined. `}
        {summaryOf(result)}
      </p>
      <DataTable caption="Events with and without the change" rows={linesOf(result)} columns={countColumns} />
      {moves.length > 0 && (
        <DataTable caption="Events that would end otherwise" rows={moves} columns={moveColumns} />
      )}
      {fields.length > 0 && (
        <DataTable caption="Fields of the payloads that would change" rows={fields} columns={fieldColumns} />
      )}
    </>
  )
}

function summaryOf({ moves, changed_fields: fields }: TriedChange): string {
  const moved = moves.reduce((sum, { events }) => sum + events, 0)
  const ends = moves.length === 0 ? 'None of them would' : `${withCount(moved, 'event')} would`
  const payloads = fields.length === 0 ? 'no payload' : `${withCount(fields.length, 'field')} of the payloads`
  return `${ends} end otherwise; ${payloads} would change.`
}

interface Line {
  what: string
  now: Estimate
  then: Estimate
}

function linesOf({ before, after }: TriedChange): readonly Line[] {
  if (!before || !after) return []
  return [
    { what: 'Sent', now: before.sent, then: after.sent },
    { what: 'Restricted', now: before.restricted, then: after.restricted },
    { what: 'Skipped', now: before.skipped, then: after.skipped },
  ]
}

function estimateText({ events, low, high }: Estimate): string {
  return low === high ? count(events) : `${count(events)} [${count(low)} to ${count(high)}]`
}

function endText({ outcome, reason, field }: EventEnd): string {
  const why = [reason && fromSnakeCase(reason), field].filter((part) => part !== undefined).join(' ')
  return why === '' ? outcome : `${outcome}: ${why}`
}

const countColumns = [
  { title: 'Events', cell: ({ what }: Line) => what },
  { title: 'Now', numeric: true, cell: ({ now }: Line) => estimateText(now) },
  { title: 'With the change', numeric: true, cell: ({ then }: Line) => estimateText(then) },
]

type Move = TriedChange['moves'][number]

const moveColumns = [
  { title: 'Now', cell: ({ from }: Move) => endText(from) },
  { title: 'With the change', cell: ({ to }: Move) => endText(to) },
  { title: 'Events', numeric: true, cell: (move: Move) => estimateText(move) },
  {
    title: 'Examples',
    cell: ({ examples = [] }: Move) => (
      <ul class="examples">
        {examples.map((example) => (
          <li key={example.event_id}>
            <a href={eventLink(example)}>{example.event_name}</a>
            <span class="beneath">{utcTime(example.received_at)}</span>
          </li>
        ))}
      </ul>
    ),
  },
]

type Field = TriedChange['changed_fields'][number]

const fieldColumns = [
  { title: 'Field', cell: ({ field }: Field) => <code>{field}</code> },
  { title: 'Payloads', numeric: true, cell: (field: Field) => estimateText(field) },
]
