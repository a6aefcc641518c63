/** FLOAT64 as text: the shortest of 15 to 17 digits that reads back the same, as C's %g prints it. */

/** `%.{precision}g`. */
export function formatGeneral(value: number, precision: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  const digits = Math.max(1, precision)
  const [mantissa, power] = value.toExponential(digits - 1).split('e')
  const exponent = Number(power)
  const trim = (text: string): string =>
    text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text
  if (exponent >= -4 && exponent < digits) return trim(value.toFixed(Math.max(0, digits - 1 - exponent)))
  return `${trim(mantissa!)}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}

export function floatText(value: number): string {
  if (Object.is(value, -0)) return '-0'
  const shortest = [15, 16, 17].map((digits) => formatGeneral(value, digits))
  return shortest.find((text) => Number(text) === value) ?? shortest[0]!
}
