/** Linkage layer: checks all links of a target or a destination before they are used. */
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

/** A problem and its link. */
interface LinkProblem extends Problem {
  /** The event type of the link, or `*`. */
  link: string
}

type Linked = Pick<Destination, 'linkage'> & Partial<Pick<Destination, 'settings'>>

/** Returns the problems of the target's own links, for all event types. */
export function checkTarget(target: Target): LinkProblem[] {
  const links = target.linkage === 'event' ? {} : { '*': target.linkage, ...target.linkageByEvent }
  return problemsOf(links, {}, target)
}

/** Returns the problems of a destination's links, also after merging with those of its target. */
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
        : [{ field: '', message: `Unknown event type "${link}"; did you mean "${near}"?` }]
    const linkProblems = [...misnamed, ...checkLink(fields, { sources, target: target.fields })]
    if (linkProblems.length === 0) linkProblems.push(...exposures(fields, target))
    return linkProblems.map((problem) => ({ link, ...problem }))
  })
  return problems.length > 0 ? problems : incomplete(destination, target)
}

/** Returns the required fields that the merged links do not fill, each for the first event type concerned. */
function incomplete(destination: Linked, target: Target): LinkProblem[] {
  const problems = new Map<string, LinkProblem>()
  for (const name of [...(target.audience ? [] : eventTypes.keys()), ...derivedTypes.keys()]) {
    const link = linkFor(destination, target, name)
    if (!link || !isSent(destination, target, name)) continue
    const sides = { sources: sourcesOf(name), target: target.fields }
    for (const problem of [...overlaps(link), ...missingRequired(link, sides)])
      if (!problems.has(problem.field)) problems.set(problem.field, { link: name, ...problem })
  }
  return [...problems.values()]
}

function isSent({ settings, linkage = {} }: Linked, target: Target, name: string): boolean {
  return (
    Object.hasOwn(linkage, name) ||
    // Which events are sent depends on the settings, which only a destination has.
    (!settings && target.events !== 'as_is' && 'setting' in target.events) ||
    targetEventOf(target, settings ?? {}, name) !== undefined
  )
}

/** Checks the links of a destination.
 * @throws Error that names the destination and every problem. */
export function requireLinks(
  destination: Pick<Destination, 'id' | 'linkage' | 'settings'>,
  target: Target,
): void {
  const problems = checkDestination(destination, target)
  if (problems.length === 0) return
  throw new Error(
    `Invalid links in destination "${destination.id}": ${problems.map(formatProblem).join(' ')}`,
  )
}

/** `linkage.purchase.user_data.em: Unknown source …` */
export function formatProblem({ link, field, message }: LinkProblem): string {
  return `linkage.${[link, field].filter((each) => each !== '').join('.')}: ${message}`
}
