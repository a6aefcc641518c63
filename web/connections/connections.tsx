/** Connections: lists the saved connections with what they were sent, those that refuse most first, and opens one. */
import { useMemo } from 'preact/hooks'
import { servedVersion } from '../../schemas/force.ts'
import { DataTable } from '../parts/data_table.tsx'
import { count, percentage, utcTime } from '../parts/format.ts'
import { Select } from '../parts/inputs.tsx'
import { Mark } from '../parts/mark.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { pageAddress, filter, link } from '../router.ts'
import { Connection } from './connection.tsx'
import { forceOf, type ConnectionRow } from './rows.ts'

const periods = [
  ['1', 'Last 24 hours'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
] as const

export function Connections({ rest }: { rest: string }) {
  const days = periods.find(([value]) => value === pageAddress.value.query.get('days'))?.[0] ?? '1'
  const since = useMemo(() => new Date(Date.now() - Number(days) * 86_400_000).toISOString(), [days])
  const period = (
    <Select
      label="Period"
      value={days}
      options={periods}
      onChange={(value) => filter({ days: value === '1' ? undefined : value })}
    />
  )
  return rest === '' ? (
    <List since={since} period={period} />
  ) : (
    <Connection key={rest} name={rest} since={since} period={period} />
  )
}

function List({ since, period }: { since: string; period: preact.JSX.Element }) {
  const asked = useQuestion<ConnectionRow>('connections', { since })
  return (
    <div class="runs">
      <header class="intro">
        <h1>Connections</h1>
        <p class="muted">Addresses that take what other systems send as it is, and make events of it.</p>
      </header>
      <div class="below">{period}</div>
      <Answered
        asked={asked}
        what="the connections"
        empty={
          <p>
            Nothing is connected yet. <a href={link('creator')}>Paste what a system sends</a>: a form, an
            order or a CSV file.
          </p>
        }
      >
        {(rows) => <DataTable caption="Connections" columns={columns} rows={rows} />}
      </Answered>
      <p class="muted">
        A saved version never changes. An address with a version, such as <code>…@2.0</code>, goes on as it
        is.
      </p>
    </div>
  )
}

const columns = [
  {
    title: 'Connection',
    cell: ({ name, format }: ConnectionRow) => (
      <>
        <a href={link(`connections/${name}`)}>{name}</a> <span class="muted">{format}</span>
      </>
    ),
  },
  { title: 'Makes', cell: ({ event }: ConnectionRow) => event || 'by a field' },
  { title: 'State', cell: (row: ConnectionRow) => <State row={row} /> },
  {
    title: 'Last received',
    cell: ({ last_received: at, saved_at: saved }: ConnectionRow) =>
      at === null ? <span class="muted">saved {utcTime(saved)}</span> : utcTime(at),
  },
  {
    title: 'Refused',
    numeric: true,
    cell: ({ name, refused, accepted, requests }: ConnectionRow) =>
      requests === 0 ? (
        '–'
      ) : (
        <a href={link(`connections/${name}`)}>
          {count(refused)} of {count(accepted + refused)} ({percentage(refused, accepted + refused)})
        </a>
      ),
  },
  {
    title: 'In force',
    cell: (row: ConnectionRow) => {
      const served = servedVersion(row.versions.split(' '), forceOf(row.in_force))
      const others = (row.used_versions ?? '').split(' ').filter((each) => each !== '' && each !== served)
      return (
        <>
          {served ?? 'none'} {others.length > 0 && <span class="badge">{others.join(', ')} still used</span>}
        </>
      )
    },
  },
]

function State({ row: { in_force, requests, accepted, refused } }: { row: ConnectionRow }) {
  if (in_force === 'none') return <Mark outcome="restricted">retired</Mark>
  if (requests === 0) return <Mark outcome="waiting">nothing received</Mark>
  if (accepted === 0) return <Mark outcome="refused">refuses all</Mark>
  return refused > 0 ? (
    <Mark outcome="skipped">refuses some</Mark>
  ) : (
    <Mark outcome="delivered">receiving</Mark>
  )
}
