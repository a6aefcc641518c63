/** Overview: shows whether the promises hold, by the counts of view `reconciliation`. */
import { dailyCheck } from '../../schemas/daily_check.ts'
import { count, fromSnakeCase } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { CountLink } from './count_link.tsx'
import { eventsLink, later } from './links.ts'
import { SectionFault } from './messages.tsx'
import type { SectionProps } from './section.ts'
import { brokenPromises } from './selected.ts'

const dayMs = 86_400_000

export function Promises({ answer, selection }: SectionProps) {
  const { reconciliation } = answer.sections
  const broken = brokenPromises(answer, selection)
  return (
    <Panel
      title="Promises"
      hint={`Counted per day, for all event types: the last day of this period and the ${dailyCheck.days} days before. ${answer.isCounted ? `The daily check at ${dailyCheck.hour}:00 UTC counted them.` : 'The daily check counted earlier days.'}`}
    >
      {'error' in reconciliation ? (
        <SectionFault error={reconciliation.error} answer={answer} />
      ) : broken === undefined ? (
        <p>Not checked yet. To check now, run npx sluice reconcile.</p>
      ) : broken.length === 0 ? (
        <>
          <p class="fine">All kept: every count of view reconciliation is zero.</p>
          <p class="muted">
            Every event has a decision for each destination, was stored before it was forwarded, was delivered
            only where permitted, and has an outcome with a reason.
          </p>
        </>
      ) : (
        <ul class="broken">
          {broken.map(({ promise, count: cases, cells }) => (
            <li key={promise}>
              <strong>
                {count(cases)} {fromSnakeCase(promise)}
              </strong>
              <span>{answer.promises[promise]}</span>
              <ul class="cells">
                {cells.map(({ day, destination, count: ofDay }) => (
                  <li key={`${day} ${destination}`}>
                    <CountLink
                      value={ofDay}
                      href={eventsLink(answer, {
                        to: destination ?? undefined,
                        since: later(`${day}T00:00:00Z`, 0),
                        until: later(`${day}T00:00:00Z`, dayMs),
                      })}
                    >
                      {count(ofDay)} on {day}
                      {destination !== null && ` at ${destination}`}
                    </CountLink>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
