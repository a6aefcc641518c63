/** Overview: shows the key figures, each with a link to the rows behind it. */
import type { ComponentChildren } from 'preact'
import { count, withCount, percentage } from '../parts/format.ts'
import { CountLink } from './count_link.tsx'
import { eventsLink, quarantineLink } from './links.ts'
import { sectionRows, type FunnelRow, type OverviewData } from './overview_data.ts'
import type { SectionProps } from './section.ts'
import {
  brokenPromises,
  failed as failedOutcomes,
  figuresOf,
  ofPairs,
  pairsByOutcome,
  sumOf,
  waiting as waitingOutcomes,
  type Selection,
} from './selected.ts'

export function FigureTiles({ answer, selection }: SectionProps) {
  const { received, stored, quarantined, permitted, delivered, waiting, failed } = figuresOf(
    answer,
    selection,
  )
  const { eventName: type } = selection
  const broken = brokenPromises(answer, selection)
  const isKnown = 'rows' in answer.sections.funnel
  const number = (value: number, of: string, href?: string): ComponentChildren =>
    isKnown ? <CountLink value={value} of={of} href={href} /> : '–'
  const pairs = ofPairs(sectionRows(answer.sections.funnel), selection)
  return (
    <dl class="figures">
      <Figure name="Events stored" value={number(stored, 'events stored', eventsLink(answer, { type }))}>
        of {withCount(received, 'message')} received
      </Figure>
      <Figure
        name="In quarantine"
        value={number(quarantined, 'messages in quarantine', quarantineLink(answer, { type }))}
        tone={quarantined > 0 ? 'warn' : undefined}
      >
        {quarantined === 0 ? 'every message is a valid event' : 'stored unchanged, never forwarded'}
      </Figure>
      <Figure
        name="Delivered"
        value={number(delivered, 'delivered', pairsLink(answer, selection, 'delivered'))}
      >
        {permitted === 0
          ? 'no permitted deliveries'
          : `${percentage(delivered, permitted)} of ${withCount(permitted, 'permitted delivery', 'permitted deliveries')}`}
      </Figure>
      <Figure name="Waiting" value={number(waiting, 'waiting')} tone={waiting > 0 ? 'warn' : undefined}>
        {waiting === 0 ? (
          'nothing waits to be delivered'
        ) : (
          <Outcomes {...{ answer, selection }} rows={pairs} outcomes={waitingOutcomes} />
        )}
      </Figure>
      <Figure name="Failed" value={number(failed, 'failed')} tone={failed > 0 ? 'bad' : undefined}>
        {failed === 0 ? (
          'nothing refused or dead-lettered'
        ) : (
          <Outcomes {...{ answer, selection }} rows={pairs} outcomes={failedOutcomes} />
        )}
      </Figure>
      <Figure
        name="Promises"
        value={broken === undefined ? '–' : broken.length === 0 ? 'Kept' : `${broken.length} broken`}
        tone={broken === undefined ? undefined : broken.length === 0 ? 'good' : 'bad'}
      >
        {broken === undefined
          ? 'not checked'
          : broken.length === 0
            ? 'all counts are zero'
            : `${withCount(
                sumOf(broken, (one) => one.count),
                'case',
              )}, see below`}
      </Figure>
    </dl>
  )
}

function pairsLink(answer: OverviewData, { eventName, destination }: Selection, outcome: string): string {
  return eventsLink(answer, { type: eventName, to: destination, outcome })
}

interface OutcomesProps extends SectionProps {
  rows: readonly FunnelRow[]
  outcomes: typeof waitingOutcomes | typeof failedOutcomes
}

/** `5 refused, 2 dead-lettered`: page Events shows one outcome at a time. */
function Outcomes({ answer, selection, rows, outcomes }: OutcomesProps) {
  return pairsByOutcome(rows, outcomes).map(({ outcome, title, pairs }, index) => (
    <span key={outcome}>
      {index > 0 && ', '}
      <CountLink value={pairs} href={pairsLink(answer, selection, outcome)}>
        {count(pairs)} {title}
      </CountLink>
    </span>
  ))
}

interface FigureProps {
  name: string
  value: ComponentChildren
  tone?: 'good' | 'warn' | 'bad' | undefined
  children: ComponentChildren
}

function Figure({ name, value, tone, children }: FigureProps) {
  return (
    <div class={`figure ${tone ?? ''}`}>
      <dt>{name}</dt>
      <dd class="value">{value}</dd>
      <dd class="muted">{children}</dd>
    </div>
  )
}
