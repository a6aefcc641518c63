/** Destinations: shows the open problems of a destination with the command that repairs each. */
import { CodeBlock } from '../parts/code_block.tsx'
import { utcTime } from '../parts/format.ts'
import { eventLink } from '../router.ts'
import type { AlertRow } from './attempts.ts'

export function Alerts({ problems }: { problems: readonly AlertRow[] }) {
  return (
    <>
      {problems.map(({ alert, opened_at: since, summary, example_event_id: example, command }) => (
        <section key={alert} class="panel message bad" aria-label={summary}>
          <h2>{alert === 'destination-failing' ? 'Failing' : 'Silent'}</h2>
          <p>
            {summary} Since {utcTime(since)}.{' '}
            {example !== null && <a href={eventLink({ event_id: example })}>An example</a>}
          </p>
          {command !== '' && (
            <>
              <p>After the cause is fixed, run:</p>
              <CodeBlock label="the command that repairs it" text={command} />
            </>
          )}
        </section>
      ))}
    </>
  )
}
