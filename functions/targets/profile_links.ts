/** Target layer: adds the links of profiles and of merges to those of the event types that have them. */
import { derivedTypes } from '../../schemas/derived_types.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import type { Link } from '../../schemas/link.ts'

/** The event types with which a user tells who the anonymous visitor of their device was. */
const mergingEvents = ['sign_up', 'login']

interface Linked {
  profiles?: { linkage: Link } | undefined
  merges?: { linkage: Link } | undefined
  linkageByEvent?: Readonly<Record<string, Link>> | undefined
}

/** Returns the links by event type of a target, in which its own fields come before those of profiles and merges. */
export function profileLinks({ profiles, merges, linkageByEvent }: Linked): Linked['linkageByEvent'] {
  if (!profiles && !merges) return linkageByEvent
  const links: Record<string, Link> = { ...linkageByEvent }
  const add = (names: readonly string[], link: Link | undefined): void => {
    if (link) for (const name of names) links[name] = { ...link, ...links[name] }
  }
  const updating = [...eventTypes.values(), ...derivedTypes.values()].filter((type) => type.updatesProfile)
  add(
    updating.map(({ name }) => name),
    profiles?.linkage,
  )
  add(mergingEvents, merges?.linkage)
  return links
}
