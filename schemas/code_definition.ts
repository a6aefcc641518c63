/** Event types: writes an event type of the code in the form of a saved definition, so that both are compared by the same rules. Pure. */
import type { TSchema } from 'typebox'
import type { Annotation } from './context/field.ts'
import type { Definition, FieldDefinition } from './definition_schema.ts'
import type { EventType } from './event_type.ts'

/** What a saved definition does not have. */
interface CodeOnly {
  uniqueBy?: readonly string[]
  updatesProfile?: boolean
}

/** One version of an event type of the code. Members with the default are left out. */
export type CodeDefinition = Definition & CodeOnly

interface Keywords extends Partial<Annotation> {
  type?: string
  enum?: string[]
  format?: FieldDefinition['format']
  pattern?: string
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: TSchema
  properties?: Readonly<Record<string, TSchema>>
}

export function codeDefinitionOf(type: EventType): CodeDefinition {
  const { name, version, description, mode, fields, required, aliases, uniqueBy, updatesProfile } = type
  const { owner, status, deprecation, supersedes } = type
  return {
    name,
    version,
    description,
    ...(owner !== undefined && { owner }),
    ...(status !== 'live' && { status }),
    ...(deprecation && { deprecation }),
    ...(supersedes !== undefined && { supersedes }),
    ...(mode !== 'open' && { mode }),
    fields: fieldsOf(fields),
    ...(required.length > 0 && { required: [...required] }),
    ...(Object.keys(aliases).length > 0 && { aliases: { ...aliases } }),
    ...(uniqueBy.length > 0 && { uniqueBy }),
    ...(updatesProfile && { updatesProfile }),
  }
}

function fieldsOf(schemas: Readonly<Record<string, TSchema>>): Definition['fields'] {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, fieldOf(schema)]))
}

function fieldOf(schema: TSchema): FieldDefinition {
  const keywords = schema as Keywords
  const { description = '', examples = [], personal, enum: choices, items, properties } = keywords
  const type = typeOf(keywords)
  return {
    type,
    description,
    example: examples[0],
    ...(personal && { personal }),
    ...(choices && { enum: choices }),
    ...(type === 'string' && textKeywords(keywords)),
    ...((type === 'integer' || type === 'number') && bounds(keywords)),
    ...(items && { items: fieldOf(items) }),
    ...(properties && { fields: fieldsOf(properties) }),
  }
}

function typeOf({ type, column, enum: choices }: Keywords): FieldDefinition['type'] {
  if (column === 'TIMESTAMP') return 'timestamp'
  if (column === 'DATE') return 'date'
  return choices ? 'string' : (type as FieldDefinition['type'])
}

/** Without the length that a text without a pattern has by default (schemas/context/field.ts). */
function textKeywords({ format, pattern, maxLength }: Keywords): Partial<FieldDefinition> {
  return {
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && { pattern }),
    ...(maxLength !== undefined && (pattern !== undefined || maxLength !== 1024) && { maxLength }),
  }
}

/** Without the bounds that every integer has. */
function bounds({ minimum, maximum }: Keywords): Partial<FieldDefinition> {
  return {
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  }
}
