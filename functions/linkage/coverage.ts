/** Linkage layer: what a target's link leaves over, of an event type's fields and of the target's own. */
import { sourcesIn, walk } from '../../schemas/source_walk.ts'
import type { Target } from '../targets/target.ts'
import { keywordsOf } from './keywords.ts'
import { linkFor } from './merge_links.ts'
import { pathsOf, sourcesOf } from './sources.ts'
import { usesOf } from './uses.ts'

export interface Coverage {
  /** Fields of the event that do not reach the target. */
  unused: readonly string[]
  /** Fields of the target that no link fills. */
  unmet: readonly string[]
}

/** What the target's own link for the event type covers; an event handed over as it is covers all. Throws when there is no such type. */
export function coverage(target: Target, eventName: string): Coverage {
  const sources = sourcesOf(eventName)
  if (!sources) throw new Error(`There is no event type "${eventName}".`)
  const link = linkFor({}, target, eventName)
  if (!link) return { unused: [], unmet: [] }
  const uses = usesOf(link, target.fields)
  const read = uses.map(({ path, within }) => (within === undefined ? path : `${within}.${path}`))
  const rests = sourcesIn(link)
    .map((source) => walk(source).allBut)
    .filter((names) => names !== undefined)
  const { event_data, target_event: _, ...fields } = sources
  const own = keywordsOf(event_data!).properties ?? {}
  const isRead = (path: string): boolean =>
    read.some((each) => each === path || path.startsWith(`${each}.`) || each.startsWith(`${path}.`)) ||
    (Object.hasOwn(own, path) && rests.some((except) => !except.includes(path)))
  const filled = uses.map(({ field }) => field.replaceAll('[]', ''))
  const constants = Object.keys(link)
  const unmet = pathsOf(keywordsOf(target.fields ?? {}).properties ?? {}).filter(
    (path) =>
      ![...filled, ...constants].some(
        (field) => field === path || field.startsWith(`${path}.`) || path.startsWith(`${field}.`),
      ),
  )
  return { unused: Object.keys(fields).filter((path) => !isRead(path)), unmet }
}
