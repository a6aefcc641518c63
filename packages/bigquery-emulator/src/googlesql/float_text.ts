/** GoogleSQL compiler: formats FLOAT64 as C's %g does. */

/** Formats a number as `%.{precision}g`. */
export function formatGeneral(value: number, precision: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  const digits = Math.max(1, precision)
  const [mantissa, power] = value.toExponential(digits - 1).split('e')
  const exponent = Number(power)
  const trim = (text: string): string =>
    text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text
  if (exponent >= -4 && exponent < digits) return trim(value.toFixed(Math.max(0, digits - 1 - exponent)))
  return `${trim(mantissa!)}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}

function readsBack(value: number, digits: readonly number[]): string {
  const texts = digits.map((count) => formatGeneral(value, count))
  return texts.find((text) => Number(text) === value) ?? texts[0]!
}

/** Formats a number as CAST does: with 15 digits, or with 17 if 15 don't read back the same. Zero has no sign. */
export function floatText(value: number): string {
  return value === 0 ? '0' : readsBack(value, [15, 17])
}

/** Formats a number as JSON documents do: with the fewest digits that read back the same, never as an integer. */
export function jsonFloatText(value: number): string {
  const text = Object.is(value, -0) ? '-0' : readsBack(value, [15, 16, 17])
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}
