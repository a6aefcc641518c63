/** Translation layer: suggests the links of fields by their names. Pure. */
import { Value } from 'typebox/value'
import { contextColumns, ContextFields } from '../../../schemas/context.ts'
import { eventTypes } from '../../../schemas/event_types.ts'
import type { Source } from '../../../schemas/link.ts'
import type { Translation } from '../../../schemas/translation.ts'
import { readers } from '../field_types.ts'
import type { FieldInference } from './infer.ts'
import { snakeName } from '../formats/names.ts'
import { contextSynonyms, eventSynonyms, itemSynonyms } from './synonyms.ts'

/** A suggested link of one field. */
export interface FieldSuggestion {
  /** Field of the record. */
  path: string
  /** Field of the event. */
  target: string
  source: Source
  why: string
}

/** Returns the links that the names of the fields suggest. `record`: the name of the element that a record is in. */
export function linksByName(
  fields: readonly FieldInference[],
  { type, name }: { type: string; name: Translation['event']['name'] },
  record: string | undefined,
): readonly FieldSuggestion[] {
  const eventFields = eventTypes.get(type)?.fields ?? {}
  const linked = new Set('from' in name ? [name.from] : [])
  const outer = fields.filter(({ inList, leftOut }) => !inList && leftOut === undefined)
  const targets = [
    ...Object.keys(eventFields).map((target) => ({
      target,
      names: eventSynonyms[target] ?? [],
      isContext: false,
    })),
    ...contextColumns.map(({ name }) => ({
      target: name,
      names: contextSynonyms[name] ?? [],
      isContext: true,
    })),
  ].filter(({ target }) => target !== 'event_name')
  return targets.flatMap(({ target, names, isContext }): FieldSuggestion[] => {
    for (const [field, as] of ranked(outer, target, names, record)) {
      if (linked.has(field.path)) continue
      const source = isContext ? contextSource(target, field) : eventFieldSource(target, field, fields)
      if (source === undefined) continue
      linked.add(field.path)
      const why = as === target ? 'has the same name' : `is another name for ${target}`
      return [{ path: field.path, target, source, why: `${field.path} ${why}.` }]
    }
    return []
  })
}

/** Returns the fields whose name, alone or with the names of its parents, is the target or a synonym of it; the best match first. */
function ranked(
  fields: readonly FieldInference[],
  target: string,
  names: readonly string[],
  record: string | undefined,
): readonly (readonly [FieldInference, string])[] {
  const synonyms = [target, ...names]
  return fields
    .flatMap((field) => {
      const parts = namesIn(field)
      const candidates = [
        ...(record !== undefined && parts.length === 1 ? [`${record}_${parts[0]!}`] : []),
        parts.join('_'),
        parts.slice(-2).join('_'),
        parts.at(-1)!,
      ]
      const match = candidates.find((name) => synonyms.includes(name))
      // `customer.email` belongs to the user, `shop.email` does not.
      if (match === undefined || (parts.length > 1 && isOfOtherEntity(parts, target))) return []
      return [{ field, match, rank: synonyms.indexOf(match) + parts.length / 10 }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ field, match }) => [field, match] as const)
}

/** Returns the names of the path in snake_case. The text of an XML element with attributes has the name of the element. */
export function namesIn({ path }: FieldInference): readonly string[] {
  const parts = path.split('.').map(snakeName)
  return parts.length > 1 && parts.at(-1) === 'text' ? parts.slice(0, -1) : parts
}

/** Returns true if a personal field belongs to a product, a shop or a shipment instead of the user. */
function isOfOtherEntity(parts: readonly string[], target: string): boolean {
  return (
    [
      'first_name',
      'last_name',
      'email',
      'phone',
      'city',
      'country',
      'postal_code',
      'region',
      'source',
    ].includes(target) &&
    parts
      .slice(0, -1)
      .some((part) =>
        /shop|store|seller|merchant|agent|owner|product|item|organizer|warehouse|company|sender/.test(part),
      )
  )
}

/** The types of times. */
export const timeTypes: ReadonlySet<string> = new Set([
  'ymd',
  'dmy',
  'mdy',
  'epoch_s',
  'epoch_ms',
  'epoch_us',
  'epoch_ns',
  'excel_days',
])

/** Returns a source for a context field if its definition accepts most of the examples. */
function contextSource(target: string, field: FieldInference): Source | undefined {
  const { column } = contextColumns.find(({ name }) => name === target)!
  const schema = ContextFields.properties[target as keyof typeof ContextFields.properties]
  if (field.type === 'list' || (field.type === 'object') !== (column === 'JSON')) return undefined
  if (column === 'TIMESTAMP') {
    if (!timeTypes.has(field.type)) return undefined
    return { from: field.path, as: 'iso' }
  }
  const values = field.examples.map((value) =>
    field.declared && field.type !== 'object' ? readers[field.type](value, undefined) : value,
  )
  const texts =
    column === 'STRING' ? values.map((value) => (typeof value === 'number' ? String(value) : value)) : values
  const accepted = texts.filter((value) => Value.Check(schema, value)).length
  if (values.length > 0 && accepted * 2 <= values.length) return undefined
  return column === 'STRING' && values.some((value) => typeof value === 'number')
    ? { from: field.path, as: 'string' }
    : field.path
}

function eventFieldSource(
  target: string,
  field: FieldInference,
  fields: readonly FieldInference[],
): Source | undefined {
  if (target === 'items') return itemsSource(field, fields)
  if (field.type === 'object' || field.type === 'list') return undefined
  const isNumber = ['integer', 'number', 'number_comma'].includes(field.type)
  if (['value', 'tax', 'shipping'].includes(target)) return isNumber ? field.path : undefined
  if (target === 'currency')
    return field.examples.some((value) => /^[A-Za-z]{3}$/.test(String(value)))
      ? { from: field.path, as: 'upper' }
      : undefined
  return isNumber ? { from: field.path, as: 'string' } : field.path
}

/** Returns a source that maps the fields of a list of products to those of `items`; undefined for another field. A single product is a list if
 * `isList` says so. */
export function itemsSource(
  list: FieldInference,
  fields: readonly FieldInference[],
  isList = list.type === 'list',
): Source | undefined {
  if (!isList) return undefined
  const members = fields.filter(
    ({ path, type }) =>
      path.startsWith(`${list.path}.`) &&
      !path.slice(list.path.length + 1).includes('.') &&
      type !== 'object' &&
      type !== 'list',
  )
  const linked = new Set<string>()
  const map = Object.entries(itemSynonyms).flatMap(([target, names]): [string, Source][] => {
    const synonyms = [target, ...names]
    const nameOf = ({ path }: FieldInference): string => path.split('.').at(-1)!
    const rankOf = (member: FieldInference): number => synonyms.indexOf(snakeName(nameOf(member)))
    const [match] = members
      .filter((member) => !linked.has(member.path) && rankOf(member) !== -1)
      .toSorted((a, b) => rankOf(a) - rankOf(b))
    if (!match) return []
    linked.add(match.path)
    const name = nameOf(match)
    if (target === 'price' || target === 'discount') return [[target, { from: name, as: 'number' }]]
    if (target === 'quantity') return [[target, { from: name, as: 'integer' }]]
    return [[target, { from: name, as: 'string' }]]
  })
  return map.length > 0 ? { each: list.path, map: Object.fromEntries(map) } : undefined
}
