/** Destinations: shows how many events got how far, with the reasons of those that did not. */
import { count, fromSnakeCase } from '../parts/format.ts'
import { link } from '../router.ts'
import { eventsWith, type OutcomeGroup } from './attempts.ts'
import type { RuleGroup } from './decided.tsx'
import type { DayPeriod } from '../parts/last_day.ts'

interface DeliveryStepsProps {
  id: string
  period: DayPeriod
  decided: readonly RuleGroup[]
  /** Undefined while they are read. */
  rows: readonly OutcomeGroup[] | undefined
}

/** A number of events that got no further. */
interface Loss {
  events: number
  text: string
  outcome: string
  reason?: string
}

export function DeliverySteps({ id, period, decided, rows }: DeliveryStepsProps) {
  const stored = sumOf(decided)
  const permitted = sumOf(decided.filter((row) => row.permitted))
  const restrictions = sumByReason(decided.filter((row) => !row.permitted)).map(([reason, events]): Loss => ({
    events,
    text: fromSnakeCase(reason),
    outcome: 'restricted',
    reason,
  }))
  const lossesOf = (outcome: string): readonly Loss[] =>
    (rows ?? [])
      .filter((row) => row.outcome === outcome && row.events > 0)
      .map(({ events, reason }) => ({
        events,
        text: `${outcome}: ${fromSnakeCase(reason ?? outcome)}`,
        outcome,
        ...(reason !== null && { reason }),
      }))
  const attempted = sumOf(rows ?? [])
  // An event that was permitted by a replay has no permit in its row.
  const unattempted = Math.max(0, permitted - attempted)
  const waiting = { events: unattempted, text: 'without an attempt yet', outcome: 'pending' }
  const sent = eventsWith(rows ?? [], 'delivered', 'refused', 'dead')
  const shown = rows === undefined ? undefined : sent
  const steps: readonly (readonly [string, number | undefined, readonly Loss[]])[] = [
    ['Stored', stored, []],
    ['Permitted', permitted, restrictions],
    [
      'Sent',
      shown,
      [
        ...lossesOf('restricted'),
        ...lossesOf('skipped'),
        ...lossesOf('deferred'),
        ...(rows && unattempted > 0 ? [waiting] : []),
      ],
    ],
    ['Delivered', rows && eventsWith(rows, 'delivered'), [...lossesOf('refused'), ...lossesOf('dead')]],
  ]
  return (
    <dl class="figures flow">
      {steps.map(([name, value, losses]) => (
        <div key={name} class="figure">
          <dt>{name}</dt>
          <dd class="value">{value === undefined ? '…' : count(value)}</dd>
          {losses.map((loss) => (
            <dd key={`${loss.outcome} ${loss.reason}`} class="muted">
              <a
                href={link('events', {
                  to: id,
                  outcome: loss.outcome,
                  reason: loss.reason,
                  since: period.since,
                  until: period.until,
                })}
              >
                {count(loss.events)} {loss.text}
              </a>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

function sumOf(rows: readonly { events: number }[]): number {
  return rows.reduce((sum, { events }) => sum + events, 0)
}

function sumByReason(rows: readonly RuleGroup[]): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>()
  for (const { reason, events } of rows) sums.set(reason, (sums.get(reason) ?? 0) + events)
  return [...sums].toSorted(([, one], [, other]) => other - one)
}
