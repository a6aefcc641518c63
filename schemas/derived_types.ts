/** Derived events: collects the event types of syncs and actions, and their links. */
import type { Action } from './action.ts'
import * as declaredActions from './actions/index.ts'
import type { Destination } from './destination.ts'
import { eventTypes } from './event_types.ts'
import type { EventType } from './event_type.ts'
import type { Link } from './link.ts'
import type { Sync } from './sync.ts'
import * as declaredSyncs from './syncs/index.ts'

export const syncs: ReadonlyMap<string, Sync> = new Map(
  Object.values<Sync>(declaredSyncs).map((sync) => [sync.name, sync]),
)

export const actions: ReadonlyMap<string, Action> = new Map(
  Object.values<Action>(declaredActions).map((action) => [action.name, action]),
)

/** The event types of syncs and actions, except standard event types. Producers cannot publish them. */
export const derivedTypes: ReadonlyMap<string, EventType> = new Map(
  [...syncs.values(), ...actions.values()]
    .map(({ event }) => event)
    .filter(({ name }) => !eventTypes.has(name))
    .map((type) => [type.name, type]),
)

/** Adds the links that syncs and actions have for the target of a destination. The destination's own links take precedence. */
export function withDerivedLinks<Linked extends { target: string; linkage?: Destination['linkage'] }>(
  destination: Linked,
): Linked {
  const linkage: Record<string, Link> = { ...destination.linkage }
  for (const { event, links } of [...syncs.values(), ...actions.values()]) {
    const link = links[destination.target]
    if (link && derivedTypes.has(event.name)) linkage[event.name] = { ...link, ...linkage[event.name] }
  }
  return Object.keys(linkage).length > 0 ? { ...destination, linkage } : destination
}
