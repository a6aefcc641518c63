/** Saved definitions: converts a definition to an event type, with the constructors that built-in types use. */
import type { TSchema } from 'typebox'
import { bool, choice, date, decimal, integer, list, object, text, timestamp } from './context/field.ts'
import type { Annotation } from './context/field.ts'
import type { Definition, FieldDefinition } from './definition_schema.ts'
import { patternTextLength } from './definition_pattern.ts'
import { defineEvent, type EventType } from './event_type.ts'

/** Converts a valid definition to an event type. */
export function eventTypeOf({
  name,
  version,
  description,
  mode = 'open',
  fields,
  required = [],
  aliases = {},
  owner,
  status = 'live',
  deprecation,
  supersedes,
}: Definition): EventType {
  return defineEvent<Record<string, TSchema & Annotation>, string>({
    name,
    version,
    description,
    mode,
    required,
    aliases,
    owner,
    status,
    deprecation,
    supersedes,
    fields: mapValues(fields, fieldOf),
    examples: [exampleOf(name, fields)],
  })
}

/** An event that consists of the examples of the fields. */
export function exampleOf(name: string, fields: Definition['fields']): object {
  return {
    event_name: name,
    ...mapValues(fields, ({ example }) => example),
  }
}

/** JSON Schema keywords of a string without `enum`. */
export function textOptions({ format, pattern, maxLength }: FieldDefinition): Record<string, unknown> {
  return {
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && { pattern, maxLength: maxLength ?? patternTextLength }),
    ...(pattern === undefined && maxLength !== undefined && { maxLength }),
  }
}

/** JSON Schema keywords of a number. */
export function numberOptions({ minimum, maximum }: FieldDefinition): Record<string, number> {
  return {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  }
}

/** The values of `enum`, the example first. */
export function choices({ enum: values = [], example }: FieldDefinition): string[] {
  return values.toSorted((a, b) => Number(b === example) - Number(a === example))
}

function fieldOf(field: FieldDefinition): TSchema & Annotation {
  return Object.assign(schemas[field.type](field), { personal: field.personal ?? false })
}

const schemas: Readonly<Record<FieldDefinition['type'], (field: FieldDefinition) => TSchema & Annotation>> = {
  string: (field) =>
    field.enum
      ? choice(field.description, choices(field))
      : text(field.description, field.example as string, textOptions(field)),
  integer: (field) => integer(field.description, field.example as number, numberOptions(field)),
  number: (field) => decimal(field.description, field.example as number, numberOptions(field)),
  boolean: ({ description, example }) => bool(description, example as boolean),
  timestamp: ({ description, example }) => timestamp(description, example as string | number),
  date: ({ description, example }) => date(description, example as string),
  object: ({ description, fields = {}, example }) =>
    object(description, mapValues(fields, fieldOf), example as object),
  array: ({ description, items, example }) =>
    list(description, fieldOf(items!), example as readonly unknown[]),
}

function mapValues<From, To>(
  members: Readonly<Record<string, From>>,
  convert: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, convert(value)]))
}
