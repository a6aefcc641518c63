/** Events: switches between the stored events, the quarantine and the dead letters, each with its number in the period. */
import { count } from '../parts/format.ts'
import { useQuestion } from '../parts/question.tsx'
import { pageAddress, link } from '../router.ts'
import type { ShownPeriod } from './period.ts'

interface Counts {
  stored: number
  quarantined: number
  dead: number
}

const tabs = [
  { page: 'events', title: 'Stored', column: 'stored' },
  { page: 'quarantine', title: 'Quarantine', column: 'quarantined' },
  { page: 'dead', title: 'Dead letters', column: 'dead' },
] as const

interface HeldTabsProps {
  current: (typeof tabs)[number]['page']
  period: ShownPeriod
}

export function HeldTabs({ current, period }: HeldTabsProps) {
  const { answer } = useQuestion<Counts>('held_counts', { ...period })
  const counts = answer?.rows[0]
  const { query } = pageAddress.value
  const kept = Object.fromEntries(['range', 'since', 'until'].map((name) => [name, query.get(name) ?? '']))
  return (
    <nav class="segments" aria-label="Kinds of messages">
      {tabs.map(({ page, title, column }) => (
        <a key={page} href={link(page, kept)} aria-current={page === current ? 'page' : undefined}>
          {title} {counts && <strong>{count(counts[column])}</strong>}
        </a>
      ))}
    </nav>
  )
}
