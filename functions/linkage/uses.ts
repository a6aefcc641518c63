/** Linkage layer: lists what a link reads and where it leads, for those who check links and show what they cover. */
import type { TSchema } from 'typebox'
import type { Cast, Link, Source } from '../../schemas/link.ts'
import { fieldAt, itemsOf } from './keywords.ts'
import { elementPath, piecesOf } from './path.ts'

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
export const usesOf = (link: Link, schema: TSchema | undefined, field = '', within?: string): Use[] =>
  Object.entries(link).flatMap(([name, source]) => {
    if (source === null) return []
    const place = { field: field + name, schema: fieldAt(schema, name), within }
    return ofSource(source, place)
  })

const ofSource = (source: Source, place: Place): Use[] => {
  const { field, schema, within } = place
  if (typeof source === 'string') return [{ ...place, path: source, kind: 'value', as: undefined }]
  // A value table or a cast makes of the value something else.
  const { as, values } = source
  const value: Place = {
    ...place,
    ...((values || as) && { schema: undefined }),
    ...(values && { isLookedUp: true }),
  }
  if ('from' in source)
    return [{ ...value, schema: values ? undefined : schema, path: source.from, kind: 'value', as }]
  if ('first' in source) return source.first.flatMap((each) => ofSource(each, value))
  if ('template' in source)
    return piecesOf(source.template).flatMap((piece) =>
      'path' in piece ? [{ ...value, schema: undefined, path: piece.path, kind: 'value', as: piece.as }] : [],
    )
  if ('each' in source) {
    const inner = usesOf(source.map, schema && itemsOf(schema), `${field}[].`, whole(within, source.each))
    return [listUse(place, source.each), ...inner]
  }
  if ('list' in source) {
    const element = { field: `${field}[]`, schema: schema && itemsOf(schema), within }
    return source.list.flatMap((each) => ofSource(each, element))
  }
  if ('pluck' in source || 'sum' in source) {
    const path = 'pluck' in source ? source.pluck : source.sum
    const { list, field: name } = elementPath(path)
    const element: Use = {
      field: 'pluck' in source ? `${field}[]` : field,
      schema: 'pluck' in source ? schema && itemsOf(schema) : undefined,
      path: name,
      within: whole(within, list),
      kind: 'value',
      as: 'pluck' in source ? undefined : 'number',
    }
    return [listUse(place, list), element]
  }
  if ('count' in source) return [listUse(place, source.count)]
  if ('object' in source) return usesOf(source.object, schema, `${field}.`, within)
  if ('when' in source) {
    const condition: Use = {
      ...place,
      schema: undefined,
      path: source.when.path,
      kind: 'condition',
      as: undefined,
    }
    const branches = [source.then, source.else].flatMap((each) =>
      each === undefined ? [] : ofSource(each, value),
    )
    return [condition, ...branches]
  }
  return []
}

const listUse = (place: Place, path: string): Use => ({
  ...place,
  schema: undefined,
  path,
  kind: 'list',
  as: undefined,
})

const whole = (within: string | undefined, path: string): string =>
  within === undefined ? path : `${within}.${path}`
