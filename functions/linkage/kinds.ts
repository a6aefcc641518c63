/** Linkage layer: determines the JSON types that a schema allows and that a cast yields. */
import type { TSchema } from 'typebox'
import type { Cast } from '../../schemas/link.ts'
import { keywordsOf } from './keywords.ts'

export type ValueKind = 'string' | 'number' | 'boolean' | 'object' | 'array'

const all: readonly ValueKind[] = ['string', 'number', 'boolean', 'object', 'array']

export function kindOfValue(value: unknown): ValueKind {
  return Array.isArray(value) ? 'array' : (all.find((kind) => kind === typeof value) ?? 'object')
}

/** Returns the types that a schema allows: all if it does not restrict them. */
export function kindsOf(schema: TSchema | undefined): ReadonlySet<ValueKind> {
  const { type, anyOf, enum: values, normalize, ...keywords } = keywordsOf(schema ?? {})
  if (values) return new Set(values.map(kindOfValue))
  if ('const' in keywords) return new Set([kindOfValue(keywords.const)])
  if (anyOf && type === undefined) return new Set(anyOf.flatMap((each) => [...kindsOf(each)]))
  // A personal field also accepts a number, whose digits are normalized.
  if (normalize) return new Set<ValueKind>(['string', 'number'])
  if (type === 'integer') return new Set<ValueKind>(['number'])
  return new Set(all.filter((kind) => type === undefined || kind === type))
}

const castResults: Readonly<Record<Exclude<Cast, 'flat'>, ValueKind>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  negative: 'number',
  boolean: 'boolean',
  json: 'string',
  upper: 'string',
  lower: 'string',
  money: 'string',
  seconds: 'number',
  milliseconds: 'number',
  microseconds: 'number',
  iso: 'string',
  date: 'string',
}

/** The types with values that can be cast so. */
function castable(cast: Cast): readonly ValueKind[] {
  if (cast === 'boolean') return ['boolean', 'string']
  return ['string', 'json', 'upper', 'lower'].includes(cast) ? all : ['string', 'number']
}

/** Returns the types that a cast of values of these types yields; empty if none can be cast. */
export function castKinds(cast: Cast, kinds: ReadonlySet<ValueKind>): ReadonlySet<ValueKind> {
  if (cast === 'flat') return kinds.intersection(new Set<ValueKind>(['object', 'array']))
  return new Set(castable(cast).some((kind) => kinds.has(kind)) ? [castResults[cast]] : [])
}

export function formatKinds(kinds: ReadonlySet<ValueKind>): string {
  return [...kinds].join(' or ')
}
