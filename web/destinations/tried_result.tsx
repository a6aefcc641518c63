/** Destinations: shows what a tried rule would have decided: counts, failures with what to write, and examples. */
import type { RuleCounts, TriedRule } from '../../schemas/tried_rule.ts'
import { DataTable } from '../parts/data_table.tsx'
import { count, fromSnakeCase, utcTime, withCount } from '../parts/format.ts'
import { eventLink } from '../router.ts'

export function TriedResult({ result }: { result: TriedRule }) {
  const { sampled, matched, gained, lost, now, then } = result
  if (sampled === 0)
    return (
      <p class="notice" role="status">
        No event was stored in this period. Choose a longer one.
      </p>
    )
  const failed = result.failures.reduce((sum, { events }) => sum + events, 0)
  return (
    <>
      <p role="status">
        The condition is true for {count(matched)} of {withCount(sampled, 'event')}
        {failed > 0 && ` and fails on ${count(failed)}`}. {withCount(gained, 'event')} more would be sent,{' '}
        {count(lost)} fewer.
      </p>
      <DataTable
        caption="Decisions with and without the rule"
        rows={linesOf(now, then)}
        columns={countColumns}
      />
      <Failures result={result} />
      {result.examples.length > 0 && (
        <DataTable
          caption="Examples: events whose decision changes, then others for which the condition is true"
          rows={result.examples}
          columns={exampleColumns}
        />
      )}
    </>
  )
}

interface Line {
  what: string
  now: number
  then: number
}

function linesOf(now: RuleCounts, then: RuleCounts): readonly Line[] {
  const line = (what: string, valueOf: (counts: RuleCounts) => number): Line => ({
    what,
    now: valueOf(now),
    then: valueOf(then),
  })
  return [
    line('Permitted', ({ permitted }) => permitted),
    line('of these, consent granted or not needed', ({ consent }) => consent.granted),
    line('of these, granted by a default', ({ consent }) => consent.by_default),
    line('Restricted', ({ restricted }) => restricted),
    line('of these, for lack of consent', ({ consent }) => consent.denied),
  ]
}

const countColumns = [
  { title: 'Events', cell: ({ what }: Line) => what },
  { title: 'Now', numeric: true, cell: ({ now }: Line) => count(now) },
  { title: 'With the rule', numeric: true, cell: ({ then }: Line) => count(then) },
]

type Example = TriedRule['examples'][number]

function verdictText({ permitted, rule, reason }: Example['now']): string {
  const by = rule === null ? '' : ` by ${rule}`
  return permitted ? `permitted${by}` : `restricted${by}: ${fromSnakeCase(reason)}`
}

const exampleColumns = [
  {
    title: 'Event',
    cell: (example: Example) => (
      <>
        <a href={eventLink(example)}>{example.event_name}</a>
        <span class="beneath">{utcTime(example.received_at)}</span>
      </>
    ),
  },
  { title: 'Now', cell: ({ now }: Example) => verdictText(now) },
  { title: 'With the rule', cell: ({ then }: Example) => verdictText(then) },
]

function Failures({ result: { failures, advice } }: { result: TriedRule }) {
  if (failures.length + advice.length === 0) return null
  return (
    <div class="notice">
      {failures.map(({ message, events, example }) => (
        <p key={message}>
          It fails on <a href={eventLink(example)}>{withCount(events, 'event')}</a>: {message}
        </p>
      ))}
      {advice.map((text) => (
        <p key={text}>In {text}.</p>
      ))}
    </div>
  )
}
