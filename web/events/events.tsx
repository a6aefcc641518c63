/** Events: the page: every event that was stored, what was found wrong with it, and what became of it at each destination. */
import { useMemo, useState } from 'preact/hooks'
import { Answered, useQuestion } from '../parts/question.tsx'
import { FailureMessage } from '../parts/failure.tsx'
import { pageAddress, filter, link, goTo } from '../router.ts'
import { EventRows } from './event_rows.tsx'
import { Filters, listFilters } from './filters.tsx'
import { HeldTabs } from './held_tabs.tsx'
import { Journey } from './journey.tsx'
import { useLive } from './live.ts'
import { LiveNote } from './live_note.tsx'
import { NoEvents } from './no_events.tsx'
import { shownPeriodOf, type ShownPeriod } from './period.ts'
import type { EventRow, OutcomeRow } from '../../schemas/event_rows.ts'

export function Events({ rest }: { rest: string }) {
  return rest === '' ? <EventList /> : <Journey key={rest} id={rest} />
}

/** Whose events the address asks for, after `#`: of a person, or with the id of a user, a device, an order or an event. */
function searchedIn(fragment: string): { person: string | undefined; id: string | undefined } {
  const searched = new URLSearchParams(fragment)
  return { person: searched.get('person') ?? undefined, id: searched.get('id') ?? undefined }
}

function EventList() {
  const { query, fragment } = pageAddress.value
  const [readAt, setReadAt] = useState(Date.now)
  const searched = searchedIn(fragment)
  const search = query.toString()
  const period = useMemo(() => shownPeriodOf(query, readAt), [search, readAt])
  const filters = Object.fromEntries(listFilters.map((name) => [name, query.get(name) ?? undefined]))
  const afterId = query.get('after') ?? undefined
  const asked = useQuestion<EventRow>('events', { ...period, ...filters, ...searched, after_id: afterId })
  const names = useQuestion<{ event_name: string }>('event_names', { ...period })
  const shown = asked.answer?.rows.slice(0, pageRows) ?? []
  const outcomes = useQuestion<OutcomeRow>('outcomes', outcomeValues(shown))
  const isLive = query.get('live') === '1'
  const type = query.get('type') ?? undefined
  const live = useLive(isLive, readAt, type)
  const arrived = live.rows.filter((row) => !shown.some(({ event_id: id }) => id === row.event_id))
  const destinations = shown.flatMap(({ decisions = [] }) => decisions.map((each) => each.destination))
  const last = shown.at(-1)
  const hasMore = (asked.answer?.rows.length ?? 0) > pageRows
  return (
    <div class="events">
      <header class="page-head">
        <div>
          <h1>Events</h1>
          <p class="muted">Every event that was stored, what was found wrong with it, and where it went.</p>
        </div>
        <div class="below">
          <button
            type="button"
            aria-pressed={isLive}
            data-key="l"
            onClick={() => {
              filter({ live: isLive ? undefined : '1', until: undefined, after: undefined })
              if (!isLive) setReadAt(Date.now())
            }}
          >
            {isLive ? 'Stop live' : 'Live'}
          </button>
          <button type="button" onClick={() => setReadAt(Date.now())}>
            Refresh
          </button>
        </div>
      </header>
      <HeldTabs current="events" period={period} />
      <Filters
        eventNames={names.answer?.rows.map(({ event_name: name }) => name) ?? []}
        destinations={destinations}
        searched={searched.person ?? searched.id}
      />
      {isLive && <LiveNote live={live} hasType={type !== undefined} goOn={() => setReadAt(Date.now())} />}
      <section class="panel" aria-label="Stored events">
        {isLive && arrived.length > 0 && (
          <EventRows
            rows={arrived}
            outcomes={live.outcomes}
            fresh={new Set(arrived.map(({ event_id: id }) => id))}
          />
        )}
        <Answered
          asked={asked}
          what="these events"
          empty={arrived.length > 0 ? null : <NoEvents isFiltered={isFiltered(query, fragment)} />}
        >
          {(rows) => (
            <>
              <EventRows rows={rows.slice(0, pageRows)} outcomes={outcomes.answer?.rows} />
              <div class="below">
                {afterId !== undefined && (
                  <button type="button" onClick={() => history.back()}>
                    Newer
                  </button>
                )}
                {hasMore && last && (
                  <button type="button" onClick={() => openOlder(query, fragment, period, last)}>
                    {pageRows} older
                  </button>
                )}
              </div>
            </>
          )}
        </Answered>
        {outcomes.failure && (
          <FailureMessage failure={outcomes.failure} what="their outcomes" again={() => outcomes.again()} />
        )}
      </section>
    </div>
  )
}

/** Rows of one page. The question gives one more if there are older ones. */
const pageRows = 50

function outcomeValues(rows: readonly EventRow[]) {
  const oldest = rows.at(-1)
  return oldest && { since: oldest.received_at, ids: rows.map(({ event_id: id }) => id) }
}

function isFiltered(query: URLSearchParams, fragment: string): boolean {
  return fragment !== '' || [...query.keys()].some((name) => name !== 'live' && name !== 'range')
}

/** Opens the page of older events. Its key is the time and the id of the last one, so that no event is left out or shown twice. */
function openOlder(query: URLSearchParams, fragment: string, { since }: ShownPeriod, last: EventRow): void {
  const changed = { since, until: last.received_at, after: last.event_id, live: undefined, range: undefined }
  goTo(link('events', { ...Object.fromEntries(query), ...changed }) + (fragment && `#${fragment}`))
}
