/** Derived events: the event types that the platform itself makes, rows of syncs and firings of actions, and the links they bring along. */
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

/** The event types of syncs and actions that are not standard ones. Producers cannot publish them. */
export const derivedTypes: ReadonlyMap<string, EventType> = new Map(
  [...syncs.values(), ...actions.values()]
    .map(({ event }) => event)
    .filter(({ name }) => !eventTypes.has(name))
    .map((type) => [type.name, type]),
)

/** A destination with the links that syncs and actions have for its target; what its own links say of a field counts. */
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
