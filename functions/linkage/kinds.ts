/** Linkage layer: the JSON types that a schema allows and that a cast makes, to tell what can never fit before any event comes. */
import type { TSchema } from 'typebox'
import type { Cast } from '../../schemas/link.ts'
import { keywordsOf } from './keywords.ts'

export type ValueKind = 'string' | 'number' | 'boolean' | 'object' | 'array'

const all: readonly ValueKind[] = ['string', 'number', 'boolean', 'object', 'array']

export function kindOfValue(value: unknown): ValueKind {
  return Array.isArray(value) ? 'array' : (all.find((kind) => kind === typeof value) ?? 'object')
}

/** All of them where the schema does not say. */
export function kindsOf(schema: TSchema | undefined): ReadonlySet<ValueKind> {
  const { type, anyOf, enum: values, normalise, ...keywords } = keywordsOf(schema ?? {})
  if (values) return new Set(values.map(kindOfValue))
  if ('const' in keywords) return new Set([kindOfValue(keywords.const)])
  if (anyOf && type === undefined) return new Set(anyOf.flatMap((each) => [...kindsOf(each)]))
  // A personal field takes a number for its digits, and a list or text is protected alike.
  if (normalise) return new Set<ValueKind>(['string', 'number'])
  if (type === 'integer') return new Set<ValueKind>(['number'])
  return new Set(all.filter((kind) => type === undefined || kind === type))
}

const writes: Readonly<Record<Cast, ValueKind>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
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

/** Kinds that some value of can be written so. */
function takes(cast: Cast): readonly ValueKind[] {
  if (cast === 'boolean') return ['boolean', 'string']
  return ['string', 'json', 'upper', 'lower'].includes(cast) ? all : ['string', 'number']
}

/** What a cast makes of values of these kinds; nothing when it can write none of them. */
export function castKinds(cast: Cast, kinds: ReadonlySet<ValueKind>): ReadonlySet<ValueKind> {
  return new Set(takes(cast).some((kind) => kinds.has(kind)) ? [writes[cast]] : [])
}

export function formatKinds(kinds: ReadonlySet<ValueKind>): string {
  return [...kinds].join(' or ')
}
