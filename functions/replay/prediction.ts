/** Replay: predicts what becomes of a stored event that is sent to a destination, with the code that decides and delivers. A run counts its
 * events by it, and so does `sluice plan --impact`. Sends nothing. Pure. */
import { sourceOfTopic } from '../../schemas/bus.ts'
import type { ConsentDefaults } from '../../schemas/consent_defaults.ts'
import type { Destination } from '../../schemas/destination.ts'
import type { EventSources } from '../../schemas/source.ts'
import { normalText } from '../bus/stored_message.ts'
import { compileDecisions } from '../decision/decide.ts'
import type { Event } from '../event/read.ts'
import { compilePreparation, isOutcome, type Prepare } from '../linkage/prepare.ts'
import { targetOf, withTarget } from '../targets/registry.ts'
import { withLatestChoices } from './latest_choices.ts'

/** What comes of one event at one destination. */
export type Prediction =
  | { outcome: 'restricted'; reason: string }
  /** `detail`: the field, and what was expected. */
  | { outcome: 'skipped'; reason: string; detail?: string }
  /** `text`: the linked fields of the target, as JSON. */
  | { outcome: 'sent'; text: string }

/** What the decisions of an environment depend on, besides the events. */
export interface DecisionSettings {
  destinations: readonly Destination[]
  consentDefaults: ConsentDefaults
  sources: EventSources
}

/** A stored event, and what is known of its person now. */
export interface PredictedEvent {
  event: Event
  /** Rows of view `consent_now` for the person, as JSON text. */
  choices: readonly unknown[]
  suppressed: boolean
}

/** Returns true if what people have chosen since their events matters to the destination. */
export function asksConsent({ target, consent = [] }: Pick<Destination, 'target' | 'consent'>): boolean {
  return targetOf(target).purpose !== 'generic' || consent.length > 0
}

/** Predicts what `forward` will do with an event that is permitted: it makes the same preparation. An event that cannot be linked is
 * skipped. `text`: the event in normal form. */
export function predictPreparation(
  prepare: Prepare,
  event: Event,
  now: Date,
  text = normalText(event),
): Exclude<Prediction, { outcome: 'restricted' }> {
  const { id, name, value } = event
  try {
    const prepared = prepare({ id, name, value, text }, now)
    if (!isOutcome(prepared)) return { outcome: 'sent', text: prepared.text }
    const {
      outcome,
      reason = outcome,
      detail,
    } = prepared as {
      outcome: string
      reason?: string
      detail?: string
    }
    return { outcome: 'skipped', reason, ...(detail !== undefined && { detail }) }
  } catch {
    return { outcome: 'skipped', reason: 'not_linkable' }
  }
}

/** Compiles the predictions of all destinations. Returns the function that predicts one event: a prediction for each destination, in their
 * order.
 * @throws Error that names the destination and the rule if a condition is invalid. */
export function compilePredictions({ destinations, consentDefaults, sources }: DecisionSettings) {
  const compiled = destinations.map((destination) => ({
    asks: asksConsent(destination),
    decide: compileDecisions([withTarget(destination)], consentDefaults, sources),
    prepare: compilePreparation(destination, targetOf(destination.target), destination.settings),
  }))
  return ({ event, choices, suppressed }: PredictedEvent, now: Date): readonly Prediction[] => {
    const { hop, topic } = event
    const about = { suppressed, hop, source: sourceOfTopic(topic) }
    const chosen = withLatestChoices(event, choices)
    let text: string | undefined
    return compiled.map(({ asks, decide, prepare }) => {
      const seen = asks ? chosen : event
      const { permitted, reason } = decide(seen.value, about)[0]!
      if (!permitted) return { outcome: 'restricted', reason }
      return seen === event
        ? predictPreparation(prepare, event, now, (text ??= normalText(event)))
        : predictPreparation(prepare, seen, now)
    })
  }
}
