/** Bench: prints a figure as a ratio to a named baseline of the same run. */

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

function two(value: number): string {
  return value.toFixed(2)
}

/** `store, 64 at a time: 95 µs CPU, functions-framework no-op 390 µs: 0.24× (0.22–0.27)` */
export function ratioLine(
  name: string,
  measured: number,
  baselineName: string,
  baseline: number,
  ratios: readonly number[],
): string {
  return (
    `${name}: ${measured.toFixed(0)} µs CPU per event, ${baselineName} ${baseline.toFixed(0)} µs: ` +
    `${two(median(ratios))}× (${two(Math.min(...ratios))}–${two(Math.max(...ratios))})`
  )
}

/** `publish: embedded bus 4800/s, Google's emulator 1100/s: 4.40× (4.10–4.60)` */
export function rateLine(
  what: string,
  name: string,
  baselineName: string,
  rates: readonly (readonly [measured: number, baseline: number])[],
): string {
  const ratios = rates.map(([measured, baseline]) => measured / baseline)
  const [measured, baseline] = [0, 1].map((index) => median(rates.map((pair) => pair[index]!)).toFixed(0))
  return (
    `${what}: ${name} ${measured}/s, ${baselineName} ${baseline}/s: ` +
    `${two(median(ratios))}× (${two(Math.min(...ratios))}–${two(Math.max(...ratios))})`
  )
}
