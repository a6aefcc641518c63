/** Overview: shows the number of events over time, stacked by event type. */
import { axisY, gridY, rectY, ruleY, type PlotOptions } from '@observablehq/plot'
import { useMemo } from 'preact/hooks'
import { Chart } from '../parts/chart.tsx'
import { DataTable } from '../parts/data_table.tsx'
import { withCount, shortCount, time } from '../parts/format.ts'
import { Legend } from '../parts/legend.tsx'
import { Panel } from '../parts/panel.tsx'
import { colorScale, seriesName, seriesOf } from '../parts/series.ts'
import { timeAxis } from '../parts/time_axis.ts'
import { CountLink } from './count_link.tsx'
import { eventsLink, later } from './links.ts'
import { sectionRows, type OverviewData, type VolumeRow } from './overview_data.ts'
import { SectionFault, Truncated } from './messages.tsx'
import type { SectionProps } from './section.ts'
import { ofEvents, sumOf } from './selected.ts'

export function Volume({ answer, selection }: SectionProps) {
  const { from, to, bucket, sections } = answer
  const rows = ofEvents(sectionRows(sections.volume), selection)
  const series = useMemo(
    () => seriesOf(rows.map((row) => [row.event_name, row.events])),
    [answer, selection.eventName],
  )
  const draw = useMemo(
    () =>
      drawing(
        rows.map((row) => ({ ...row, href: barLink(answer, row) })),
        { from, to, bucket, series },
      ),
    [answer, selection.eventName],
  )
  const total = sumOf(rows, ({ events }) => events)
  return (
    <Panel
      title="Events over time"
      hint={`Stored events, each counted once, per ${bucketTitle(bucket)}. A bar opens its events.`}
      wide
    >
      {'error' in sections.volume ? (
        <SectionFault error={sections.volume.error} answer={answer} />
      ) : (
        <>
          <Legend series={series} />
          <Chart
            summary={`Bar chart: ${withCount(total, 'event')} stored between ${time(from)} and ${time(to)}, of ${withCount(series.length, 'event type')}: ${series.map(({ name }) => name).join(', ')}.`}
            draw={draw}
            hasLinks
            table={
              <DataTable
                caption="Events stored by time and type"
                columns={[
                  { title: 'From', cell: (row) => time(row.bucket) },
                  { title: 'Event type', cell: (row) => row.event_name },
                  {
                    title: 'Events',
                    numeric: true,
                    cell: (row) => (
                      <CountLink
                        value={row.events}
                        of={`${row.event_name} from ${time(row.bucket)}`}
                        href={barLink(answer, row)}
                      />
                    ),
                  },
                ]}
                rows={rows}
              />
            }
          />
          {sections.volume.truncated && <Truncated />}
        </>
      )}
    </Panel>
  )
}

/** Link to the events of a bar. The first and the last one may reach beyond the period, which they do not count. */
function barLink(answer: OverviewData, { bucket: start, event_name: type }: VolumeRow): string {
  const end = later(start, answer.bucket * 1000)
  const since = Date.parse(start) < Date.parse(answer.from) ? answer.from : start
  const until = Date.parse(end) > Date.parse(answer.to) ? answer.to : end
  return eventsLink(answer, { type, since, until })
}

function bucketTitle(seconds: number): string {
  if (seconds < 3600) return seconds === 60 ? 'minute' : `${seconds / 60} minutes`
  if (seconds < 86_400) return seconds === 3600 ? 'hour' : `${seconds / 3600} hours`
  return 'day'
}

interface Frame {
  from: string
  to: string
  bucket: number
  series: ReturnType<typeof seriesOf>
}

interface Bar {
  start: Date
  name: string
  events: number
}

function barTitle({ start, name, events }: Bar): string {
  return `${name}\n${withCount(events, 'event')} from ${time(start.toISOString())}`
}

function drawing(rows: readonly (VolumeRow & { href: string })[], { from, to, bucket, series }: Frame) {
  const bars = rows.map(({ bucket: start, event_name: name, events, href }) => ({
    href,
    start: new Date(start),
    end: new Date(Date.parse(start) + bucket * 1000),
    name,
    series: seriesName(series, name),
    events,
  }))
  const order = series.map(({ name }) => name)
  // The last bucket may end after the period does.
  const end = Math.max(Date.parse(to), ...bars.map((bar) => bar.end.getTime()))
  const domain = [Date.parse(from), end] as const
  return (width: number): PlotOptions => ({
    marginLeft: 44,
    marginRight: 8,
    marginTop: 12,
    x: { type: 'time', domain: domain.map((at) => new Date(at)) },
    y: { label: null, ...(bars.length === 0 && { domain: [0, 1] }) },
    color: colorScale(series),
    marks: [
      gridY({ ticks: 4, strokeOpacity: 1, stroke: 'var(--line)' }),
      axisY({ ticks: 4, tickSize: 0, tickFormat: shortCount, label: null }),
      timeAxis(width, domain),
      rectY(bars, {
        x1: 'start',
        x2: 'end',
        y: 'events',
        fill: 'series',
        order,
        insetLeft: 0.5,
        insetRight: 0.5,
        href: 'href',
        title: barTitle,
        ariaLabel: (bar: Bar) => barTitle(bar).replace('\n', ': '),
        tip: true,
      }),
      ruleY([0], { stroke: 'var(--control)' }),
    ],
  })
}
