/** Overview: shows whether the promises hold, by the counts of view `reconciliation`. */
import { count, fromSnakeCase } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { SectionFault } from './messages.tsx'
import type { SectionProps } from './section.ts'
import { brokenPromises } from './selected.ts'

export function Promises({ answer, selection }: SectionProps) {
  const { reconciliation } = answer.sections
  const broken = brokenPromises(answer, selection)
  return (
    <Panel title="Promises" hint="Counted per day, for whole days of this period and all event types.">
      {'error' in reconciliation ? (
        <SectionFault message={reconciliation.error.message} />
      ) : broken?.length === 0 ? (
        <>
          <p class="fine">All kept: every count of view reconciliation is zero.</p>
          <p class="muted">
            Every event has a decision for each destination, was stored before it was forwarded, was delivered
            only where permitted, and has an outcome with a reason.
          </p>
        </>
      ) : (
        <ul class="broken">
          {broken?.map(({ promise, count: cases }) => (
            <li key={promise}>
              <strong>
                {count(cases)} {fromSnakeCase(promise)}
              </strong>
              <span>{answer.promises[promise]}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
