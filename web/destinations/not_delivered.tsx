/** Destinations: lists why events were not delivered, with the commands that deliver them. */
import { reasonMeaning } from '../../schemas/reason_meaning.ts'
import type { ShownDestination } from '../../schemas/shown_destination.ts'
import { CodeBlock } from '../parts/code_block.tsx'
import { DataTable } from '../parts/data_table.tsx'
import { count, utcTime } from '../parts/format.ts'
import { Mark } from '../parts/mark.tsx'
import { eventLink, link } from '../router.ts'
import { type OutcomeGroup } from './attempts.ts'
import type { DayPeriod } from '../parts/last_day.ts'

interface NotDeliveredProps {
  destination: ShownDestination
  period: DayPeriod
  rows: readonly OutcomeGroup[]
}

export function NotDelivered({ destination, period, rows }: NotDeliveredProps) {
  const { id } = destination
  const failed = rows
    .filter(({ outcome }) => outcome !== 'delivered')
    .toSorted((one, other) => other.events + other.others - one.events - one.others)
  if (failed.length === 0) return <p class="fine">Every event that was sent was delivered.</p>
  return (
    <>
      <DataTable
        caption="Why events were not delivered"
        rows={failed}
        columns={[
          {
            title: 'Events',
            numeric: true,
            cell: ({ events, others, outcome, reason }) => (
              <>
                {events > 0 && (
                  <a
                    href={link('events', {
                      to: id,
                      outcome,
                      reason: reason ?? undefined,
                      since: period.since,
                      until: period.until,
                    })}
                    aria-label={`${count(events)} ${outcome}, ${reason ?? 'no reason'}`}
                  >
                    {count(events)}
                  </a>
                )}
                {others > 0 && <span class="beneath">{count(others)} others</span>}
              </>
            ),
          },
          { title: 'Outcome', cell: ({ outcome }) => <Mark outcome={outcome} /> },
          {
            title: 'Why',
            cell: ({ outcome, reason, latest: { http_status: status, detail } }) => (
              <>
                {reasonMeaning(outcome, reason)}
                {(status !== null || detail !== null) && (
                  <span class="detail">
                    {[status === null ? '' : `HTTP ${status}`, detail ?? ''].filter(Boolean).join(' · ')}
                  </span>
                )}
              </>
            ),
          },
          {
            title: 'Latest',
            cell: ({ latest }) => <time dateTime={latest.settled_at}>{utcTime(latest.settled_at)}</time>,
          },
          {
            title: 'Example',
            cell: ({ latest }) =>
              latest.source === null ? (
                <a href={eventLink(latest)}>{latest.event_name}</a>
              ) : (
                `by ${latest.source}`
              ),
          },
        ]}
      />
      <Repairs destination={destination} failed={failed} />
    </>
  )
}

const repairs = ['refused', 'dead', 'skipped'] as const

function Repairs({
  destination,
  failed,
}: {
  destination: ShownDestination
  failed: readonly OutcomeGroup[]
}) {
  const { credentials, redeliver } = destination.commands
  const isHeld = failed.some(({ outcome, reason }) => outcome === 'deferred' && reason === 'auth')
  return (
    <>
      {isHeld && (
        <>
          <p>The third party does not accept the credentials. Events wait until you renew them:</p>
          <CodeBlock label="the command for new credentials" text={credentials} />
        </>
      )}
      {repairs
        .filter((outcome) => failed.some((row) => row.outcome === outcome))
        .map((outcome) => (
          <div key={outcome}>
            <p>
              To send the {outcome} ones again once the cause is fixed (add <code>--dry-run</code> to count
              first):
            </p>
            <CodeBlock label={`the command for ${outcome} events`} text={redeliver[outcome]} />
          </div>
        ))}
    </>
  )
}
