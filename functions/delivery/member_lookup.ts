/** Delivery: finds the vendor's ids of people before the request that adds them to a list or removes them, for a vendor that knows members by
 * ids of its own. */
import { deferred, delivered, refused } from '../../schemas/outcome.ts'
import type { HttpResponse } from '../net/http.ts'
import type { Attempt, LinkedEvent, ListOperation, Target } from '../targets/target.ts'
import { sameForAll, type SendAttempt } from './attempt.ts'

/** What a lookup has found out for an event: the vendor's id of the person, or how the event ends without a further request. */
interface Found {
  id?: string
  ended?: Attempt
}

/** Returns the function that sends the events of one request and, before, the lookup of those that need an id. */
export function createMemberLookup(
  target: Target,
  send: SendAttempt,
  mayContinue: (started: Date) => Promise<boolean>,
) {
  const { lookup } = target.audience ?? {}
  /** People that were found. Events that are sent again, because others were refused, are not looked up again. */
  const found = new WeakMap<LinkedEvent, Found>()
  const isSought = ({ fields }: LinkedEvent): boolean =>
    lookup?.operations.includes(fields['operation'] as ListOperation) === true
  const foundOf = (event: LinkedEvent, attempt: Attempt, id: string | undefined): Found => {
    if (attempt.outcome.outcome !== 'delivered') return { ended: attempt }
    return id === undefined ? { ended: unknownPerson(event, target, attempt) } : { id }
  }

  return async (events: readonly LinkedEvent[], started: Date): Promise<readonly Attempt[]> => {
    const sought = events.filter((event) => isSought(event) && !found.has(event))
    if (lookup && sought.length > 0) {
      let ids: readonly (string | undefined)[] | undefined
      const classify = (response: HttpResponse, asked: readonly LinkedEvent[]): readonly Attempt[] => {
        const attempts = lookup.classify(response, asked)
        if (attempts.every(isAnswered)) ids = lookup.read(response, asked)
        return attempts
      }
      const attempts = await send({ request: lookup.request, classify }, sought, started)
      const failed = attempts.find((attempt) => !isAnswered(attempt))
      // Delivery finds an invalid one: it sends smaller requests.
      if (failed) return events.map(() => failed)
      const answered = ids
      if (answered?.length !== sought.length)
        return sameForAll(events, deferred('unavailable', { detail: 'The lookup has no readable response.' }))
      sought.forEach((event, index) => found.set(event, foundOf(event, attempts[index]!, answered[index])))
      if (!(await mayContinue(started))) return sameForAll(events, deferred('throttled'))
    }
    const results = events.map((event): Found => found.get(event) ?? {})
    const sendable = events.flatMap((event, index) => {
      const { id, ended } = results[index]!
      if (ended) return []
      return [id === undefined ? event : { ...event, recordId: id }]
    })
    const attempts = sendable.length > 0 ? [...(await send(target, sendable, started))] : []
    return results.map(({ ended }) => ended ?? attempts.shift()!)
  }
}

/** True if the lookup took place for this event, or the third party refuses it in particular. */
function isAnswered({ outcome, isForThisEvent }: Attempt): boolean {
  return outcome.outcome === 'delivered' || isForThisEvent === true
}

/** Nobody has to be removed; nobody can be added. The detail is that of the lookup, or names the field that was looked up. */
function unknownPerson(
  { fields }: LinkedEvent,
  { identity }: Target,
  { outcome: ofLookup }: Attempt,
): Attempt {
  const [names = []] = identity.filter((set) => set.every((name) => fields[name] !== undefined))
  const { http_status, detail = `The third party knows nobody with this ${names.join(', ')}.` } = ofLookup
  const evidence = { ...(http_status !== undefined && { http_status }), detail }
  const outcome = fields['operation'] === 'remove' ? delivered(evidence) : refused('rejected', evidence)
  return { outcome, isForThisEvent: true }
}
