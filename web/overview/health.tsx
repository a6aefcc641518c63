/** Overview: shows the health of the destinations first: those with a problem, with the reason, an example and the command that repairs it. */
import { count, fromSnakeCase, percentage, time, withCount } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { eventLink, link } from '../router.ts'
import { CountLink } from './count_link.tsx'
import { destinationLink, eventsLink, later, quarantineLink } from './links.ts'
import { SectionFault } from './messages.tsx'
import { sectionRows, type HealthRow, type OverviewData, type ProblemRow } from './overview_data.ts'
import type { SectionProps } from './section.ts'
import type { Selection } from './selected.ts'

export function Health({ answer, selection }: SectionProps) {
  const { problems, health } = answer.sections
  const shown = sectionRows(problems).filter((problem) => isSelected(problem, selection))
  const open = shown.filter(({ recovered_at: at }) => at === null)
  const recovered = shown.filter(({ recovered_at: at }) => at !== null)
  const failing = new Set(open.map(({ subject }) => subject))
  const others = sectionRows(health).filter(
    ({ destination }) => !failing.has(destination) && ['', destination].includes(selection.destination),
  )
  const fault = [problems, health].find((section) => 'error' in section)
  return (
    <div class="health">
      <Panel title="Health" hint={checkedText(answer)} wide>
        {fault && 'error' in fault ? (
          <SectionFault error={fault.error} answer={answer} />
        ) : (
          <>
            {open.length === 0 && wasChecked(answer) && <p class="fine">No problems.</p>}
            {open.length > 0 && (
              <ul class="problems">
                {open.map((problem) => (
                  <Problem
                    key={`${problem.alert} ${problem.subject}`}
                    problem={problem}
                    row={sectionRows(health).find(({ destination }) => destination === problem.subject)}
                    answer={answer}
                  />
                ))}
              </ul>
            )}
            {others.length > 0 && (
              <ul class="healthy" aria-label="Destinations without a problem">
                {others.map((row) => (
                  <li key={row.destination}>
                    <a class="rows" href={destinationLink(row.destination)}>
                      <strong>{row.destination}</strong>
                    </a>{' '}
                    <span class="muted">
                      <Shares row={row} answer={answer} />
                    </span>
                  </li>
                ))}
              </ul>
            )}
            {recovered.length > 0 && (
              <details>
                <summary>{withCount(recovered.length, 'problem')} recovered in this period</summary>
                <ul class="problems">
                  {recovered.map((problem) => (
                    <Problem
                      key={`${problem.alert} ${problem.subject} ${problem.opened_at}`}
                      problem={problem}
                      answer={answer}
                    />
                  ))}
                </ul>
              </details>
            )}
          </>
        )}
      </Panel>
    </div>
  )
}

/** The quarantine has no destination, and a message in it may have no event type: these problems are always shown. */
function isSelected(
  { alert, subject, event_name: type }: ProblemRow,
  { eventName, destination }: Selection,
): boolean {
  const isOfDestination = alert.startsWith('destination-')
  return (
    (destination === '' || !isOfDestination || subject === destination) &&
    (eventName === '' || type === null || type === eventName)
  )
}

function wasChecked({ sections }: OverviewData): boolean {
  return typeof sectionRows(sections.checked)[0]?.checked_at === 'string'
}

function checkedText(answer: OverviewData): string {
  const [row] = sectionRows(answer.sections.checked)
  return typeof row?.checked_at === 'string'
    ? `Checked at ${time(row.checked_at)}. The check runs four times an hour.`
    : 'Not checked yet: the check runs four times an hour. To check now, run npx sluice health.'
}

const titles: Readonly<Record<ProblemRow['alert'], string>> = {
  'destination-failing': 'failing',
  'destination-silent': 'silent',
  'quarantine-surge': 'surge',
  volume: 'unusual volume',
  'sync-late': 'late',
  'deprecated-type': 'deprecated',
}

const rowsTitles: Partial<Record<ProblemRow['alert'], string>> = {
  'quarantine-surge': 'The messages',
  'sync-late': 'The runs',
}

