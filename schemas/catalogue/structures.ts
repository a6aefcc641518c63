/** Catalogue: reads event types as structures with named members, from which types in programming languages are written. */
import { aliasesOf } from '../aliases.ts'
import { ContextFields } from '../context.ts'
import type { Annotation } from '../context/field.ts'
import type { EventType } from '../event_type.ts'
import { deprecationNotice } from '../lifecycle.ts'
import { otherNameOf } from './event_schema.ts'

/** What the values of a member are. */
export type FieldShape =
  | { kind: 'string' | 'integer' | 'number' | 'boolean' | 'timestamp' | 'object' | 'any' }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'list'; element: FieldShape }
  | { kind: 'structure'; name: string }

interface Member {
  /** As in the JSON of an event. */
  name: string
  shape: FieldShape
  description: string
  isRequired: boolean
}

export interface Structure {
  /** In PascalCase, and unique among the structures of a module. */
  name: string
  /** One sentence, or empty. */
  description: string
  members: readonly Member[]
  /** The event type that it describes; undefined for the value of a field. */
  eventName: string | undefined
  /** Says that the event type is deprecated; undefined for one that is not. */
  deprecated?: string | undefined
}

export interface Module {
  /** The context fields, after the structures in them. */
  context: readonly Structure[]
  /** The event types, each after the structures in it. */
  events: readonly Structure[]
}

interface Keywords extends Partial<Pick<Annotation, 'description' | 'column' | 'personal'>> {
  type?: string
  enum?: readonly string[]
  anyOf?: readonly Keywords[]
  properties?: Readonly<Record<string, Keywords>>
  items?: Keywords
}

/** The members of a structure that is read. */
interface Members {
  properties: Readonly<Record<string, Keywords>>
  required: readonly string[]
}

/** Names that the modules use themselves. */
const reservedNames = [
  'ContextFields',
  'SluiceEvent',
  'TypedDict',
  'NotRequired',
  'Literal',
  'Any',
  'Record',
] as const

/** Reads the types in their order. A type that is added at the end changes no name of the others. `otherNames`: true for a language in which a
 * member has the name that is in the JSON, where those that a type accepts are members, too. */
export function moduleOf(types: Iterable<EventType>, { otherNames }: { otherNames: boolean }): Module {
  const unique = uniqueNames(reservedNames)
  const read = (
    name: string,
    { properties = {}, description = '' }: Keywords,
    required: readonly string[],
    event?: Pick<Structure, 'eventName' | 'deprecated'>,
  ): Structure[] => {
    const inner: Structure[] = []
    const shapeOf = (schema: Keywords, path: string): FieldShape => {
      const { type, items, properties: members = {} } = schema
      if (type === 'array') return { kind: 'list', element: items ? shapeOf(items, path) : { kind: 'any' } }
      if (type !== 'object' || Object.keys(members).length === 0) return plainShape(schema)
      const structures = read(unique(path), schema, [])
      inner.push(...structures)
      return { kind: 'structure', name: structures.at(-1)!.name }
    }
    const members = Object.entries(properties).map(([member, schema]) => ({
      name: member,
      shape: shapeOf(schema, name + pascalCase(member)),
      description: textOf(schema),
      isRequired: required.includes(member),
    }))
    return [...inner, { name, description: oneLine(description), members, eventName: undefined, ...event }]
  }
  const context = read('ContextFields', { properties: keywordsOf(ContextFields.properties) }, [])
  const events = Array.from(types, (type) => {
    const { name, description } = type
    const { properties, required } = otherNames ? withOtherNames(type) : ownFields(type)
    const notice = deprecationNotice(type)
    const deprecated = notice === undefined ? undefined : oneLine(notice)
    return read(unique(pascalCase(name)), { description, properties }, required, {
      eventName: name,
      deprecated,
    })
  })
  return { context, events: events.flat() }
}

function ownFields({ fields, required }: EventType): Members {
  return { properties: keywordsOf(fields), required }
}

/** The event fields, and after them the other names that the type accepts. A required field that has one can be missing under its own name. */
function withOtherNames(type: EventType): Members {
  const aliases = [...aliasesOf(type)]
  const own = keywordsOf(type.fields)
  const known = { ...keywordsOf(ContextFields.properties), ...own }
  const others = aliases.map(([alias, field]) => [
    alias,
    { ...known[field], description: otherNameOf(field) },
  ])
  const renamed = new Set(aliases.map(([, field]) => field))
  return {
    properties: { ...own, ...(Object.fromEntries(others) as typeof own) },
    required: type.required.filter((field) => !renamed.has(field)),
  }
}

/** Schemas of fields have these keywords, whatever their TypeScript type. */
function keywordsOf(schemas: object): Readonly<Record<string, Keywords>> {
  return schemas as Readonly<Record<string, Keywords>>
}

function plainShape({ type, enum: values, anyOf, column }: Keywords): FieldShape {
  if (values) return { kind: 'choice', values }
  if (column === 'TIMESTAMP') return { kind: 'timestamp' }
  if (anyOf) return anyOf.every((each) => each.type === 'string') ? { kind: 'string' } : { kind: 'any' }
  return { kind: plainKinds.find((kind) => kind === type) ?? 'any' }
}

const plainKinds = ['string', 'integer', 'number', 'boolean', 'object'] as const

function textOf({ description = '', personal }: Keywords): string {
  return oneLine(personal ? `${description} Personal data.` : description)
}

/** Returns a text that ends no comment: people write the descriptions of saved types. */
function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .replaceAll('*/', '* /')
    .trim()
}

/** `view_content` → `ViewContent` */
export function pascalCase(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** Returns a function that makes names unique: the second `A` is `A2`. */
export function uniqueNames(taken: Iterable<string>): (name: string) => string {
  const used = new Set(taken)
  return (name) => {
    let free = name
    for (let number = 2; used.has(free); number++) free = `${name}${number}`
    used.add(free)
    return free
  }
}
