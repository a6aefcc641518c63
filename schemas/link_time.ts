/** Linkage layer: parses the format of the source `time` of a link: text with parts of a time in braces. */
import { isTimeZone } from './translation/input.ts'
import { nearest } from './nearest.ts'

/** Part → its place in an ISO time, such as 2026-03-14T09:26:53.589Z. `offset` is the difference to UTC: `+01:00`. */
export const timeParts = {
  year: [0, 4],
  month: [5, 7],
  day: [8, 10],
  hour: [11, 13],
  minute: [14, 16],
  second: [17, 19],
  millisecond: [20, 23],
  offset: undefined,
} as const
export type TimePart = keyof typeof timeParts

/** A piece of a format: literal text, or a part of the time. */
export type TimePiece = { text: string } | { part: TimePart }

/** `{day}/{month}` → day, text, month.
 * @throws Error if the format has an unknown part, an unmatched brace or no part, or the time zone is unknown. */
export function timePiecesOf(format: string, zone: string | undefined): readonly TimePiece[] {
  if (zone !== undefined && !isTimeZone(zone))
    throw new Error(`The time zone "${zone}" is not in the IANA time zone database.`)
  const pieces = format.split(/(\{[^{}]*\})/).flatMap((piece): readonly TimePiece[] => {
    if (piece === '') return []
    if (/^\{.*\}$/s.test(piece)) return [{ part: partOf(piece.slice(1, -1)) }]
    if (/[{}]/.test(piece)) throw new Error(`The format "${format}" has an unmatched brace.`)
    return [{ text: piece }]
  })
  if (pieces.some((piece) => 'part' in piece)) return pieces
  throw new Error(`The format "${format}" has no part of a time, such as {day}/{month}/{year}.`)
}

function partOf(name: string): TimePart {
  if (isPart(name)) return name
  const names = Object.keys(timeParts)
  const near = nearest(name, names)
  throw new Error(
    `Unknown part "{${name}}" in the format of a time` +
      (near === undefined ? `. Expected one of: ${names.join(', ')}.` : `; did you mean "{${near}}"?`),
  )
}

function isPart(name: string): name is TimePart {
  return Object.hasOwn(timeParts, name)
}
