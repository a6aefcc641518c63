/** Console: assigns colors to the series of a chart: the largest ones by name, the rest together. */

export interface Series {
  name: string
  color: string
}

/** Maximum number of distinguishable colors. */
const colors = 7
export const others = 'others'

/** The series by weight, largest first. Names beyond the available colors become `others`. */
export function seriesOf(weights: Iterable<readonly [string, number]>): readonly Series[] {
  const sums = new Map<string, number>()
  for (const [name, weight] of weights) sums.set(name, (sums.get(name) ?? 0) + weight)
  const names = [...sums].toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([name]) => name)
  const named = names.length > colors ? names.slice(0, colors - 1) : names
  return [
    ...named.map((name, index) => ({ name, color: `var(--series-${index + 1})` })),
    ...(names.length > colors ? [{ name: others, color: 'var(--series-others)' }] : []),
  ]
}

/** The series that a name belongs to. */
export function seriesName(series: readonly Series[], name: string): string {
  return series.some((one) => one.name === name) ? name : others
}

/** The color scale for Plot. */
export function colorScale(series: readonly Series[]) {
  return {
    type: 'ordinal' as const,
    domain: series.map(({ name }) => name),
    range: series.map(({ color }) => color),
  }
}
