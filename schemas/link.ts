/** Linkage layer: the declarative language that maps an event's fields to a third party's standard fields. Plain JSON, compiled once. */
import { Type, type TSchema } from 'typebox'

export type Constant = string | number | boolean

/** How a value is written: a JSON type, a letter case, or for a point in time its unit; `money` is a decimal text with two places. */
export const casts = [
  'string',
  'number',
  'integer',
  'boolean',
  'json',
  'upper',
  'lower',
  'money',
  'seconds',
  'milliseconds',
  'microseconds',
  'iso',
  'date',
] as const
export type Cast = (typeof casts)[number]

/** Signals of the context field `consent`. */
export const consentSignals = [
  'ad_storage',
  'ad_user_data',
  'ad_personalization',
  'analytics_storage',
] as const
export type ConsentSignal = (typeof consentSignals)[number]

/** A test on the event, or, inside `each`, on the element. Exactly one of `eq`, `in` and `exists`. */
export interface LinkCondition {
  path: string
  eq?: Constant
  in?: readonly Constant[]
  exists?: boolean
}

/** What every form but the bare path may add. */
export interface SourceOptions {
  /** Written when nothing was found. */
  default?: Constant
  as?: Cast
  /** Value found → value written; a value that is not listed counts as not found. */
  values?: Readonly<Record<string, Constant>>
  /** The field is left out unless the user has granted this. */
  consent?: ConsentSignal
}

/** Where one target field comes from. A source that is absent, null or empty (`''`, `[]`, `{}`) leaves the field out.
 *
 * A path is dotted: its first name is a context field or, failing that, an event-specific one; inside `each`, a field of the element.
 * `target_event` stands for the target's own name of the event.
 *
 * To add a form, add it here and to `definitions` below, give it a branch in source_walk.ts, and one in each evaluator:
 * functions/linkage/closures.ts and functions/linkage/generated/linker.ts. */
export type Source =
  | string
  | ({ const: Constant } & SourceOptions)
  | ({ from: string } & SourceOptions)
  /** The first that is present. */
  | ({ first: readonly Source[] } & SourceOptions)
  /** Text with paths in braces, each with an optional cast: `fb.1.{event_time|milliseconds}.{fbclid}`; absent when one of them is. */
  | ({ template: string } & SourceOptions)
  /** A list of objects, one for each element of the list at the path. */
  | ({ each: string; map: Link } & SourceOptions)
  /** A list of the present ones. */
  | ({ list: readonly Source[] } & SourceOptions)
  /** The values of one field of every element: `items.item_id`. */
  | ({ pluck: string } & SourceOptions)
  /** Their sum, or how many elements there are. */
  | ({ sum: string } & SourceOptions)
  | ({ count: string } & SourceOptions)
  | ({ object: Link } & SourceOptions)
  | ({ when: LinkCondition; then: Source; else?: Source } & SourceOptions)
  /** All event-specific fields as one object, save those named and those that bear the name of a context field. */
  | ({ rest: { except?: readonly string[] } } & SourceOptions)

/** Target field (dotted path) → source; null takes back what a more general link says of the field and of those below it. Fields below
 * one whose source is `object` or `rest` join what that makes.
 * `{ 'user_data.em': 'email', 'custom_data.contents': { each: 'items', map: { id: 'item_id' } } }` */
export type Link = { readonly [field: string]: Source | null }

const Path = Type.String({
  pattern: '^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$',
  description: 'Dotted path into the event: a context field or an event-specific field.',
  examples: ['email', 'items', 'consent.ad_storage'],
})
const ConstantSchema = Type.Union([Type.String(), Type.Number(), Type.Boolean()])
const options = {
  default: Type.Optional(ConstantSchema),
  as: Type.Optional(Type.Enum([...casts])),
  values: Type.Optional(Type.Record(Type.String(), ConstantSchema)),
  consent: Type.Optional(Type.Enum([...consentSignals])),
}

const closed = { additionalProperties: false } as const
const source = Type.Ref('Source')
const link = Type.Ref('Link')
const condition = Type.Object(
  {
    path: Path,
    eq: Type.Optional(ConstantSchema),
    in: Type.Optional(Type.Array(ConstantSchema, { minItems: 1 })),
    exists: Type.Optional(Type.Boolean()),
  },
  { ...closed, minProperties: 2, maxProperties: 2 },
)
const definitions = {
  Source: Type.Union([
    Path,
    Type.Object({ const: ConstantSchema, ...options }, closed),
    Type.Object({ from: Path, ...options }, closed),
    Type.Object({ first: Type.Array(source, { minItems: 1 }), ...options }, closed),
    Type.Object({ template: Type.String({ minLength: 1 }), ...options }, closed),
    Type.Object({ each: Path, map: link, ...options }, closed),
    Type.Object({ list: Type.Array(source, { minItems: 1 }), ...options }, closed),
    Type.Object({ pluck: Path, ...options }, closed),
    Type.Object({ sum: Path, ...options }, closed),
    Type.Object({ count: Path, ...options }, closed),
    Type.Object({ object: link, ...options }, closed),
    Type.Object({ when: condition, then: source, else: Type.Optional(source), ...options }, closed),
    Type.Object(
      { rest: Type.Object({ except: Type.Optional(Type.Array(Type.String())) }, closed), ...options },
      closed,
    ),
  ]),
  Link: Type.Record(
    Type.String({ pattern: '^[A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*)*$' }),
    Type.Union([source, Type.Null()]),
    closed,
  ),
}

/** The members of a form of source that are no options: name → what it holds. */
export type FormMembers = Readonly<Record<string, 'sources' | 'link' | 'other'>>

/** The forms of source but the bare path: name → its members, of which the first has the name of the form. */
export const sourceForms: ReadonlyMap<string, FormMembers> = new Map(
  definitions.Source.anyOf.flatMap((form): readonly [string, FormMembers][] => {
    if (!('properties' in form)) return []
    const members = Object.entries<TSchema>(form.properties).filter(([name]) => !Object.hasOwn(options, name))
    return [[members[0]![0], Object.fromEntries(members.map(([name, schema]) => [name, heldBy(schema)]))]]
  }),
)

function heldBy(schema: TSchema & { $ref?: string; items?: { $ref?: string } }): FormMembers[string] {
  if (schema.$ref === link.$ref) return 'link'
  return schema.$ref === source.$ref || schema.items?.$ref === source.$ref ? 'sources' : 'other'
}

/** The names of what every form but the bare path may add. */
export const sourceOptions: readonly string[] = Object.keys(options)

/** A link as JSON Schema. */
export const LinkSchema = Type.Unsafe<Link>(Type.Cyclic(definitions, 'Link'))
