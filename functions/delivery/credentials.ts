/** Delivery: tells whether a third party that answers 403 rejects one event or the credentials. */
import { deferred } from '../../schemas/outcome.ts'
import type { Attempt, LinkedEvent, Target } from '../targets/target.ts'

/** With so many different events rejected in so many responses, and none accepted in between, the credentials are the cause. */
const minRejected = { events: 5, responses: 3 }

/** A rejection counts for this long, in ms: longer than the longest backoff of the bus, so that waiting events count together. */
const rejectionMs = 1_800_000

/** Maximum number of rejected events that an instance remembers. */
const maxRemembered = 1000

interface Rejection {
  first: number
  latest: number
}

interface Judged {
  attempts: readonly Attempt[]
  /** True if the response rejects the credentials, so that other events would be rejected too. */
  isOfCredentials: boolean
}

/** Returns the function that decides about the 403s of a response; other attempts stay as they are. While it is undecided, the event is deferred,
 * and others are sent. It is refused once it was rejected twice and another event was accepted in between. */
export function createCredentialsCheck({
  forbidden,
}: Target): (attempts: readonly Attempt[], events: readonly LinkedEvent[], at: Date) => Judged {
  const rejections = new Map<string, Rejection>()
  let responses = 0
  let accepted = -Infinity

  const remember = (id: string, time: number): void => {
    const first = rejections.get(id)?.first ?? time
    rejections.delete(id)
    rejections.set(id, { first, latest: time })
    for (const [each, { latest }] of rejections) {
      if (rejections.size <= maxRemembered && time - latest < rejectionMs) break
      rejections.delete(each)
    }
  }
  const wasAcceptedSince = (id: string): boolean => (rejections.get(id)?.first ?? Infinity) < accepted
  const rejectedSince = (): number =>
    rejections.values().reduce((count, { latest }) => count + Number(latest >= accepted), 0)

  return (attempts, events, at) => {
    const time = at.getTime()
    if (attempts.some(({ outcome }) => outcome.outcome === 'delivered')) {
      accepted = time
      responses = 0
    }
    const isOfCredentials = attempts.some(isUnauthorized)
    if (!attempts.some(isForbidden)) return { attempts, isOfCredentials }
    responses++
    const rejected = events.filter((_, index) => isForbidden(attempts[index]!))
    const mayRefuse = rejected.every(({ id }) => wasAcceptedSince(id))
    for (const { id } of rejected) remember(id, time)
    const isAccount =
      forbidden === 'credentials' ||
      (responses >= minRejected.responses && rejectedSince() >= minRejected.events)
    if (mayRefuse && !isAccount) return { attempts, isOfCredentials }
    const held = attempts.map((attempt) => (isForbidden(attempt) ? asDeferred(attempt) : attempt))
    return { attempts: held, isOfCredentials: isOfCredentials || isAccount }
  }
}

function isUnauthorized({ outcome }: Attempt): boolean {
  return outcome.outcome === 'deferred' && outcome.reason === 'auth'
}

/** True if the status of the response is all that is known. */
function isForbidden({ outcome, isForThisEvent }: Attempt): boolean {
  return (
    !isForThisEvent &&
    outcome.outcome === 'refused' &&
    outcome.reason === 'unauthorised_payload' &&
    outcome.http_status === 403
  )
}

function asDeferred({ outcome, ...attempt }: Attempt): Attempt {
  const { http_status, detail } = outcome
  return {
    ...attempt,
    outcome: deferred('auth', {
      ...(http_status !== undefined && { http_status }),
      ...(detail !== undefined && { detail }),
    }),
  }
}
