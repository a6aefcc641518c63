/** Proof: describes what an update changes for the order of events, and how to change it without a loss. Pure. */
import { subscriptions } from '../../schemas/bus.ts'
import type { Destination } from '../../schemas/destination.ts'
import type { Ordering } from '../../schemas/ordering.ts'
import { waitingStatement } from './plan_removal.ts'

/** The names of all store subscriptions of one kind. */
const plainStores = subscriptions.store('*')
const orderedStores = subscriptions.storeInOrder('*')

/** An update takes about twenty minutes (docs/deploy.md); this is longer, in ms. */
const updateMs = 1_800_000

/** Returns the lines for the setting `ordering`. `now` is in ms. */
export function orderingLines(
  before: Ordering | undefined,
  after: Ordering | undefined,
  now: number,
): readonly string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (after === undefined) return before === undefined ? [] : endLines(before, now)
  const hasPassed = (time: string | undefined): boolean =>
    time !== undefined && Date.parse(time) < now + updateMs
  if (before === undefined) return startLines(after, hasPassed)
  return [
    ...(before.from !== after.from && hasPassed(before.from)
      ? [
          `sluice:ordering.from changes after it has passed: events that wait in ${orderedStores} or ${plainStores} can be LOST`,
        ]
      : []),
    ...untilLines(before, after, hasPassed),
    ...(after.drained && !before.drained ? drainedLines(before, now) : []),
    ...(before.drained && !after.drained ? [`${plainStores} is added again beside ${orderedStores}`] : []),
  ]
}

function startLines(
  { from, drained }: Ordering,
  hasPassed: (time: string | undefined) => boolean,
): readonly string[] {
  return [
    `events published from ${from} are stored in the order of their keys, through ${orderedStores}`,
    ...(hasPassed(from)
      ? [`  ${from} is before the end of this update: until its end events are stored and sent twice`]
      : []),
    ...(drained
      ? [
          `  ${plainStores} is removed at once: events waiting there are LOST. Set sluice:ordering.drained in a later update`,
        ]
      : [
          `  Until sluice:ordering.drained is set, each event is pushed twice, and its second push does nothing`,
        ]),
  ]
}

function untilLines(
  before: Ordering,
  after: Ordering,
  hasPassed: (time: string | undefined) => boolean,
): readonly string[] {
  if (before.until === after.until) return []
  return [
    after.until === undefined
      ? 'order does not end any more'
      : `events published from ${after.until} are stored without order, through ${plainStores}`,
    ...(hasPassed(after.until)
      ? [`  ${after.until} is before the end of this update: events can be LOST. Set a later time`]
      : []),
    ...(hasPassed(before.until)
      ? [
          `  ${before.until}, the time until which there was order, has passed: events waiting in ${plainStores} can be LOST`,
          `  Remove sluice:ordering first, and set it again with a later time`,
        ]
      : []),
  ]
}

function drainedLines({ from }: Ordering, now: number): readonly string[] {
  return [
    `${plainStores} is removed: events published before ${from} that still wait there are LOST`,
    now < Date.parse(from)
      ? `  ${from} has not passed yet. Set sluice:ordering.drained later`
      : `  Before, wait until it is drained: Oldest unacknowledged message of ${plainStores} on the dashboard is younger than ${from}`,
  ]
}

function endLines({ until }: Ordering, now: number): readonly string[] {
  if (until !== undefined && Date.parse(until) <= now)
    return [
      `${orderedStores} is removed: events published before ${until} that still wait there are LOST`,
      `  Before, wait until it is drained: Oldest unacknowledged message of ${orderedStores} on the dashboard is younger than ${until}`,
    ]
  return [
    `${orderedStores} is removed: events waiting there are LOST`,
    '  To lose no events, restore sluice:ordering, remove `drained` from it, and set a time after the end of the next update:',
    "    pulumi config set --path 'sluice:ordering.until' <time>",
    '    pulumi up',
    '  Then remove sluice:ordering when that time has passed',
  ]
}

/** Returns the lines for the order of one destination that stays. */
export function orderLines(before: Destination, after: Destination, dataset: string): readonly string[] {
  const { id } = after
  const ordered = subscriptions.forwardInOrder(id)
  if (before.ordered === after.ordered) return []
  if (after.ordered === true)
    return [`${id}: events with an ordering key are delivered in their order, through ${ordered}`]
  if (after.ordered === false) return [`${id}: order ends, and ${ordered} is drained`]
  const wait = `wait until it is drained: Backlog of ${ordered} on the dashboard is 0, and this returns no row:`
  const query = `bq query --use_legacy_sql=false "${waitingStatement(dataset, id)}"`
  const lost = `${id}: its ordered subscription is removed: events still waiting in ${ordered} are LOST`
  if (before.ordered === false) return [lost, `  Before, ${wait}`, `    ${query}`]
  const path = `sluice:destinations.${id}.ordered`
  return [
    lost,
    '  To lose no events, drain it first:',
    `    pulumi config set --path '${path}' false`,
    '    pulumi up',
    `  Then ${wait}`,
    `    ${query}`,
    `  Then remove it: pulumi config rm --path '${path}'`,
  ]
}
