/** Replay: counts what a change does to events: how many end otherwise at a destination, and which fields of payloads differ. Pure. */
import type { DestinationImpact, EndCounts, Estimate, EventEnd } from '../../schemas/impact.ts'
import { changedPaths, shownPath } from './changed_fields.ts'
import { estimateOf } from './estimate.ts'
import type { Prediction } from './prediction.ts'

const maxExamples = 3
const maxFields = 50

/** A detail begins with the path of the field. */
const fieldInDetail = /^(\S+) (?:is|must|requires)\b/

interface Counted<Example> {
  from: EventEnd
  to: EventEnd
  events: number
  examples: Example[]
}

/** The counts of one destination. `Example`: what is kept of an event to find it again. */
export class EndTally<Example> {
  readonly destination: string
  readonly #moves = new Map<string, Counted<Example>>()
  readonly #fields = new Map<string, number>()
  #storedOtherwise = 0

  constructor(destination: string) {
    this.destination = destination
  }

  /** Counts an event. Undefined: the destination is not configured. */
  add(example: Example, before: Prediction | undefined, after: Prediction | undefined): void {
    const [from, to] = [endOf(before), before === after ? endOf(before) : endOf(after)]
    const key = `${endText(from)} > ${endText(to)}`
    let counted = this.#moves.get(key)
    if (!counted) this.#moves.set(key, (counted = { from, to, events: 0, examples: [] }))
    counted.events++
    if (counted.examples.length < maxExamples) counted.examples.push(example)
    if (before?.outcome !== 'sent' || after?.outcome !== 'sent' || before.text === after.text) return
    for (const path of changedPaths(JSON.parse(before.text), JSON.parse(after.text)))
      this.#fields.set(path, (this.#fields.get(path) ?? 0) + 1)
  }

  /** Counts an event that was decided otherwise when it was stored. */
  addStoredOtherwise(): void {
    this.#storedOtherwise++
  }

  result(sample: { examined: number; all: number }, withExamples: boolean): DestinationImpact<Example> {
    const all = [...this.#moves.values()]
    const fields = [...this.#fields].toSorted(([, a], [, b]) => b - a)
    return {
      destination: this.destination,
      before: countsOf(
        all.map(({ from, events }) => [from, events]),
        sample,
      ),
      after: countsOf(
        all.map(({ to, events }) => [to, events]),
        sample,
      ),
      moves: all
        .filter(({ from, to }) => endText(from) !== endText(to))
        .toSorted((a, b) => b.events - a.events)
        .map(({ from, to, events, examples }) => ({
          from,
          to,
          ...estimateOf(events, sample),
          ...(withExamples && { examples }),
        })),
      changed_fields: fields
        .slice(0, maxFields)
        .map(([field, events]) => ({ field, ...estimateOf(events, sample) })),
      stored_otherwise: estimateOf(this.#storedOtherwise, sample),
    }
  }
}

function endOf(prediction: Prediction | undefined): EventEnd {
  if (!prediction) return { outcome: 'not_configured' }
  const { outcome } = prediction
  if (outcome === 'sent') return { outcome }
  const { reason } = prediction
  const [, field] = (outcome === 'skipped' && fieldInDetail.exec(prediction.detail ?? '')) || []
  return { outcome, reason, ...(field !== undefined && { field: shownPath(field) }) }
}

/** `skipped: missing_required event_source_url` */
export function endText({ outcome, reason, field }: EventEnd): string {
  const words = [reason, field].filter((word) => word !== undefined).join(' ')
  return words === '' ? outcome.replace('_', ' ') : `${outcome}: ${words}`
}

function countsOf(
  ends: readonly (readonly [EventEnd, number])[],
  sample: { examined: number; all: number },
): EndCounts | null {
  if (ends.length > 0 && ends.every(([{ outcome }]) => outcome === 'not_configured')) return null
  const sumOf = (matches: (end: EventEnd) => boolean): Estimate =>
    estimateOf(
      ends.reduce((sum, [end, events]) => (matches(end) ? sum + events : sum), 0),
      sample,
    )
  const reasons = new Set(
    ends.flatMap(([{ outcome, reason }]) => (reason === undefined ? [] : [`${outcome}: ${reason}`])),
  )
  return {
    sent: sumOf(({ outcome }) => outcome === 'sent'),
    restricted: sumOf(({ outcome }) => outcome === 'restricted'),
    skipped: sumOf(({ outcome }) => outcome === 'skipped'),
    reasons: Object.fromEntries(
      [...reasons]
        .toSorted()
        .map((name) => [name, sumOf(({ outcome, reason }) => `${outcome}: ${reason}` === name)]),
    ),
  }
}
