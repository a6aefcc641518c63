/** Overview: shows the stages of delivery to each destination, and why events were not delivered. */
import { count, percentage, fromSnakeCase } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { sectionRows, type OverviewData, type ReasonRow } from './overview_data.ts'
import { SectionFault } from './messages.tsx'
import type { SectionProps } from './section.ts'
import { ofPairs, sumOf, waysOf, type Ways } from './selected.ts'

/** The groups of outcomes, in the order of the bar. */
const parts = [
  { way: 'delivered', title: 'delivered', outcomes: ['delivered'] },
  { way: 'waiting', title: 'waiting', outcomes: ['pending', 'deferred'] },
  { way: 'failed', title: 'failed', outcomes: ['refused', 'dead'] },
  { way: 'skipped', title: 'skipped', outcomes: ['skipped'] },
  { way: 'restricted', title: 'restricted', outcomes: ['restricted'] },
] as const

export function Funnel({ answer, selection }: SectionProps) {
  const { sections } = answer
  const rows = ofPairs(sectionRows(sections.funnel), selection)
  const reasons = ofPairs(sectionRows(sections.reasons), selection)
  const names = [...new Set(rows.map(({ destination }) => destination!))]
  return (
    <Panel title="Destinations" hint="Stored, permitted and delivered events.">
      {'error' in sections.funnel ? (
        <SectionFault message={sections.funnel.error.message} />
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
}

function Destination({ name, ways, reasons, meanings }: DestinationProps) {
  return (
    <li>
      <h3>{name}</h3>
      <dl class="steps">
        <Step name="Stored" value={ways.stored} />
        <Step name="Permitted" value={ways.permitted} />
        <Step name="Delivered" value={ways.delivered} />
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
          .map(({ way, title, outcomes }) => (
            <li key={way}>
              <span class={`swatch ${way}`} aria-hidden="true" />
              <strong>
                {count(ways[way])} {title}
              </strong>
              <Reasons
                rows={reasons.filter(({ outcome }) => (outcomes as readonly string[]).includes(outcome))}
                meanings={meanings}
              />
            </li>
          ))}
      </ul>
    </li>
  )
}

function Step({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{count(value)}</dd>
    </div>
  )
}

/** The reasons of a group of outcomes, most frequent first. */
function Reasons({ rows, meanings }: { rows: readonly ReasonRow[]; meanings: OverviewData['meanings'] }) {
  const groups = Map.groupBy(rows, ({ outcome, reason }) =>
    outcome === 'pending' ? 'Not attempted yet.' : (reason ?? outcome),
  )
  const sums = [...groups].map(([reason, group]) => ({ reason, pairs: sumOf(group, ({ pairs }) => pairs) }))
  return (
    <ul class="reasons">
      {sums
        .toSorted((a, b) => b.pairs - a.pairs)
        .map(({ reason, pairs }) => (
          <li key={reason}>
            {meanings[reason] ?? fromSnakeCase(reason)}
            {sums.length > 1 && <span class="muted"> {count(pairs)}</span>}
          </li>
        ))}
    </ul>
  )
}
