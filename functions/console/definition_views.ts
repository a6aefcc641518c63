/** Console: makes the statements that create the typed views of saved event types and extensions. */
import type { Definition } from '../../schemas/definition_schema.ts'
import { eventTypeOf } from '../../schemas/definition_event.ts'
import { extendedType, extendedViewName } from '../../schemas/definition_extension.ts'
import { eventView } from '../../schemas/views/event_view.ts'
import { identifier, type View } from '../../schemas/views/view.ts'
import type { Statement } from './statement.ts'

type Place = Readonly<{ project: string; dataset: string }>

/** Creates the typed view of an event type. Only a later version replaces the view. */
export function createView(definition: Definition, place: Place, isFirst: boolean): Statement {
  return statementOf(eventView(eventTypeOf(definition), locateIn(place)), place, isFirst)
}

/** Creates the view of a standard event type with the fields of an extension. */
export function createExtendedView(extension: Definition, place: Place, isFirst: boolean): Statement {
  const view = eventView(extendedType(extension), locateIn(place), extendedViewName(extension.name))
  return statementOf(view, place, isFirst)
}

function locateIn({ project, dataset }: Place): (name: string) => string {
  return (name) => `\`${project}.${dataset}.${name}\``
}

function statementOf(view: View, place: Place, isFirst: boolean): Statement {
  const create = isFirst ? 'CREATE VIEW IF NOT EXISTS' : 'CREATE OR REPLACE VIEW'
  return {
    name: 'make_event_view',
    sql: `${create} ${viewText(view, locateIn(place))}`,
    isWholeNamed: true,
  }
}

function viewText({ name, description, columns, query }: View, locate: (name: string) => string): string {
  return `${locate(name)} (
  ${columns.map((column) => `${identifier(column.name)} OPTIONS (description = ${literal(column.description)})`).join(',\n  ')}
)
OPTIONS (description = ${literal(description)})
AS ${query}`
}

/** Returns a text as a GoogleSQL literal: DDL has no parameters.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical#string_and_bytes_literals */
function literal(value: string): string {
  return `'${value
    .toWellFormed()
    .replace(/[\\'"`]/g, '\\$&')
    .replace(
      /[\p{Cc}\u2028\u2029]/gu,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )}'`
}
