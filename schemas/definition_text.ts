/** Saved definitions: prints a definition as a TypeScript file for schemas/events/. */
import type { Definition, FieldDefinition } from './definition_schema.ts'
import { choices, exampleOf, numberOptions, textOptions } from './definition_event.ts'

/** The source text of a file `schemas/events/<name>.ts` that declares the event type. */
export function toTypeScript(definition: Definition): string {
  const { name, version, description, mode = 'open', fields, required = [], aliases = {} } = definition
  const { owner, status, deprecation, supersedes } = definition
  const lifecycle = Object.entries({ owner, status, deprecation, supersedes })
  const used = new Set<string>()
  const members = Object.entries(fields).map(
    ([field, about]) => `    ${field}: ${expressionOf(about, used)},`,
  )
  const body = [
    `  name: ${literal(name)},`,
    `  version: ${literal(version)},`,
    `  description: ${literal(description)},`,
    ...lifecycle.flatMap(([member, value]) =>
      value === undefined ? [] : [`  ${member}: ${literal(value)},`],
    ),
    ...(mode === 'strict' ? [`  mode: 'strict',`] : []),
    ...(members.length > 0 ? ['  fields: {', ...members, '  },'] : ['  fields: {},']),
    ...(required.length > 0 ? [`  required: ${literal(required)},`] : []),
    ...(Object.keys(aliases).length > 0 ? [`  aliases: ${literal(aliases)},`] : []),
    `  examples: [${literal(exampleOf(name, fields))}],`,
  ].join('\n')
  const imported =
    used.size > 0 ? `import { ${[...used].toSorted().join(', ')} } from '../context/field.ts'\n` : ''
  return (
    `/** ${inComment(description)} */\n${imported}import { defineEvent } from '../event_type.ts'\n\n` +
    `export const ${name} = defineEvent({\n${body}\n})\n`
  )
}

/** A field as a call of its constructor in schemas/context/field.ts. Adds the names to import to `used`. */
function expressionOf(field: FieldDefinition, used: Set<string>): string {
  const [constructor, ...values] = calls[field.type](field, used)
  used.add(constructor!)
  const plain = `${constructor}(${values.join(', ')})`
  if (!field.personal) return plain
  used.add('personal')
  return `Object.assign(${plain}, personal)`
}

const calls: Readonly<
  Record<FieldDefinition['type'], (field: FieldDefinition, used: Set<string>) => string[]>
> = {
  string: (field) =>
    field.enum
      ? ['choice', literal(field.description), literal(choices(field))]
      : ['text', ...about(field), ...options(textOptions(field))],
  integer: (field) => ['integer', ...about(field), ...options(numberOptions(field))],
  number: (field) => ['decimal', ...about(field), ...options(numberOptions(field))],
  boolean: (field) => ['bool', ...about(field)],
  timestamp: (field) => ['timestamp', ...about(field)],
  date: (field) => ['date', ...about(field)],
  object: ({ description, fields = {}, example }, used) => {
    const members = Object.entries(fields).map(([name, member]) => `${name}: ${expressionOf(member, used)}`)
    return ['object', literal(description), `{ ${members.join(', ')} }`, literal(example)]
  },
  array: ({ description, items, example }, used) => [
    'list',
    literal(description),
    expressionOf(items!, used),
    literal(example),
  ],
}

function about({ description, example }: FieldDefinition): string[] {
  return [literal(description), literal(example)]
}

/** The options argument; empty if there are none. */
function options(keywords: object): string[] {
  return Object.keys(keywords).length > 0 ? [literal(keywords)] : []
}

/** A value as a TypeScript literal: strings in single quotes, names without quotes where possible. */
function literal(value: unknown): string {
  if (typeof value === 'string') {
    const inner = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
    return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
  }
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, member]) =>
      `${/^[a-z_][a-z0-9_]*$/i.test(name) && name !== '__proto__' ? name : `[${literal(name)}]`}: ${literal(member)}`,
  )
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}'
}

function inComment(text: string): string {
  return text.replaceAll('*/', '* /').replace(/\s+/g, ' ')
}
