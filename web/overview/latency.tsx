/** Overview: shows the latency of events until storage, and from storage to each destination. */
import { axisY, dot, gridY, lineY, ruleY, type PlotOptions } from '@observablehq/plot'
import { useMemo } from 'preact/hooks'
import { Chart } from '../parts/chart.tsx'
import { DataTable } from '../parts/data_table.tsx'
import { duration, time } from '../parts/format.ts'
import { Legend } from '../parts/legend.tsx'
import { Panel } from '../parts/panel.tsx'
import { colorScale, others, seriesName, seriesOf } from '../parts/series.ts'
import { timeAxis } from '../parts/time_axis.ts'
import { CountLink } from './count_link.tsx'
import { eventsLink } from './links.ts'
import { sectionRows, type LatencyRow, type OverviewData } from './overview_data.ts'
import { SectionFault, Truncated } from './messages.tsx'
import type { SectionProps } from './section.ts'
import { latencyOf } from './selected.ts'

const storing = 'until stored'

function stageOf({ destination }: LatencyRow): string {
  return destination ?? storing
}

export function Latency({ answer, selection }: SectionProps) {
  const { from, to, sections } = answer
  const all = sectionRows(sections.latency)
  const stages = latencyOf(all, selection, 'period')
  const rows = latencyOf(all, selection, 'parts')
  const changes = [answer, selection.eventName, selection.destination]
  const series = useMemo(() => seriesOf(stages.map((row) => [stageOf(row), row.events])), changes)
  const draw = useMemo(() => drawing(rows, series, { from, to }), changes)
  const isCut = series.some(({ name }) => name === others)
  return (
    <Panel
      title="Latency"
      hint="95th percentile until stored, and from storage to the first delivery to each destination, computed from the events, and in counted hours rounded up by at most 10%. Replays are excluded."
    >
      {'error' in sections.latency ? (
        <SectionFault error={sections.latency.error} answer={answer} />
      ) : (
        <>
          <Legend series={series.filter(({ name }) => name !== others)} />
          <Chart
            summary={`Line chart of the 95th percentile over time. In the whole period, ${stages.map((row) => `${stageOf(row)}: ${duration(row.p95)}`).join('; ')}.`}
            draw={draw}
            table={
              <DataTable
                caption="Percentiles of the latency by time"
                columns={[
                  { title: 'From', cell: (row) => time(row.bucket ?? from) },
                  { title: 'Stage', cell: stageOf },
                  ...percentileColumns,
                ]}
                rows={rows}
              />
            }
          />
          <DataTable
            caption="Latency percentiles"
            columns={[
              { title: 'Stage', cell: stageOf },
              {
                title: 'Events',
                numeric: true,
                cell: (row) => <Measured row={row} answer={answer} eventName={selection.eventName} />,
              },
              ...percentileColumns,
            ]}
            rows={stages}
          />
          {isCut && (
            <p class="muted">The chart shows the stages with the most events. The tables show all.</p>
          )}
          {sections.latency.truncated && <Truncated />}
        </>
      )}
    </Panel>
  )
}

const percentileColumns = (['p50', 'p95', 'p99'] as const).map((name) => ({
  title: name,
  numeric: true,
  cell: (row: LatencyRow) => duration(row[name]),
}))

interface MeasuredProps {
  row: LatencyRow
  answer: OverviewData
  eventName: string
}

/** Number of events that a stage has measured. */
function Measured({ row, answer, eventName: type }: MeasuredProps) {
  const { destination, events } = row
  const filters = destination === null ? {} : { to: destination, outcome: 'delivered' }
  return (
    <CountLink
      value={events}
      of={`events ${destination === null ? storing : `delivered to ${destination}`}`}
      href={eventsLink(answer, { type, ...filters })}
    />
  )
}

function drawing(
  rows: readonly LatencyRow[],
  series: ReturnType<typeof seriesOf>,
  { from, to }: { from: string; to: string },
) {
  // Percentiles of several destinations cannot be combined: only those with a color of their own are drawn.
  const points = rows
    .filter((row) => row.bucket !== null && seriesName(series, stageOf(row)) !== others)
    .map((row) => ({ at: new Date(row.bucket!), series: stageOf(row), ms: row.p95 }))
  const domain = [Date.parse(from), Date.parse(to)] as const
  const marked = { x: 'at', y: 'ms', stroke: 'series' }
  return (width: number): PlotOptions => ({
    marginLeft: 56,
    marginRight: 8,
    marginTop: 12,
    x: { type: 'time', domain: domain.map((at) => new Date(at)) },
    y: { label: null, zero: true, ...(points.length === 0 && { domain: [0, 1000] }) },
    color: colorScale(series),
    marks: [
      gridY({ ticks: 4, strokeOpacity: 1, stroke: 'var(--line)' }),
      axisY({ ticks: 4, tickSize: 0, tickFormat: duration, label: null }),
      timeAxis(width, domain),
      ruleY([0], { stroke: 'var(--control)' }),
      lineY(
        points.toSorted((a, b) => +a.at - +b.at),
        { ...marked, strokeWidth: 1.75, z: 'series' },
      ),
      dot(points, {
        ...marked,
        fill: 'series',
        r: 2,
        title: ({ at, series: name, ms }: (typeof points)[number]) =>
          `${name}\n${duration(ms)} from ${time(at.toISOString())}`,
        tip: true,
      }),
    ],
  })
}
