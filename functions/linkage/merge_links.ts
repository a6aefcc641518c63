/** Linkage layer: merges the links that apply to an event. The more specific link overrides, field by field. Pure. */
import type { Destination } from '../../schemas/destination.ts'
import type { Link, Source } from '../../schemas/link.ts'
import type { Target } from '../targets/target.ts'
import { makesObject } from './link_fields.ts'

type Linked = Pick<Destination, 'linkage'>
type Linkable = Pick<Target, 'linkage' | 'linkageByEvent'>

/** Returns the event types for which the destination or the target has a specific link. */
export function eventTypesWithLink({ linkage = {} }: Linked, { linkageByEvent = {} }: Linkable): Set<string> {
  return new Set([...Object.keys(linkage), ...Object.keys(linkageByEvent)].filter((name) => name !== '*'))
}

/** Returns the link for an event type, or for `*`, which stands for types without a specific one. Undefined if the event is sent unchanged. */
export function linkFor(destination: Linked, target: Linkable, name: string): Link | undefined {
  const destinationLinks = [destination.linkage?.['*'], named(destination.linkage, name)].filter(
    (link) => link !== undefined,
  )
  if (target.linkage === 'event') return destinationLinks.length > 0 ? merged(destinationLinks) : undefined
  const targetLinks = [target.linkage, named(target.linkageByEvent, name)].filter(
    (link) => link !== undefined,
  )
  return merged([...targetLinks, ...destinationLinks])
}

function named(links: Readonly<Record<string, Link>> | undefined, name: string): Link | undefined {
  return links && name !== '*' && Object.hasOwn(links, name) ? links[name] : undefined
}

/** A field of a later link replaces that of an earlier one and the fields below it, unless it makes an object that those can join. Null
 * removes them. */
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

/** Returns the fields without this one and those below it, except fields of the link itself. */
function without(fields: ReadonlyMap<string, Source>, field: string, link: Link): Map<string, Source> {
  return new Map(
    [...fields].filter(
      ([each, source]) => each !== field && (!each.startsWith(`${field}.`) || link[each] === source),
    ),
  )
}