function titleOf({ alert, subject }: ProblemRow): string {
  if (alert === 'quarantine-surge') return 'Quarantine'
  return alert === 'volume' && subject === '' ? 'All events' : subject
}

/** The health check counts the two hours before it. */
const checkedMs = 2 * 3_600_000

/** The messages or events that a problem is about. */
function rowsOf({ alert, subject, opened_at, last_seen, outcome, reason, event_name }: ProblemRow): string {
  const period = { from: later(opened_at, -checkedMs), to: later(last_seen, 1000) }
  const type = event_name ?? undefined
  if (alert === 'quarantine-surge') return quarantineLink(period, { reason: subject })
  if (alert === 'volume' || alert === 'deprecated-type') return eventsLink(period, { type: subject })
  if (alert === 'sync-late') return link(`automations/${subject.split('/', 1)[0]!}`)
  return eventsLink(period, { to: subject, type, outcome: outcome ?? undefined, reason: reason ?? undefined })
}

interface ProblemProps {
  problem: ProblemRow
  row?: HealthRow | undefined
  answer: OverviewData
}

function Problem({ problem, row, answer }: ProblemProps) {
  const { alert, opened_at: openedAt, recovered_at: recoveredAt, summary, command } = problem
  return (
    <li>
      <h3>
        {titleOf(problem)}{' '}
        <span class={recoveredAt === null ? 'badge refused' : 'badge'}>
          {recoveredAt === null ? titles[alert] : 'recovered'}
        </span>
      </h3>
      <p>{summary}</p>
      <dl class="facts">
        <div>
          <dt>Since</dt>
          <dd>
            <time dateTime={openedAt}>{time(openedAt)}</time>
          </dd>
        </div>
        <div>
          <dt>Rows</dt>
          <dd>
            <a class="rows" href={rowsOf(problem)}>
              {rowsTitles[alert] ?? 'The events'}
            </a>
          </dd>
        </div>
        {recoveredAt !== null && (
          <div>
            <dt>Recovered</dt>
            <dd>
              <time dateTime={recoveredAt}>{time(recoveredAt)}</time>
            </dd>
          </div>
        )}
        {problem.reason !== null && (
          <div>
            <dt>Reason</dt>
            <dd>{fromSnakeCase(problem.reason)}</dd>
          </div>
        )}
        {row && (
          <div>
            <dt>This period</dt>
            <dd>
              <Shares row={row} answer={answer} />
            </dd>
          </div>
        )}
        {problem.example_event_id !== null && (
          <div>
            <dt>Example event_id</dt>
            <dd>
              <a
                class="rows"
                href={eventLink({
                  event_id: problem.example_event_id,
                  ...(problem.event_name !== null && { event_name: problem.event_name }),
                })}
              >
                <code class="id">{problem.example_event_id}</code>
              </a>
            </dd>
          </div>
        )}
        {recoveredAt === null && command !== '' && (
          <div>
            <dt>{alert === 'volume' ? 'To find the cause, run' : 'After the cause is fixed, run'}</dt>
            <dd>
              <code class="command">{command}</code>
            </dd>
          </div>
        )}
      </dl>
    </li>
  )
}

const outcomeNames = ['delivered', 'refused', 'skipped', 'deferred', 'held', 'dead'] as const

interface SharesProps {
  row: HealthRow
  answer: OverviewData
}

/** Held are the events whose attempt failed because the credentials are not accepted. */
const held = { outcome: 'deferred', reason: 'auth' }

/** `98% of 1,204 delivered, 2% skipped`, each with a link to its events. */
function Shares({ row, answer }: SharesProps) {
  const { pairs, destination: to } = row
  const parts = outcomeNames
    .map((outcome) => ({ outcome, value: Math.round(row[outcome]) }))
    .filter(({ outcome, value }) => outcome === 'delivered' || value > 0)
  return parts.map(({ outcome, value }, index) => (
    <span key={outcome}>
      {index > 0 && ', '}
      <CountLink
        value={value}
        href={eventsLink(answer, { to, ...(outcome === 'held' ? held : { outcome }) })}
      >
        {percentage(value, pairs)}
        {outcome === 'delivered' && ` of ${count(pairs)}`} {outcome}
      </CountLink>
    </span>
  ))
}
