/** Outcomes: lists the outcomes of an attempt to deliver an event to a destination, with their reasons. */
import { Type, type Static } from 'typebox'

/** Every outcome with its meaning and its closed set of reasons. */
export const outcomes = {
  delivered: { meaning: 'The third party has accepted the event.', reasons: {} },
  restricted: {
    meaning: 'The decision layer restricted the event; it was not published for the destination.',
    reasons: {
      no_permit: 'No permit rule matches the event.',
      by_rule: 'A restrict rule matches the event.',
      consent_denied: "The user has not granted the consent that the target's purpose needs.",
      opted_out:
        'The person has opted out of the sale and sharing of their data, and no flag would tell the target.',
      opt_out_unclear:
        'The event has an opt-out signal that cannot be read (limited_data_use, gpc, tcf_string or gpp_string), which counts as an opt-out.',
      suppressed: 'The person is on the suppression list.',
      rule_error:
        'A restrict rule failed to evaluate, or a permit rule did and no other rule permits the event.',
      chain_too_long: 'Too many automated actions lie between the producer and the event.',
    },
  },
  skipped: {
    meaning: 'The target cannot use the event, so nothing was sent.',
    reasons: {
      event_not_mapped: 'The target has no event for this event type.',
      no_identifier: 'The event carries nothing by which the target recognizes a person or device.',
      event_too_old: 'The event is older than the target accepts.',
      event_in_future: 'The event lies further in the future than the target accepts.',
      missing_required: 'A field that the target requires is missing; the detail names it.',
      invalid_field: "A field does not satisfy the target's schema; the detail names it.",
      filtered: "The destination's own settings leave the event out.",
      too_slow: 'Preparing the event for the target took too long, twice.',
      duplicate: 'The destination already has an event of this id.',
    },
  },
  refused: {
    meaning: 'The third party has rejected the event for good.',
    reasons: {
      rejected: 'The third party finds the event invalid.',
      unauthorised_payload: 'The credentials are valid but do not allow this event.',
      gone: 'The address no longer exists.',
      too_large: 'The event alone is larger than the third party accepts.',
    },
  },
  deferred: {
    meaning: 'The attempt failed and the bus will try again.',
    reasons: {
      unavailable: 'The third party reported an error of its own.',
      throttled: 'The third party asks for fewer requests.',
      timeout: 'The third party did not answer in time.',
      network: 'The third party could not be reached.',
      auth: 'The credentials were not accepted; someone has to renew them.',
    },
  },
  dead: {
    meaning: 'The bus has given up and moved the event to the dead-letter topic.',
    reasons: { attempts_exhausted: 'The last allowed attempt was deferred too.' },
  },
} as const

type OutcomeName = keyof typeof outcomes
export type Reason<Name extends OutcomeName> = keyof (typeof outcomes)[Name]['reasons'] & string

/** Details of an outcome: the field or rule, or the third party's message, its HTTP status, and its id of a request that it processes later. Never
 * a payload. */
export type Evidence = { detail?: string; http_status?: number; receipt?: string }
const evidence = {
  detail: Type.Optional(Type.String()),
  http_status: Type.Optional(Type.Integer()),
  receipt: Type.Optional(Type.String()),
}

type Failure = Exclude<OutcomeName, 'delivered'>

function failure<const Name extends Failure>(outcome: Name) {
  return Type.Object({
    outcome: Type.Literal(outcome),
    reason: Type.Unsafe<Reason<Name>>(Type.Enum(Object.keys(outcomes[outcome].reasons))),
    ...evidence,
  })
}

/** The outcome of one attempt. Every outcome except `deferred` is final. */
export const Outcome = Type.Union([
  Type.Object({ outcome: Type.Literal('delivered'), ...evidence }),
  failure('restricted'),
  failure('skipped'),
  failure('refused'),
  failure('deferred'),
  failure('dead'),
])
export type Outcome = Static<typeof Outcome>

export function delivered(details: Evidence = {}): Outcome {
  return { outcome: 'delivered', ...details }
}

function outcomeOf<const Name extends Failure>(outcome: Name) {
  return (reason: Reason<Name>, details: Evidence = {}) => ({ outcome, reason, ...details })
}

export const restricted = outcomeOf('restricted')
export const skipped = outcomeOf('skipped')
export const refused = outcomeOf('refused')
export const deferred = outcomeOf('deferred')
