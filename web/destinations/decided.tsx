/** Destinations: shows the rules of a destination with how often each decided, and the consent that it needs. */
import { outcomes } from '../../schemas/outcome.ts'
import type { ShownDestination } from '../../schemas/shown_destination.ts'
import { DataTable } from '../parts/data_table.tsx'
import { count, percentage } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { link } from '../router.ts'
import type { DayPeriod } from '../parts/last_day.ts'

/** Row of question `destination_decisions`. */
export interface RuleGroup {
  permitted: boolean
  rule: string | null
  reason: string
  events: number
}

interface DecidedProps {
  destination: ShownDestination
  period: DayPeriod
  /** Undefined while they are read. */
  rows: readonly RuleGroup[] | undefined
}

interface Line {
  effect: string
  rule: string
  when: string
  /** Undefined while it is read. */
  events: number | undefined
  href?: string
}

export function Decided({ destination, period, rows }: DecidedProps) {
  return (
    <div class="panels">
      <Panel title="Rules" hint="Nothing leaves without a permit. A restriction overrides every permit.">
        <DataTable
          caption="Rules and how often each decided"
          rows={linesOf(destination, period, rows)}
          columns={[
            { title: 'Effect', cell: ({ effect }) => <span class="badge">{effect}</span> },
            { title: 'Rule', cell: ({ rule }) => rule },
            { title: 'When', cell: ({ when }) => when },
            {
              title: '24 h',
              numeric: true,
              cell: ({ events, href, rule, effect }) => {
                if (events === undefined) return '…'
                if (!href || events === 0) return events === 0 ? '0' : count(events)
                return (
                  <a href={href} aria-label={`${count(events)} by ${rule || effect}`}>
                    {count(events)}
                  </a>
                )
              },
            },
          ]}
        />
        {destination.rules.length === 0 && (
          <p class="notice">No rule permits anything, so no event is sent to this destination.</p>
        )}
      </Panel>
      <Consent destination={destination} period={period} rows={rows} />
    </div>
  )
}

const reasons: Readonly<Record<string, string>> = outcomes.restricted.reasons

/** A line for each configured rule, then one for each reason without a rule. */
function linesOf(
  { id, rules }: ShownDestination,
  { since, until }: DayPeriod,
  rows: readonly RuleGroup[] | undefined,
): readonly Line[] {
  const hrefOf = (filters: Readonly<Record<string, string>>): string =>
    link('events', { to: id, ...filters, since, until })
  const known = new Set(rules.map((rule) => rule.id))
  const others = Map.groupBy(
    (rows ?? []).filter(({ rule }) => rule === null || !known.has(rule)),
    ({ reason }) => reason,
  )
  return [
    ...rules.map((rule) => ({
      effect: rule.effect,
      rule: rule.id,
      when: rule.when === 'true' ? 'always' : rule.when,
      events: rows && sumOf(rows.filter((row) => row.rule === rule.id)),
      href: hrefOf({ rule: rule.id }),
    })),
    ...[...others].map(([reason, group]) => ({
      effect: group[0]!.permitted ? 'permit' : 'restrict',
      rule: '',
      when: reasons[reason] ?? reason,
      events: sumOf(group),
      href: hrefOf({ outcome: 'restricted', reason }),
    })),
  ]
}

/** Reasons of events whose consent is a default. */
const byDefaults: ReadonlySet<string> = new Set(['permitted_by_default', 'permitted_by_source'])

function Consent({ destination, period, rows }: DecidedProps) {
  const { id, consent, isConsentOwn, purpose } = destination
  const denied = sumOf((rows ?? []).filter(({ reason }) => reason === 'consent_denied'))
  const permitted = sumOf((rows ?? []).filter((row) => row.permitted))
  const byDefault = sumOf((rows ?? []).filter(({ reason }) => byDefaults.has(reason)))
  const href = link('events', {
    to: id,
    outcome: 'restricted',
    reason: 'consent_denied',
    since: period.since,
    until: period.until,
  })
  return (
    <Panel
      title="Consent"
      hint={isConsentOwn ? 'As the settings of this destination say.' : `As the purpose ${purpose} needs.`}
    >
      <p>
        {consent.length === 0
          ? 'No consent signal is needed.'
          : `Needs ${consent.join(' and ')}. A signal that an event does not state counts as not granted, unless a default of the region or of the source grants it.`}
      </p>
      {rows && consent.length > 0 && (
        <p>
          {denied === 0 ? (
            'No event lacked it.'
          ) : (
            <>
              <a href={href}>{count(denied)} lacked it</a>, {percentage(denied, denied + permitted)} of those
              that a rule permits.
            </>
          )}{' '}
          {byDefault > 0 && `${count(byDefault)} were permitted by a default.`}
        </p>
      )}
    </Panel>
  )
}

function sumOf(rows: readonly RuleGroup[]): number {
  return rows.reduce((sum, { events }) => sum + events, 0)
}
