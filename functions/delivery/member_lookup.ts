/** Delivery: finds the vendor's ids of people before the request that adds them to a list or removes them, for a vendor that knows members by
 * ids of its own. */
import { deferred, delivered, refused } from '../../schemas/outcome.ts'
import type { HttpResponse } from '../net/http.ts'
import type { Attempt, LinkedEvent, Operation, Target } from '../targets/target.ts'
import { sameForAll, type SendAttempt } from './attempt.ts'

/** What is known of a person: the vendor's id; undefined for nobody. */
type Found = string | undefined

/** Returns the function that sends the events of one request and, before, the lookup of those that need an id. */
export function createMemberLookup(
  target: Target,
  send: SendAttempt,
  mayContinue: (started: Date) => Promise<boolean>,
) {
  const { lookup } = target.audience ?? {}
  /** People that were found. Events that are sent again, because others were refused, are not looked up again. */
  const found = new WeakMap<LinkedEvent, { id: Found }>()
  const isSought = ({ fields }: LinkedEvent): boolean =>
    lookup?.operations.includes(fields['operation'] as Operation) === true

  return async (events: readonly LinkedEvent[], started: Date): Promise<readonly Attempt[]> => {
    const sought = events.filter((event) => isSought(event) && !found.has(event))
    if (lookup && sought.length > 0) {
      let ids: readonly Found[] | undefined
      const classify = (response: HttpResponse, asked: readonly LinkedEvent[]): readonly Attempt[] => {
        const attempts = lookup.classify(response, asked)
        if (attempts.every(({ outcome }) => outcome.outcome === 'delivered'))
          ids = lookup.read(response, asked)
        return attempts
      }
      const attempts = await send({ request: lookup.request, classify }, sought, started)
      const failed = attempts.find(({ outcome }) => outcome.outcome !== 'delivered')
      // Delivery finds an invalid one: it sends smaller requests.
      if (failed) return events.map(() => failed)
      const answered = ids
      if (answered?.length !== sought.length)
        return sameForAll(events, deferred('unavailable', { detail: 'The lookup has no readable response.' }))
      sought.forEach((event, index) => found.set(event, { id: answered[index] }))
      if (!(await mayContinue(started))) return sameForAll(events, deferred('throttled'))
    }
    const known = events.map((event) => {
      const id = found.get(event)?.id
      return id === undefined ? event : { ...event, recordId: id }
    })
    const sendable = known.filter((event) => !isSought(event) || event.recordId !== undefined)
    const attempts = sendable.length > 0 ? [...(await send(target, sendable, started))] : []
    return known.map((event) =>
      !isSought(event) || event.recordId !== undefined ? attempts.shift()! : unknownPerson(event),
    )
  }
}

/** Nobody has to be removed; nobody can be added. */
function unknownPerson({ fields }: LinkedEvent): Attempt {
  const outcome =
    fields['operation'] === 'remove'
      ? delivered({ detail: 'The third party knows no such person.' })
      : refused('rejected', { detail: 'The third party knows no such person.' })
  return { outcome, isForThisEvent: true }
}
