/** Linkage layer: lists what a link reads and where it leads, for those who check links and show what they cover. */
import type { TSchema } from 'typebox'
import type { Cast, Link, Source } from '../../schemas/link.ts'
import { walk, type SourceRead } from '../../schemas/source_walk.ts'
import { fieldAt, itemsOf } from './keywords.ts'

/** One path that a link reads. */
export interface Use {
  /** The target field, `[]` after a list: `custom_data.contents[].id`. */
  field: string
  /** The field's schema; undefined where the value does not go into the field as it is, or there is no such field. */
  schema: TSchema | undefined
  /** The path as the link writes it; inside `each`, of the element. */
  path: string
  /** The list whose elements it is read from, by its own path from the event; undefined for the event itself. */
  within: string | undefined
  /** What is read: a value, the list of `each`, `sum`, `count`, or `pluck`, or what a condition tests. */
  kind: 'value' | 'list' | 'condition'
  as: Cast | undefined
  /** The value goes nowhere: what a table has for it does. */
  isLookedUp?: true
}

interface Place {
  field: string
  schema: TSchema | undefined
  within: string | undefined
  isLookedUp?: true
}

/** Every path a link reads. Throws on a path or template that is none. */
export function usesOf(link: Link, schema: TSchema | undefined, field = '', within?: string): Use[] {
  return Object.entries(link).flatMap(([name, source]) => {
    if (source === null) return []
    const place = { field: field + name, schema: fieldAt(schema, name), within }
    return ofSource(source, place)
  })
}

function ofSource(source: Source, place: Place): Use[] {
  const { field, schema, within } = place
  const { as, values } = typeof source === 'string' ? {} : source
  // A value table or a cast makes of the value something else.
  const value: Place = {
    ...place,
    ...((values || as) && { schema: undefined }),
    ...(values && { isLookedUp: true }),
  }
  const { reads, parts, links } = walk(source)
  const listOf = (list: string | undefined): string | undefined =>
    list === undefined ? within : pathFromEvent(within, list)
  return [
    ...reads.map(({ path, use, as: pieceAs }): Use => {
      if (use === 'value') return { ...value, schema: values ? undefined : schema, path, kind: 'value', as }
      if (use === 'text') return { ...value, schema: undefined, path, kind: 'value', as: pieceAs }
      return { ...place, schema: undefined, path, kind: kindOfUse[use], as: undefined }
    }),
    ...parts.flatMap(({ source: part, list, goesTo }) => {
      if (goesTo === 'same') return ofSource(part, value)
      const isElement = goesTo === 'element'
      return ofSource(part, {
        field: isElement ? `${field}[]` : field,
        schema: isElement ? schema && itemsOf(schema) : undefined,
        within: listOf(list),
      })
    }),
    ...links.flatMap(({ link, list, goesTo }) =>
      goesTo === 'element'
        ? usesOf(link, schema && itemsOf(schema), `${field}[].`, listOf(list))
        : usesOf(link, schema, `${field}.`, listOf(list)),
    ),
  ]
}

const kindOfUse: Readonly<Record<Exclude<SourceRead['use'], 'value' | 'text'>, Use['kind']>> = {
  condition: 'condition',
  elements: 'list',
  list: 'list',
}

function pathFromEvent(within: string | undefined, path: string): string {
  return within === undefined ? path : `${within}.${path}`
}
