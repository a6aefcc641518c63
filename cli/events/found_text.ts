/** Command line: found events as lines of text. Pure. */
import { personOf, type PairOutcome } from '../../schemas/event_outcome.ts'
import { printable } from '../terminal/printable.ts'
import type { FoundEvent } from './search.ts'

/** One event, with its columns as wide as those of other lines: a line that is printed alone has widths of its own. */
export function foundLine(event: FoundEvent, widths: readonly number[] = [20, 0, 0]): string {
  return [
    event.received_at.padEnd(27),
    ...cellsOf(event).map((cell, index) => cell.padEnd(widths[index] ?? 0)),
    outcomesText(event),
  ].join('  ')
}

/** A line for each event, in columns. */
export function foundLines(events: readonly FoundEvent[]): string[] {
  const cells = events.map(cellsOf)
  const widths = [0, 1, 2].map((column) => Math.max(0, ...cells.map((each) => each[column]!.length)))
  return events.map((event) => foundLine(event, widths))
}

function cellsOf(event: FoundEvent): readonly string[] {
  return [event.event_name, event.event_id, personOf(event) ?? 'nobody'].map(printable)
}

/** `1 event`, `12 events` */
export function countText(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}

/** `meta skipped (missing_required), crm delivered; 2 violations` */
function outcomesText({ outcomes, violations }: FoundEvent): string {
  const text = outcomes.map(outcomeText).join(', ') || 'no destination'
  return violations === 0 ? text : `${text}; ${countText(violations, 'violation')}`
}

function outcomeText({ destination, outcome, reason }: PairOutcome): string {
  return printable(`${destination} ${outcome}${reason === null ? '' : ` (${reason})`}`)
}
