/** Health: judges whether a destination refuses, skips or holds far more events than usual. Pure. */
import type { Destination } from '../../schemas/destination.ts'
import { outcomes } from '../../schemas/outcome.ts'
import { percentText, type HealthProblem, type Judgement, type OpenAlert } from './problem.ts'
import { enoughPairs, type OutcomeCount } from './measure.ts'
import { redeliveryCommand, releaseCommand } from './repair.ts'

/** Skips that the owner's settings intend: they are a problem only if nothing is delivered any more. */
const intended: ReadonlySet<string | null> = new Set(['event_not_mapped', 'filtered', 'duplicate'])

function isFault({ outcome, reason }: Pick<OutcomeCount, 'outcome' | 'reason'>): boolean {
  if (outcome === 'deferred') return reason === 'auth'
  return outcome === 'refused' || outcome === 'dead' || (outcome === 'skipped' && !intended.has(reason))
}

function isSkipped({ outcome }: Pick<OutcomeCount, 'outcome'>): boolean {
  return outcome === 'skipped'
}

/** Minimum number of pairs with a fault. */
const minFaults = 10
/** How far the share must be above the usual one: of all events, and of one event type. */
const minRise = { all: 0.2, oneType: 0.5 }
/** Minimum distance from the usual share in standard deviations. */
const minDeviations = 4
/** Share from which nothing is delivered. */
const nearlyAll = 0.95
/** An alert recovers below this share. */
const recoveredBelow = 0.1

interface Share {
  rows: readonly OutcomeCount[]
  pairs: number
  total: number
  share: number
  usual: number
}

function shareOf(unit: readonly OutcomeCount[], counts: (row: OutcomeCount) => boolean): Share {
  const rows = unit.filter(counts)
  const [{ total, usual_total: usualTotal }] = unit as [OutcomeCount]
  const sum = (name: 'pairs' | 'usual_pairs'): number => rows.reduce((all, row) => all + row[name], 0)
  const pairs = sum('pairs')
  return {
    rows,
    pairs,
    total,
    share: pairs / total,
    usual: usualTotal < enoughPairs ? 0 : sum('usual_pairs') / usualTotal,
  }
}

function isFarAboveUsual({ pairs, total, share, usual }: Share, rise: number): boolean {
  const deviation = Math.sqrt((usual * (1 - usual)) / total)
  return (
    total >= enoughPairs &&
    pairs >= minFaults &&
    share >= usual + rise &&
    share >= usual + minDeviations * deviation
  )
}

/** Returns what is wrong with the latest pairs of a destination, of all event types (`''`) or of one. */
function problemOf(eventName: string, unit: readonly OutcomeCount[]): Share | undefined {
  const faults = shareOf(unit, isFault)
  if (isFarAboveUsual(faults, eventName === '' ? minRise.all : minRise.oneType)) return faults
  if (eventName !== '') return undefined
  const unsent = shareOf(unit, (row) => isFault(row) || isSkipped(row))
  return unsent.share >= nearlyAll && isFarAboveUsual(unsent, minRise.all) ? unsent : undefined
}

export function judgeFailing(
  counts: readonly OutcomeCount[],
  open: readonly OpenAlert[],
  destinations: readonly Pick<Destination, 'id' | 'target'>[],
): Judgement {
  const units = Map.groupBy(counts, ({ destination, event_name: type }) => `${destination} ${type}`)
  const findings = destinations.flatMap((destination) => {
    const [worst] = problemsOf(counts.filter((row) => row.destination === destination.id))
    return worst ? [findingOf(destination, ...worst)] : []
  })
  const configured = new Set(destinations.map(({ id }) => id))
  const recovered = open.filter(({ alert, subject, eventName = '', ...cause }) => {
    if (alert !== 'destination-failing') return false
    const unit = units.get(`${subject} ${eventName}`)
    if (!unit || !configured.has(subject)) return true
    const wasFault = isFault({ outcome: cause.outcome ?? '', reason: cause.reason ?? null })
    if (!wasFault) return problemOf(eventName, unit) === undefined
    const { total, share } = shareOf(unit, isFault)
    return total >= enoughPairs && share < recoveredBelow
  })
  return { findings, recovered }
}

/** The problems of one destination: first that of all event types, then the one with most pairs. */
function problemsOf(
  counts: readonly OutcomeCount[],
): readonly (readonly [eventName: string, problem: Share])[] {
  return [...Map.groupBy(counts, ({ event_name: type }) => type)]
    .flatMap(([type, unit]) => {
      const problem = problemOf(type, unit)
      return problem ? [[type, problem] as const] : []
    })
    .toSorted(
      ([a, { pairs: left }], [b, { pairs: right }]) => Number(b === '') - Number(a === '') || right - left,
    )
}

function findingOf(
  destination: Pick<Destination, 'id' | 'target'>,
  type: string,
  { rows, pairs, total, usual }: Share,
): HealthProblem {
  const [top] = rows.toSorted((a, b) => b.pairs - a.pairs) as [OutcomeCount]
  const { outcome, reason, source } = top
  const eventName = type === '' ? undefined : type
  const ended = rows.filter((row) => row.outcome !== 'deferred')
  const affected = {
    destination,
    since: ended.map(({ since }) => since).toSorted()[0] ?? top.since,
    outcomes: [...new Set(ended.map((row) => row.outcome))].toSorted(),
    eventName,
    source: source ?? undefined,
  }
  const what = eventName === undefined ? 'events' : `events of type ${eventName}`
  return {
    alert: 'destination-failing',
    subject: destination.id,
    eventName,
    outcome,
    reason: reason ?? undefined,
    summary:
      `${destination.id} did not get ${pairs} of the latest ${total} ${what}, usually ${percentText(usual)}. ` +
      `Most are ${outcome === 'deferred' ? 'held' : outcome} (${reason}): ${meaningOf(outcome, reason)}`,
    exampleEventId: top.example_event_id ?? undefined,
    command:
      outcome === 'deferred' ? releaseCommand(destination, reason ?? undefined) : redeliveryCommand(affected),
  }
}

function meaningOf(outcome: string, reason: string | null): string {
  const known = (outcomes as Readonly<Record<string, { meaning: string; reasons: object }>>)[outcome]
  const meanings = known?.reasons as Readonly<Record<string, string>> | undefined
  return meanings?.[reason ?? ''] ?? known?.meaning ?? ''
}
