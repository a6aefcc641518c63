/** Operating: times that people write on a command line. */

/** A time as the API takes it, RFC 3339 in UTC; a day is its beginning. Throws an Error that names the option. */
export function timeOption(option: string, text: string | undefined): string {
  const time = text === undefined || !/^\d{4}-\d\d-\d\d/.test(text) ? NaN : Date.parse(text)
  if (!Number.isNaN(time)) return new Date(time).toISOString()
  throw new Error(
    `--${option} must be a time such as 2026-03-14 or 2026-03-14T09:00:00Z, got ${text ?? 'nothing'}`,
  )
}

/** A number. Throws an Error that names the option. */
export function number(option: string, text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  throw new Error(`--${option} must be a number, got ${text}`)
}
