/** Command line: parsers of option values. They throw what commander prints with the name of the option. */
import { InvalidArgumentError } from 'commander'

/** A time as the APIs take it, RFC 3339 in UTC; a day stands for its beginning. */
export function parseTime(text: string): string {
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN
  if (!Number.isNaN(time)) return new Date(time).toISOString()
  throw new InvalidArgumentError('Expected a time such as 2026-03-14 or 2026-03-14T09:00:00Z.')
}

export function parseNumber(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  throw new InvalidArgumentError('Expected a number.')
}

/** `50M` → 50 000 000. */
export function parseAmount(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([kMG]?)$/.exec(text) ?? []
  if (digits === undefined) throw new InvalidArgumentError('Expected a number such as 550, 200k or 50M.')
  return Number(digits) * { '': 1, k: 1e3, M: 1e6, G: 1e9 }[unit as 'k']
}

/** An address with http or https, without the slashes at its end. */
export function parseUrl(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '')
  throw new InvalidArgumentError('Expected a URL such as https://events.acme.example.')
}

/** Collects the values of an option that can be given several times. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}
