/** Command line: tool `catalogue`: the event types, and the tables and views that a query may read. */
import { Type } from 'typebox'
import { eventTypeResource, eventTypeSummary } from '../../../schemas/catalogue/resources.ts'
import { usableDefinition } from '../../../schemas/definition.ts'
import { eventTypeOf } from '../../../schemas/definition_event.ts'
import type { EventType } from '../../../schemas/event_type.ts'
import { eventTypes } from '../../../schemas/event_types.ts'
import { nearest } from '../../../schemas/nearest.ts'
import type { ConsoleApi } from '../../environment/console_api.ts'
import { CliError } from '../../terminal/cli_error.ts'
import { readables } from '../readable.ts'
import { defineTool } from '../tool.ts'

function name(description: string) {
  return Type.Optional(Type.String({ minLength: 1, maxLength: 128, description }))
}

export const catalogueTool = defineTool({
  name: 'catalogue',
  title: 'Look up event types, tables and views',
  description:
    'Without arguments, lists the event types and the tables and views that the tool query may read. With event_type, describes the fields of one type; with table, the columns of one table or view, and which of them are masked.',
  input: Type.Object(
    { event_type: name('Name of an event type.'), table: name('Name of a table or view.') },
    { additionalProperties: false },
  ),
  run: async ({ event_type: type, table }, { console }) => {
    const types = type === undefined && table !== undefined ? undefined : await knownTypes(await console())
    if (type === undefined && table === undefined)
      return {
        event_types: [...types!.values()].map(eventTypeSummary),
        tables: [...readables().values()].map(({ name: each, description }) => ({ name: each, description })),
      }
    return {
      ...(type !== undefined && { event_type: eventTypeResource(named(type, types!, 'event type')) }),
      ...(table !== undefined && { table: named(table, readables(), 'readable table or view') }),
    }
  },
})

/** The standard event types, and the latest versions of those that were saved in the console. */
async function knownTypes(console: ConsoleApi): Promise<ReadonlyMap<string, EventType>> {
  const { versions } = (await console.get('definitions')) as {
    versions: readonly { kind: string; definition: unknown }[]
  }
  const types = new Map(eventTypes)
  // The latest version comes first.
  for (const { kind, definition } of versions) {
    const usable = kind === 'event' ? usableDefinition(definition) : { problems: [] }
    if ('definition' in usable && !types.has(usable.definition.name))
      types.set(usable.definition.name, eventTypeOf(usable.definition))
  }
  return types
}

function named<Value>(asked: string, known: ReadonlyMap<string, Value>, what: string): Value {
  const found = known.get(asked)
  if (found !== undefined) return found
  const meant = nearest(asked, known.keys())
  const hint =
    meant === undefined ? 'Call catalogue without arguments for the list.' : `Did you mean ${meant}?`
  throw new CliError('NOT_FOUND', `No ${what} has the name "${asked}". ${hint}`)
}
