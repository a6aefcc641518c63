/** Linkage layer: lists the paths that a link reads and the target fields that get them, for checks and the coverage. */
import type { TSchema } from 'typebox'
import type { Cast, Link, Source } from '../../schemas/link.ts'
import { walk, type SourceRead } from '../../schemas/source_walk.ts'
import { fieldAt, itemsOf } from './keywords.ts'

/** One path that a link reads. */
export interface Use {
  /** The target field, `[]` after a list: `custom_data.contents[].id`. */
  field: string
  /** The field's schema; undefined if the value is changed on the way, or the target does not have the field. */
  schema: TSchema | undefined
  /** The path as the link writes it; inside `each`, of the element. */
  path: string
  /** Path from the event of the list whose elements are read; undefined if the event itself is read. */
  within: string | undefined
  /** What is read: a value, the list of `each`, `sum`, `count` or `pluck`, or the operand of a condition. */
  kind: 'value' | 'list' | 'condition'
  as: Cast | undefined
  /** The target field gets the value that a table has for this one. */
  isLookedUp?: true
}

interface Place {
  field: string
  schema: TSchema | undefined
  within: string | undefined
  isLookedUp?: true
}

/** Returns every path that a link reads.
 * @throws Error if a path or template is invalid. */
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
  // A value table or a cast changes the value.
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
        ...(goesTo === 'key' && { isLookedUp: true }),
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
