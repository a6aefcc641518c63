/** Linkage layer: lists the event fields that a target's link does not read, and the target fields that it does not fill. */
import type { TSchema } from 'typebox'
import { sourcesIn, walk } from '../../schemas/source_walk.ts'
import type { Target } from '../targets/target.ts'
import { keptFields } from './field_groups.ts'
import { keywordsOf } from './keywords.ts'
import { linkFor } from './merge_links.ts'
import { pathsOf, sourcesOf } from './sources.ts'
import { usesOf } from './uses.ts'

interface Coverage {
  /** Fields of the event that no link reads. */
  unused: readonly string[]
  /** Fields of the target that no link fills. */
  unmet: readonly string[]
  /** Fields of the target without which an event is not sent. Any other field is left out if it is invalid. */
  needed: readonly string[]
}

/** Returns the coverage of the target's link for the event type. Without a link the event is sent unchanged, which covers all fields.
 * @throws Error for an unknown event type. */
export function coverage(target: Target, eventName: string): Coverage {
  const sources = sourcesOf(eventName)
  if (!sources) throw new Error(`Unknown event type "${eventName}".`)
  const link = linkFor({}, target, eventName)
  if (!link) return { unused: [], unmet: [], needed: [] }
  const uses = usesOf(link, target.fields)
  const read = uses.map(({ path, within }) => (within === undefined ? path : `${within}.${path}`))
  const rests = sourcesIn(link)
    .map((source) => walk(source).allBut)
    .filter((names) => names !== undefined)
  const { event_data, target_event: _, ...fields } = sources
  const eventFields = keywordsOf(event_data!).properties ?? {}
  const isRead = (path: string): boolean =>
    read.some((each) => each === path || path.startsWith(`${each}.`) || each.startsWith(`${path}.`)) ||
    (Object.hasOwn(eventFields, path) && rests.some((except) => !except.includes(path)))
  const filled = uses.map(({ field }) => field.replaceAll('[]', ''))
  const constants = Object.keys(link)
  const unmet = pathsOf(keywordsOf(target.fields ?? {}).properties ?? {}).filter(
    (path) =>
      path !== 'extra' &&
      ![...filled, ...constants].some(
        (field) => field === path || field.startsWith(`${path}.`) || path.startsWith(`${field}.`),
      ),
  )
  return { unused: Object.keys(fields).filter((path) => !isRead(path)), unmet, needed: neededBy(target) }
}

/** Returns the fields that the schema requires, and those that are never left out. What it requires of some events only is not among them. */
function neededBy(target: Target): readonly string[] {
  return [...new Set([...requiredFields(target), ...keptFields(target)])]
}

/** Returns the fields without which no event is sent. What the schema requires of some events only is not among them. */
export function requiredFields({ fields }: Pick<Target, 'fields'>): readonly string[] {
  return fields ? requiredIn(fields, '') : []
}

function requiredIn(schema: TSchema, before: string): string[] {
  const { properties = {}, required = [] } = keywordsOf(schema)
  return required.flatMap((name) => {
    const inner = properties[name] ? requiredIn(properties[name], `${before}${name}.`) : []
    return inner.length > 0 ? inner : [before + name]
  })
}
