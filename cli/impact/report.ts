/** Command line: an impact as text: counts, names of fields and, if asked for, ids of events; no value. Pure. */
import { endText } from '../../functions/replay/end_tally.ts'
import type { EndCounts, Estimate } from '../../schemas/impact.ts'
import type { Impact, ImpactOfDestination } from './impact.ts'

/** Returns the report, in paragraphs: what was examined, then a destination each. */
export function impactText(impact: Impact): string {
  return [headOf(impact), ...impact.destinations.map(destinationText)].join('\n\n')
}

function headOf({
  since,
  until,
  before,
  after,
  received,
  examined,
  complete,
  bytes,
  seconds,
}: Impact): string {
  const share = complete
    ? 'All of them were examined.'
    : `A random sample of ${number(examined)} was examined: the counts are estimates, with 95 % intervals in brackets.`
  return [
    `${number(received)} events were received from ${since} to ${until}. ${share}`,
    `Before: ${before}. After: ${after}. BigQuery read ${number(Math.ceil(bytes / 1e6))} MB; it took ${seconds.toFixed(1)} s.`,
  ].join('\n')
}

function destinationText(each: ImpactOfDestination): string {
  const { before, after, moves, changed_fields: fields, changed_settings: settings } = each
  const { stored_otherwise: other } = each
  const shown: readonly (keyof EndCounts & ('sent' | 'restricted' | 'skipped'))[] = [
    'sent',
    'restricted',
    'skipped',
  ]
  return [
    `${each.destination}: ${summaryOf(each)}`,
    ...(settings.length > 0 ? [`  changed settings: ${settings.join(', ')}`] : []),
    ...shown.map(
      (name) =>
        `  ${name.padEnd(11)} ${before ? text(before[name]) : '-'} → ${after ? text(after[name]) : '-'}`,
    ),
    ...moves.map(moveText),
    ...(fields.length > 0
      ? [`  changed fields: ${fields.map((one) => `${one.field} (${text(one)})`).join(', ')}`]
      : []),
    ...(other.events > 0
      ? [
          `  ${text(other)} were decided otherwise when they were stored: the settings in force then were not those of "Before".`,
        ]
      : []),
  ].join('\n')
}

/** `+1,240 permitted, 12 newly skipped: event_source_url` */
function summaryOf({ before, after, moves, changed_fields: fields }: ImpactOfDestination): string {
  if (!before) return 'is added'
  if (!after) return 'is removed'
  const permitted = after.sent.events + after.skipped.events - (before.sent.events + before.skipped.events)
  const skips = moves.filter(({ from, to }) => to.outcome === 'skipped' && from.outcome !== 'skipped')
  const causes = [...new Set(skips.map(({ to }) => to.field ?? to.reason))]
  const parts = [
    ...(permitted === 0 ? [] : [`${permitted > 0 ? '+' : '−'}${number(Math.abs(permitted))} permitted`]),
    ...(skips.length === 0 ? [] : [`${number(sumOf(skips))} newly skipped: ${causes.join(', ')}`]),
    ...(fields.length === 0 ? [] : [`changed fields: ${fields.length}`]),
  ]
  if (parts.length > 0) return parts.join(', ')
  return moves.length > 0 ? 'other reasons' : 'no event ends otherwise'
}

function moveText({ from, to, examples, ...estimate }: ImpactOfDestination['moves'][number]): string {
  const ids = examples ? `  (${examples.join(', ')})` : ''
  return `  ${endText(from)} → ${endText(to)}: ${text(estimate)}${ids}`
}

function sumOf(moves: ImpactOfDestination['moves']): number {
  return moves.reduce((sum, { events }) => sum + events, 0)
}

function text({ events, low, high }: Estimate): string {
  return low === high ? number(events) : `${number(events)} [${number(low)} to ${number(high)}]`
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}
