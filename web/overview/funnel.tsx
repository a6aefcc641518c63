/** Overview: shows the stages of delivery to each destination, and why events were not delivered. */
import { count, percentage, fromSnakeCase } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { sectionRows, type OverviewData, type ReasonRow } from './overview_data.ts'
import { CountLink } from './count_link.tsx'
import { destinationLink, eventsLink } from './links.ts'
import { SectionFault } from './messages.tsx'
import type { SectionProps } from './section.ts'
import { ofPairs, sumOf, waysOf, type Ways } from './selected.ts'

/** The groups of outcomes, in the order of the bar. */
const parts = [
  { way: 'delivered', outcomes: ['delivered'] },
  { way: 'waiting', outcomes: ['pending', 'deferred'] },
  { way: 'failed', outcomes: ['refused', 'dead'] },
  { way: 'skipped', outcomes: ['skipped'] },
  { way: 'restricted', outcomes: ['restricted'] },
] as const

export function Funnel({ answer, selection }: SectionProps) {
  const { sections } = answer
  const rows = ofPairs(sectionRows(sections.funnel), selection)
  const reasons = ofPairs(sectionRows(sections.reasons), selection)
  const names = [...new Set(rows.map(({ destination }) => destination!))]
  return (
    <Panel title="Destinations" hint="Stored, permitted and delivered events.">
      {'error' in sections.funnel ? (
        <SectionFault error={sections.funnel.error} answer={answer} />
      ) : names.length === 0 ? (
        <p>These events have no decisions. Configure a destination in sluice:destinations.</p>
      ) : (
        <ul class="destinations">
          {names.map((name) => (
            <Destination
              key={name}
              name={name}
              ways={waysOf(rows.filter(({ destination }) => destination === name))}
              reasons={reasons.filter(({ destination }) => destination === name)}
              meanings={answer.meanings}
              rowsOf={(filters) => eventsLink(answer, { type: selection.eventName, to: name, ...filters })}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface DestinationProps {
  name: string
  ways: Ways
  reasons: readonly ReasonRow[]
  meanings: OverviewData['meanings']
  /** Link to the events with an outcome at this destination. */
  rowsOf: (filters: { outcome?: string; reason?: string | undefined }) => string
}

function Destination({ name, ways, reasons, meanings, rowsOf }: DestinationProps) {
  return (
    <li>
      <h3>
        <a class="rows" href={destinationLink(name)}>
          {name}
        </a>
      </h3>
      <dl class="steps">
        <Step name="Stored" value={ways.stored} href={rowsOf({})} />
        <Step name="Permitted" value={ways.permitted} />
        <Step name="Delivered" value={ways.delivered} href={rowsOf({ outcome: 'delivered' })} />
        <div class="rate">
          <dt class="hidden">Rate</dt>
          <dd>{percentage(ways.delivered, ways.permitted)} of permitted</dd>
        </div>
      </dl>
      <div class="bar" aria-hidden="true">
        {parts
          .filter(({ way }) => ways[way] > 0)
          .map(({ way }) => (
            <span key={way} class={way} style={{ flexGrow: ways[way] }} />
          ))}
      </div>
      <ul class="outcomes">
        {parts
          .filter(({ way }) => way !== 'delivered' && ways[way] > 0)
          .map(({ way, outcomes }) => (
            <li key={way}>
              <span class={`swatch ${way}`} aria-hidden="true" />
              <strong>
                {count(ways[way])} {way}
              </strong>
              <Reasons
                rows={reasons.filter(({ outcome }) => (outcomes as readonly string[]).includes(outcome))}
                meanings={meanings}
                rowsOf={rowsOf}
              />
            </li>
          ))}
      </ul>
    </li>
  )
}

function Step({ name, value, href }: { name: string; value: number; href?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <CountLink value={value} of={name.toLowerCase()} href={href} />
      </dd>
    </div>
  )
}

type ReasonsProps = Pick<DestinationProps, 'meanings' | 'rowsOf'> & { rows: readonly ReasonRow[] }

/** The reasons of a group of outcomes, most frequent first. */
function Reasons({ rows, meanings, rowsOf }: ReasonsProps) {
  const groups = Map.groupBy(rows, ({ outcome, reason }) => `${outcome} ${reason}`)
  const sums = [...groups].map(([key, group]) => {
    const { outcome, reason } = group[0]!
    return {
      key,
      outcome,
      // The reason of a decision that permits is no reason of an outcome.
      reason: outcome === 'pending' ? undefined : (reason ?? undefined),
      pairs: sumOf(group, ({ pairs }) => pairs),
    }
  })
  return (
    <ul class="reasons">
      {sums
        .toSorted((a, b) => b.pairs - a.pairs)
        .map(({ key, outcome, reason, pairs }) => (
          <li key={key}>
            {reason === undefined
              ? (withoutReason[outcome] ?? outcome)
              : (meanings[reason] ?? fromSnakeCase(reason))}{' '}
            <CountLink
              value={pairs}
              of={`${outcome}: ${fromSnakeCase(reason ?? 'without a reason')}`}
              href={rowsOf({ outcome, reason })}
            />
          </li>
        ))}
    </ul>
  )
}

const withoutReason: Readonly<Record<string, string>> = { pending: 'Not attempted yet.' }
