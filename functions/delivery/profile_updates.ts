/** Delivery: sends the merges and the profiles of events before the events, for a target whose vendor takes them in requests of their own. The event has
 * one outcome: it is sent even if its profile is refused, which its detail then says. */
import { deferred } from '../../schemas/outcome.ts'
import { profileFieldsIn } from '../linkage/profile_gate.ts'
import type { Attempt, LinkedEvent, Target } from '../targets/target.ts'
import { sameForAll, type SendAttempt } from './attempt.ts'

/** A request that is sent before that of the events. */
interface Update {
  exchange: Pick<Target, 'request' | 'classify'>
  /** Paths of which an event has at least one. */
  fields: readonly string[]
  /** Stands before what the third party says against it. */
  label: string
  /** The events that were sent: why the third party has refused the update of one; empty if it has not. Events that are sent again, because others were
   * refused, send theirs no more. */
  sent: WeakMap<LinkedEvent, string>
}

/** The requests of their own that a target has, in their order: what a merge joins is then one profile. */
export function ownRequestsOf({
  merges,
  profiles,
}: Pick<Target, 'merges' | 'profiles'>): readonly Omit<Update, 'sent'>[] {
  const updates = [
    { of: merges, label: 'profile: merge: ' },
    { of: profiles, label: 'profile: ' },
  ]
  return updates.flatMap(({ of, label }) =>
    of?.ownRequest ? [{ exchange: of.ownRequest, fields: of.fields, label }] : [],
  )
}

/** Returns the function that sends the events of one request and, before, their merges and profiles. */
export function createProfileUpdates(
  target: Target,
  send: SendAttempt,
  mayContinue: (started: Date) => Promise<boolean>,
  now: () => Date,
) {
  const updates = ownRequestsOf(target).map((each): Update => ({ ...each, sent: new WeakMap() }))
  if (updates.length === 0)
    return (events: readonly LinkedEvent[], started: Date) => send(target, events, started)

  /** Sends an update. Resolves to the attempts of the events if they cannot be sent now. */
  const sendUpdate = async (
    { exchange, fields, label, sent }: Update,
    events: readonly LinkedEvent[],
    started: Date,
  ): Promise<readonly Attempt[] | undefined> => {
    const updating = events.filter(
      (event) => !sent.has(event) && profileFieldsIn(event.fields, fields).length > 0,
    )
    if (updating.length === 0) return undefined
    const attempts = await send(exchange, updating, started)
    const failed = attempts.find(({ outcome }) => outcome.outcome === 'deferred')
    if (failed) return events.map(() => failed)
    // Delivery finds the invalid one: it sends smaller requests.
    if (updating.length > 1 && isRefusedWhole(target, attempts))
      return sameForAll(events, attempts[0]!.outcome)
    updating.forEach((event, index) => sent.set(event, refusalOf(attempts[index]!, label)))
    if (!(await mayContinue(started))) return sameForAll(events, deferred('throttled'))
    if (events.some(({ sendBy = Infinity }) => now().getTime() > sendBy))
      return sameForAll(events, deferred('timeout'))
    return undefined
  }

  return async (events: readonly LinkedEvent[], started: Date): Promise<readonly Attempt[]> => {
    for (const update of updates) {
      const ended = await sendUpdate(update, events, started)
      if (ended) return ended
    }
    const attempts = await send(target, events, started)
    return attempts.map((attempt, index) =>
      updates.reduce((combined, { sent }) => withRefusal(combined, sent.get(events[index]!)), attempt),
    )
  }
}

/** True if the request was refused because of one profile that the response does not name. */
function isRefusedWhole({ batch }: Target, attempts: readonly Attempt[]): boolean {
  return attempts.every(
    ({ outcome, isForThisEvent }) =>
      !isForThisEvent &&
      outcome.outcome === 'refused' &&
      (outcome.reason === 'too_large' || (batch.atomic && outcome.reason === 'rejected')),
  )
}

function refusalOf({ outcome: { outcome, detail, http_status } }: Attempt, label: string): string {
  return outcome === 'refused' ? `${label}${detail ?? `HTTP ${http_status}`}` : ''
}

function withRefusal(attempt: Attempt, refusal: string | undefined): Attempt {
  const { outcome } = attempt
  if (!refusal || outcome.outcome !== 'delivered') return attempt
  const detail = outcome.detail === undefined ? refusal : `${outcome.detail}; ${refusal}`
  return { ...attempt, outcome: { ...outcome, detail } }
}
