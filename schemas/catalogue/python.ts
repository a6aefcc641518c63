/** Catalogue: writes event types as a Python module of TypedDicts, for type checkers. */
import type { EventType } from '../event_type.ts'
import { moduleOf, type FieldShape, type Structure } from './structures.ts'

/** Returns a module for Python 3.11 or later. */
export function pythonModule(types: Iterable<EventType>): string {
  const { context, events } = moduleOf(types, { otherNames: true })
  return [
    '# Written by Sluice from its event types. Do not change it: write it again.\n' +
      'from typing import Any, Literal, NotRequired, TypedDict\n',
    ...context.map(withoutEventName).map((structure) => dictionaryOf(structure)),
    ...events.map((structure) =>
      structure.eventName === undefined
        ? dictionaryOf(structure)
        : `${dictionaryOf(structure, `_${structure.name}Fields`)}\n${eventClass(structure)}`,
    ),
  ].join('\n')
}

/** A TypedDict cannot narrow a member that it inherits. */
function withoutEventName({ members, ...structure }: Structure): Structure {
  return { ...structure, members: members.filter(({ name }) => name !== 'event_name') }
}

// The functional form, because names of fields can be keywords, such as `class`.
function dictionaryOf({ description, members, ...structure }: Structure, name = structure.name): string {
  const lines = members.map(
    (member) =>
      `${comment(member.description, '    ')}    ${JSON.stringify(member.name)}: ${
        member.isRequired ? typeOf(member.shape) : `NotRequired[${typeOf(member.shape)}]`
      },\n`,
  )
  const about = structure.eventName === undefined ? comment(description, '') : ''
  return `${about}${name} = TypedDict("${name}", {\n${lines.join('')}})\n`
}

function eventClass({ name, description, eventName, deprecated }: Structure): string {
  const about = deprecated === undefined ? description : `${description} Deprecated: ${deprecated}`
  return `class ${name}(ContextFields, _${name}Fields):\n${comment(about, '    ')}    event_name: Literal[${JSON.stringify(eventName)}]\n`
}

function comment(text: string, indent: string): string {
  return text === '' ? '' : `${indent}# ${text}\n`
}

function typeOf(shape: FieldShape): string {
  switch (shape.kind) {
    case 'choice':
      return `Literal[${shape.values.map((value) => JSON.stringify(value.toWellFormed())).join(', ')}]`
    case 'list':
      return `list[${typeOf(shape.element)}]`
    case 'structure':
      return shape.name
    default:
      return plainTypes[shape.kind]
  }
}

/** A timestamp is RFC 3339, or a Unix time. */
const plainTypes = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  timestamp: 'str | float',
  object: 'dict[str, Any]',
  any: 'Any',
} as const
