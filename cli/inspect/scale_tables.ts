/** Command line: the tables of docs/scale.md and of `sluice cost --scale`, as cells of Markdown. */
import { assumptions } from '../../infra/proof/cost.ts'
import type { Graph } from '../../infra/proof/graph.ts'
import { ownReads } from '../../infra/proof/own_reads.ts'
import { prices } from '../../infra/proof/prices.ts'
import { fixedLimits, quotas, type Quota, type QuotaName } from '../../infra/proof/quotas.ts'
import {
  deadAfterSeconds,
  scaleAssumptions,
  scaleOf,
  type ScaleEstimate,
  type ScaleUsage,
} from '../../infra/proof/scale.ts'
import { recommendedOf, type Break, type Recommended, type ScaleEvents } from './recommended_scale.ts'
import { decimalBytes, roughDuration, shortAmount, threeDigits, wholeDollars } from './scale_cells.ts'

export interface ScaleTable {
  title: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Returns the tables in the order of the page. */
export function scaleTables(
  graph: Graph,
  sizes: readonly number[],
  events: ScaleEvents,
): Readonly<
  Record<'glance' | 'instances' | 'outage' | 'storage' | 'runs' | 'quotas' | 'limits', ScaleTable>
> {
  const recommended = sizes.map((size) => recommendedOf(graph, size, events))
  const variants = sizes.flatMap((eventsPerDay) =>
    [{ mode: 'push', perRequest: 1 } as const, { mode: 'drain', perRequest: 100 } as const].map((variant) => {
      const usage = { ...events, eventsPerDay, ...variant }
      return { usage, scale: scaleOf(graph, usage) }
    }),
  )
  return {
    glance: glance(recommended),
    instances: {
      title: 'Instances in the busiest second, and cost',
      head: ['Events a day', 'Mode', 'In a POST', 'Instances', 'Cost a month', 'For a million'],
      rows: variants.map(({ usage, scale }) => [
        shortAmount(usage.eventsPerDay),
        usage.mode,
        String(usage.perRequest),
        Object.entries(scale.instances)
          .map(([name, count]) => `\`${name}\` ${threeDigits(count)}`)
          .join(', '),
        wholeDollars(scale.usd),
        `$${scale.usdPerMillion.toFixed(2)}`,
      ]),
    },
    outage: {
      title: 'One destination is down for a day',
      head: [
        'Events a day',
        'Messages that wait',
        'Size',
        'Age',
        'First dead letter after',
        'Caught up, push',
        'Caught up, drain',
      ],
      rows: sizes.map((size, index) => {
        const [push, drain] = variants.slice(2 * index).map(({ scale }) => scale.backlog)
        return [
          shortAmount(size),
          shortAmount(push!.messages),
          decimalBytes(push!.bytes),
          roughDuration(push!.ageSeconds),
          roughDuration(deadAfterSeconds(graph)),
          roughDuration(push!.catchUpSeconds),
          roughDuration(drain!.catchUpSeconds),
        ]
      }),
    },
    storage: {
      title: 'Rows in BigQuery',
      head: ['Events a day', 'A day', 'A year', 'Price of a year, a month'],
      rows: recommended.map(({ usage, scale: { storedPerDay } }) => {
        const year = storedPerDay * 365
        return [
          shortAmount(usage.eventsPerDay),
          decimalBytes(storedPerDay),
          decimalBytes(year),
          wholeDollars((year / 2 ** 30) * prices.bigqueryStorage.usd),
        ]
      }),
    },
    runs: {
      title: 'What Sluice’s own runs read of BigQuery',
      head: ['Run', ...sizes.map((size) => `${shortAmount(size)} a day`), 'Fails from'],
      rows: ownReads(1, events.destinations).map(({ what, bytesPerMonth, usd, failsFrom }) => [
        what,
        ...sizes.map((size) => {
          const read = `${decimalBytes(bytesPerMonth * size)}, ${wholeDollars(usd * size)}`
          return size > failsFrom ? `**${read}**` : read
        }),
        `${shortAmount(failsFrom)} a day`,
      ]),
    },
    quotas: {
      title: 'Quotas that the busiest second needs',
      head: ['Quota', 'Default', ...sizes.map((size) => `${shortAmount(size)} a day`), 'Of', 'Page, read'],
      rows: (Object.keys(quotas) as QuotaName[])
        .filter((name) => variants.some(({ scale }) => scale.needs[name] !== undefined))
        .map((name) => quotaRow(name, sizes, variants)),
    },
    limits: {
      title: 'Further limits',
      head: ['Limit', 'Value', 'In Sluice', 'Page, read'],
      rows: fixedLimits.map(({ what, limit, sluice, ...page }) => [what, limit, sluice, pageOf(page)]),
    },
  }
}

function glance(all: readonly Recommended[]): ScaleTable {
  const row = (name: string, cell: (one: Recommended) => string) => [name, ...all.map(cell)]
  return {
    title: 'At a glance',
    head: ['', ...all.map(({ usage }) => `${shortAmount(usage.eventsPerDay)} a day`)],
    rows: [
      row(
        'Events a second: mean, busiest',
        ({ scale }) => `${threeDigits(scale.mean)}, ${threeDigits(scale.peak)}`,
      ),
      row('Producers post', ({ usage }) => (usage.perRequest === 1 ? 'any way' : 'arrays of 100 events')),
      row('`sluice:drain.store`, `.forward`', ({ usage }) => String(usage.mode === 'drain')),
      row('`sluice:drain.maxInstances`', ({ usage, scale }) =>
        usage.mode === 'drain' ? String(scale.maxPoolInstances) : 'not used',
      ),
      row('`sluice:instances.max`', ({ scale }) => String(scale.maxInstances)),
      row(
        'Ask Google for',
        ({ ask }) =>
          ask.map(({ name, value }) => `${value} ${quotas[name].unit}, ${quotas[name].brief}`).join('; ') ||
          'nothing',
      ),
      row(
        'Cost a month, as `npx sluice cost`',
        ({ scale }) => `${wholeDollars(scale.usd)}, $${scale.usdPerMillion.toFixed(2)} a million`,
      ),
      row('Cost of Sluice’s own queries', ({ usage }) => {
        const reads = ownReads(usage.eventsPerDay, usage.destinations)
        return wholeDollars(reads.reduce((sum, { usd }) => sum + usd, 0))
      }),
      row('Stored a day', ({ scale }) => decimalBytes(scale.storedPerDay)),
      row(
        'A destination is down for a day',
        ({ scale: { backlog } }) =>
          `${decimalBytes(backlog.bytes)} wait, caught up in ${roughDuration(backlog.catchUpSeconds)}`,
      ),
      row('Quota that breaks first', ({ quota }) => breakText(quota)),
      row('Run of Sluice that fails first', ({ run }) => breakText(run)),
    ],
  }
}

function breakText({ what, eventsPerDay }: Break): string {
  return `${what}, from ${shortAmount(eventsPerDay)} a day`
}

function quotaRow(
  name: QuotaName,
  sizes: readonly number[],
  variants: readonly { usage: ScaleUsage; scale: ScaleEstimate }[],
): readonly string[] {
  const quota: Quota = quotas[name]
  const cells = sizes.map((size) =>
    variants
      .filter(({ usage }) => usage.eventsPerDay === size)
      .flatMap(({ usage, scale }) => {
        const need = scale.needs[name]
        if (need === undefined) return []
        const text = `${usage.mode} ${threeDigits(need)}`
        return [need > quota.value ? `**${text}**` : text]
      })
      .join(', '),
  )
  return [quota.what, `${threeDigits(quota.value)} ${quota.unit}`, ...cells, quota.scope, pageOf(quota)]
}

function pageOf({ source, read, otherwise }: Pick<Quota, 'source' | 'read' | 'otherwise'>): string {
  return `[page](${source}), ${read}${otherwise === undefined ? '' : `: ${otherwise}`}`
}

/** Returns what the tables assume, in sentences. */
export function scaleAssumed(events: ScaleEvents): string {
  return [
    `Events of ${events.bytes} bytes go to ${events.destinations} destinations. The busiest second has ${scaleAssumptions.peak} times the mean.`,
    `Instances use ${scaleAssumptions.use * 100}% of their CPU or of their concurrency. A month has ${threeDigits(assumptions.secondsOfMonth / 86_400)} days.`,
    'All producers are in the project of the environment. Times, CPU and prices are those of `npx sluice cost`.',
  ].join(' ')
}
