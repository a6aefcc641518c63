/** FLOAT64 as text, as C's %g prints it. */

/** `%.{precision}g`. */
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

/** As CAST prints it: of 15 digits, or of 17 where 15 do not read back the same; zero has no sign. */
export function floatText(value: number): string {
  return value === 0 ? '0' : readsBack(value, [15, 17])
}

/** As a JSON document has it: of as few digits as read back the same, never as an integer. */
export function jsonFloatText(value: number): string {
  const text = Object.is(value, -0) ? '-0' : readsBack(value, [15, 16, 17])
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}
