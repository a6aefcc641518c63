/** Linkage layer: which link an event takes. The more specific one counts, field by field. Pure. */
import type { Destination } from '../../schemas/destination.ts'
import type { Link, Source } from '../../schemas/link.ts'
import type { Target } from '../targets/target.ts'
import { makesObject } from './link_fields.ts'

type Linked = Pick<Destination, 'linkage'>
type Linkable = Pick<Target, 'linkage' | 'linkageByEvent'>

/** The event types that a link of their own exists for, at the destination or the target. */
export function eventTypesWithLink({ linkage = {} }: Linked, { linkageByEvent = {} }: Linkable): Set<string> {
  return new Set([...Object.keys(linkage), ...Object.keys(linkageByEvent)].filter((name) => name !== '*'))
}

/** The link for an event type, or `*` for those without one of their own; undefined when the event is handed over as it is. */
export function linkFor(destination: Linked, target: Linkable, name: string): Link | undefined {
  const own = [destination.linkage?.['*'], named(destination.linkage, name)].filter(
    (link) => link !== undefined,
  )
  if (target.linkage === 'event') return own.length > 0 ? merged(own) : undefined
  const standard = [target.linkage, named(target.linkageByEvent, name)].filter((link) => link !== undefined)
  return merged([...standard, ...own])
}

function named(links: Readonly<Record<string, Link>> | undefined, name: string): Link | undefined {
  return links && name !== '*' && Object.hasOwn(links, name) ? links[name] : undefined
}

/** A later link's field replaces an earlier one's, and what the earlier ones have below it, unless it makes an object that these can
 * join; null takes all of them back. */
function merged(links: readonly Link[]): Link {
  let fields = new Map<string, Source>()
  for (const link of links) {
    for (const [field, source] of Object.entries(link)) {
      if (source === null || !makesObject(source)) fields = without(fields, field, link)
      if (source !== null) fields.set(field, source)
    }
  }
  return Object.fromEntries(fields)
}

/** The fields save this one and those below it, but for what the link itself says of them. */
function without(fields: ReadonlyMap<string, Source>, field: string, link: Link): Map<string, Source> {
  return new Map(
    [...fields].filter(
      ([each, source]) => each !== field && (!each.startsWith(`${field}.`) || link[each] === source),
    ),
  )
}
