/** Overview: shows the latency of events until storage, and from storage to each destination. */
import { axisY, dot, gridY, lineY, ruleY, type PlotOptions } from '@observablehq/plot'
import { useMemo } from 'preact/hooks'
import { Chart } from '../parts/chart.tsx'
import { DataTable } from '../parts/data_table.tsx'
import { count, duration, time } from '../parts/format.ts'
import { Legend } from '../parts/legend.tsx'
import { Panel } from '../parts/panel.tsx'
import { colorScale, others, seriesName, seriesOf } from '../parts/series.ts'
import { timeAxis } from '../parts/time_axis.ts'
import { sectionRows, type LatencyRow } from './overview_data.ts'
import { SectionFault } from './messages.tsx'
import type { SectionProps } from './section.ts'
import { ofEvents, ofPairs, slowest, sumOf } from './selected.ts'

const storing = 'until stored'

function stageOf({ destination }: LatencyRow): string {
  return destination ?? storing
}

export function Latency({ answer, selection }: SectionProps) {
  const { from, to, sections } = answer
  const all = sectionRows(sections.latency)
  const rows = [...ofEvents(all, selection), ...ofPairs(all, selection)]
  const stages = [...Map.groupBy(rows, stageOf)].map(([name, group]) => ({ name, group }))
  const changes = [answer, selection.eventName, selection.destination]
  const series = useMemo(() => seriesOf(rows.map((row) => [stageOf(row), row.events])), changes)
  const draw = useMemo(() => drawing(rows, series, { from, to }), changes)
  return (
    <Panel
      title="Latency"
      hint="95th percentile until stored, and from storage to each destination. Over several hours or event types, the maximum."
    >
      {'error' in sections.latency ? (
        <SectionFault message={sections.latency.error.message} />
      ) : (
        <>
          <Legend series={series} />
          <Chart
            summary={`Line chart of the 95th percentile over time. ${stages.map(({ name, group }) => `${name}: at most ${duration(slowest(group, 'p95'))}`).join('; ')}.`}
            draw={draw}
            table={
              <DataTable
                caption="95th percentile of the latency by time"
                columns={[
                  { title: 'From', cell: (row) => time(row.bucket) },
                  { title: 'Event type', cell: (row) => row.event_name },
                  { title: 'Stage', cell: stageOf },
                  { title: 'p95', numeric: true, cell: (row) => duration(row.p95) },
                ]}
                rows={rows}
              />
            }
          />
          <DataTable
            caption="Latency percentiles"
            columns={[
              { title: 'Stage', cell: ({ name }) => name },
              {
                title: 'Events',
                numeric: true,
                cell: ({ group }) => count(sumOf(group, ({ events }) => events)),
              },
              { title: 'p50', numeric: true, cell: ({ group }) => duration(slowest(group, 'p50')) },
              { title: 'p95', numeric: true, cell: ({ group }) => duration(slowest(group, 'p95')) },
              { title: 'p99', numeric: true, cell: ({ group }) => duration(slowest(group, 'p99')) },
            ]}
            rows={stages}
          />
        </>
      )}
    </Panel>
  )
}

function drawing(
  rows: readonly LatencyRow[],
  series: ReturnType<typeof seriesOf>,
  { from, to }: { from: string; to: string },
) {
  const named = Map.groupBy(rows, (row) => `${row.bucket} ${seriesName(series, stageOf(row))}`)
  const points = [...named].map(([key, group]) => {
    const [bucket, ...name] = key.split(' ')
    return { at: new Date(bucket!), series: name.join(' '), ms: slowest(group, 'p95') }
  })
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
          `${name === others ? 'other destinations' : name}\n${duration(ms)} from ${time(at.toISOString())}`,
        tip: true,
      }),
    ],
  })
}
