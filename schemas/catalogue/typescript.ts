/** Catalogue: writes event types as a TypeScript module. A misspelt field of an object literal does not compile. */
import type { EventType } from '../event_type.ts'
import { moduleOf, type FieldShape, type Structure } from './structures.ts'

/** Returns a module with an interface for each event type, and their union `SluiceEvent`. */
export function typescriptModule(types: Iterable<EventType>): string {
  const { context, events } = moduleOf(types, { otherNames: true })
  const names = events.filter(({ eventName }) => eventName !== undefined).map(({ name }) => name)
  const union = names.length > 0 ? names.map((name) => `\n  | ${name}`).join('') : ' never'
  return [
    '// Written by Sluice from its event types. Do not change it: write it again.\n',
    ...[...context, ...events].map(interfaceOf),
    `/** An event of one of these types. */\nexport type SluiceEvent =${union}\n`,
  ].join('\n')
}

function interfaceOf({ name, description, members, eventName, deprecated }: Structure): string {
  const about = deprecated === undefined ? description : `${description} @deprecated ${deprecated}`
  const head = `${comment(about, '')}export interface ${name}`
  const lines = members.map(
    (member) =>
      `${comment(member.description, '  ')}  ${member.name}${member.isRequired ? '' : '?'}: ${typeOf(member.shape)}\n`,
  )
  return eventName === undefined
    ? `${head} {\n${lines.join('')}}\n`
    : `${head} extends ContextFields {\n  event_name: ${JSON.stringify(eventName)}\n${lines.join('')}}\n`
}

function comment(text: string, indent: string): string {
  return text === '' ? '' : `${indent}/** ${text} */\n`
}

function typeOf(shape: FieldShape): string {
  switch (shape.kind) {
    case 'choice':
      return shape.values.map((value) => JSON.stringify(value)).join(' | ')
    case 'list':
      return `readonly (${typeOf(shape.element)})[]`
    case 'structure':
      return shape.name
    default:
      return plainTypes[shape.kind]
  }
}

/** A timestamp is RFC 3339, or a Unix time. */
const plainTypes = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  timestamp: 'string | number',
  object: 'Readonly<Record<string, unknown>>',
  any: 'unknown',
} as const
