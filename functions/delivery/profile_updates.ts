/** Delivery: sends the profiles of events before the events, for a target whose vendor takes them in a request of their own. The event has one
 * outcome: it is sent even if its profile is refused, which its detail then says. */
import { deferred } from '../../schemas/outcome.ts'
import { profileFieldsIn } from '../linkage/profile_gate.ts'
import type { Attempt, LinkedEvent, Target } from '../targets/target.ts'
import { sameForAll, type SendAttempt } from './attempt.ts'

/** Returns the function that sends the events of one request and, before, their profiles. */
export function createProfileUpdates(
  target: Target,
  send: SendAttempt,
  mayContinue: (started: Date) => Promise<boolean>,
  now: () => Date,
) {
  const { profiles } = target
  const { ownRequest, fields = [] } = profiles ?? {}
  /** The profiles that were sent: why the third party has refused one; empty if it has not. Events that are sent again, because others were refused,
   * send theirs no more. */
  const sent = new WeakMap<LinkedEvent, string>()

  return async (events: readonly LinkedEvent[], started: Date): Promise<readonly Attempt[]> => {
    const updating = ownRequest
      ? events.filter((event) => !sent.has(event) && profileFieldsIn(event.fields, fields).length > 0)
      : []
    if (ownRequest && updating.length > 0) {
      const attempts = await send(ownRequest, updating, started)
      const failed = attempts.find(({ outcome }) => outcome.outcome === 'deferred')
      if (failed) return events.map(() => failed)
      // Delivery finds the invalid one: it sends smaller requests.
      if (updating.length > 1 && isRefusedWhole(target, attempts))
        return sameForAll(events, attempts[0]!.outcome)
      updating.forEach((event, index) => sent.set(event, refusalOf(attempts[index]!)))
      if (!(await mayContinue(started))) return sameForAll(events, deferred('throttled'))
      if (events.some(({ sendBy = Infinity }) => now().getTime() > sendBy))
        return sameForAll(events, deferred('timeout'))
    }
    const attempts = await send(target, events, started)
    return attempts.map((attempt, index) => withRefusal(attempt, sent.get(events[index]!)))
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

function refusalOf({ outcome: { outcome, detail, http_status } }: Attempt): string {
  return outcome === 'refused' ? `profile: ${detail ?? `HTTP ${http_status}`}` : ''
}

function withRefusal(attempt: Attempt, refusal: string | undefined): Attempt {
  const { outcome } = attempt
  if (!refusal || outcome.outcome !== 'delivered') return attempt
  const detail = outcome.detail === undefined ? refusal : `${outcome.detail}; ${refusal}`
  return { ...attempt, outcome: { ...outcome, detail } }
}
