/** Overview: shows the key figures. */
import type { ComponentChildren } from 'preact'
import { count, withCount, percentage } from '../parts/format.ts'
import type { SectionProps } from './section.ts'
import { brokenPromises, figuresOf, sumOf } from './selected.ts'

export function FigureTiles({ answer, selection }: SectionProps) {
  const { received, stored, quarantined, permitted, delivered, waiting, failed } = figuresOf(
    answer,
    selection,
  )
  const broken = brokenPromises(answer, selection)
  const isKnown = 'rows' in answer.sections.funnel
  const number = (value: number): string => (isKnown ? count(value) : '–')
  return (
    <dl class="figures">
      <Figure name="Events stored" value={number(stored)}>
        of {withCount(received, 'message')} received
      </Figure>
      <Figure name="In quarantine" value={number(quarantined)} tone={quarantined > 0 ? 'warn' : undefined}>
        {quarantined === 0 ? 'every message is a valid event' : 'stored unchanged, never forwarded'}
      </Figure>
      <Figure name="Delivered" value={number(delivered)}>
        {permitted === 0
          ? 'no permitted deliveries'
          : `${percentage(delivered, permitted)} of ${withCount(permitted, 'permitted delivery', 'permitted deliveries')}`}
      </Figure>
      <Figure name="Waiting" value={number(waiting)} tone={waiting > 0 ? 'warn' : undefined}>
        not delivered yet, will be retried
      </Figure>
      <Figure name="Failed" value={number(failed)} tone={failed > 0 ? 'bad' : undefined}>
        refused or dead-lettered
      </Figure>
      <Figure
        name="Promises"
        value={broken === undefined ? '–' : broken.length === 0 ? 'Kept' : `${broken.length} broken`}
        tone={broken === undefined ? undefined : broken.length === 0 ? 'good' : 'bad'}
      >
        {broken === undefined
          ? 'could not be checked'
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

interface FigureProps {
  name: string
  value: string
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
