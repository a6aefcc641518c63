/** Delivery: brings a row of a list to the third party: first removes the former member if an identifier has changed, then delivers the event. */
import { deferred, type Outcome } from '../../schemas/outcome.ts'
import type { DeliveryResult } from './delivery_result.ts'
import { isOutcome } from '../linkage/prepare.ts'
import type { LinkedEvent } from '../targets/target.ts'
import { formerMember, isRemoval, type PageEvent } from './settle_page.ts'

/** The worse outcome of the two steps decides. */
const ranks = ['delivered', 'skipped', 'restricted', 'refused', 'deferred', 'dead']

/** Wraps `deliver`. `link` returns the fields that the target gets for an event. An event is not sent if the removal before it must be tried
 * again. */
export function createMemberSteps(
  link: (event: PageEvent) => LinkedEvent | Outcome,
  deliver: (event: PageEvent) => Promise<DeliveryResult>,
) {
  /** True if the target would remove the very member that the event adds, or nobody: the former one could not be added either. */
  const isNeedless = (former: PageEvent, event: PageEvent): boolean => {
    try {
      const [before, now] = [link(former), link(event)]
      return isOutcome(before) || (!isOutcome(now) && memberOf(before) === memberOf(now))
    } catch {
      return false
    }
  }

  return async (event: PageEvent): Promise<DeliveryResult> => {
    const { previous, turn } = event
    const former = previous && formerMember(event, previous)
    const removed = former && !isNeedless(former, event) ? await deliver(former) : undefined
    const isDeferred = removed?.outcome.outcome === 'deferred'
    if (former) turn?.removalEnded(event, !isDeferred)
    if (isDeferred) return removed
    if (turn && !isRemoval(event) && !(await turn.mayAdd(event)))
      return { outcome: deferred('unavailable'), latency: 0, notAttempted: true }
    // The second step may wait for as long as the first: it begins now.
    const { arrivedAt: _, ...second } = event
    return removed ? worseOf(removed, await deliver(second)) : deliver(turn ? second : event)
  }
}

/** The fields by which the third party gets a member, as text. */
function memberOf({ fields }: LinkedEvent): string {
  return JSON.stringify({ ...fields, operation: undefined })
}

function worseOf(removed: DeliveryResult, added: DeliveryResult): DeliveryResult {
  const earlier = [...(removed.earlier ?? []), ...(added.earlier ?? [])]
  const both = { ...(earlier.length > 0 && { earlier }), latency: removed.latency + added.latency }
  const { outcome } = removed
  if (ranks.indexOf(outcome.outcome) <= ranks.indexOf(added.outcome.outcome)) return { ...added, ...both }
  const detail = ['removal of the former member', outcome.detail].filter(Boolean).join(': ')
  return { ...removed, ...both, outcome: { ...outcome, detail } }
}
