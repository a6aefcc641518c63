/** Linkage layer: checks all links of a target and of a destination, before any event comes. */
import type { Destination } from '../../schemas/destination.ts'
import { derivedTypes } from '../../schemas/derived_types.ts'
import { eventTypes, nearestEventName } from '../../schemas/event_types.ts'
import type { Link } from '../../schemas/link.ts'
import type { Target } from '../targets/target.ts'
import { checkLink, missingRequired, overlaps, type Problem } from './check.ts'
import { targetEventOf } from './event_name.ts'
import { exposures } from './exposed.ts'
import { linkFor } from './merge_links.ts'
import { sourcesOf } from './sources.ts'

/** A problem, and whose link it is in: an event type's or `*`. */
export interface LinkProblem extends Problem {
  link: string
}

type Linked = Pick<Destination, 'linkage'> & Partial<Pick<Destination, 'settings'>>

/** Problems of the target's own links, over the whole vocabulary. */
export function checkTarget(target: Target): LinkProblem[] {
  const links = target.linkage === 'event' ? {} : { '*': target.linkage, ...target.linkageByEvent }
  return problemsOf(links, {}, target)
}

/** Problems of a destination's links, and of what they leave of its target's. */
export function checkDestination(destination: Linked, target: Target): LinkProblem[] {
  return problemsOf(destination.linkage ?? {}, destination, target)
}

function problemsOf(
  links: Readonly<Record<string, Link>>,
  destination: Linked,
  target: Target,
): LinkProblem[] {
  const problems = Object.entries(links).flatMap(([link, fields]) => {
    const sources = sourcesOf(link)
    const near = sources ? undefined : nearestEventName(link)
    const misnamed =
      near === undefined
        ? []
        : [{ field: '', message: `There is no event type "${link}"; did you mean "${near}"?` }]
    const found = [...misnamed, ...checkLink(fields, { sources, target: target.fields })]
    if (found.length === 0) found.push(...exposures(fields, target))
    return found.map((problem) => ({ link, ...problem }))
  })
  return problems.length > 0 ? problems : incomplete(destination, target)
}

/** What the target requires of every event, and the links together do not give. Told once, of the first event type it is true of. */
function incomplete(destination: Linked, target: Target): LinkProblem[] {
  const problems = new Map<string, LinkProblem>()
  for (const name of [...eventTypes.keys(), ...derivedTypes.keys()]) {
    const link = linkFor(destination, target, name)
    if (!link || !isSent(destination, target, name)) continue
    const sides = { sources: sourcesOf(name), target: target.fields }
    const found = [...overlaps(link), ...missingRequired(link, sides)]
    for (const problem of found)
      if (!problems.has(problem.field)) problems.set(problem.field, { link: name, ...problem })
  }
  return [...problems.values()]
}

function isSent({ settings, linkage = {} }: Linked, target: Target, name: string): boolean {
  return (
    Object.hasOwn(linkage, name) ||
    // Which events go out is a matter of the settings, which only a destination has.
    (!settings && target.events !== 'as_is' && 'setting' in target.events) ||
    targetEventOf(target, settings ?? {}, name) !== undefined
  )
}

/** Throws, naming the destination and all that is wrong with its links. */
export function requireLinks(
  destination: Pick<Destination, 'id' | 'linkage' | 'settings'>,
  target: Target,
): void {
  const problems = checkDestination(destination, target)
  if (problems.length === 0) return
  throw new Error(
    `The links of destination "${destination.id}" cannot work. ${problems.map(formatProblem).join(' ')}`,
  )
}

/** `linkage.purchase.user_data.em: There is no source …` */
export function formatProblem({ link, field, message }: LinkProblem): string {
  return `linkage.${[link, field].filter((each) => each !== '').join('.')}: ${message}`
}
