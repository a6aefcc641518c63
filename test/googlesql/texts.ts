/** SQL lint: lists the SQL texts of the repository that are not views of the Pulumi program, and the typed view of a saved definition. */
import { createExtendedView, createView } from '../../functions/console/definition_views.ts'
import { questions } from '../../functions/console/questions/index.ts'
import { parametersOf, textsOf } from '../../functions/console/questions/question.ts'
import { overviewQueries } from '../../functions/console/queries/index.ts'
import { periodParameters, parameterTypes } from '../../functions/console/queries/query.ts'
import type { Parameter, Parameters } from '../../functions/google/warehouse.ts'
import { linkStatement } from '../../functions/people/links.ts'
import { keepPromisesStatement, promisesQuery } from '../../functions/reconcile/broken_promises.ts'
import { settledHoursQuery, storedHoursQuery } from '../../functions/health/changed_hours.ts'
import { countTrafficStatement } from '../../functions/health/count_traffic.ts'
import { countErrorsStatement } from '../../functions/health/count_errors.ts'
import { countedHoursQuery, countStatement } from '../../functions/health/count_hours.ts'
import { flowQuery, healthParameters, outcomesQuery } from '../../functions/health/measure.ts'
import { syncRunsQuery } from '../../functions/health/late_syncs.ts'
import { quarantineQuery } from '../../functions/health/quarantine_surge.ts'
import { volumeQuery } from '../../functions/health/volume.ts'
import { countOfEvents, sampleOfEvents } from '../../functions/replay/impact_selection.ts'
import { outcomesStatement, selectionOf, selectionParameters } from '../../functions/replay/selection.ts'
import { diffStatement } from '../../functions/sync/diff.ts'
import { parameterType } from '../../packages/bigquery-emulator/src/googlesql/resolver/parameter.ts'
import {
  arrayOf,
  INT64,
  scalarNamed,
  STRING,
  TIMESTAMP,
  type Type,
} from '../../packages/bigquery-emulator/src/googlesql/types.ts'
import { queryTexts } from '../../cli/lint_sql/index.ts'
import type { Definition, FieldDefinition } from '../../schemas/definition_schema.ts'
import { eventTypeOf } from '../../schemas/definition_event.ts'
import { syncs } from '../../schemas/derived_types.ts'
import type { RunRequest } from '../../schemas/run_request.ts'
import { eventView } from '../../schemas/views/event_view.ts'
import type { Column } from '../../schemas/warehouse/column.ts'
import type { Place } from './catalog.ts'
import type { Text } from './check.ts'
import type { DeclaredView } from './graph_sql.ts'

const example: Readonly<Record<FieldDefinition['type'], unknown>> = {
  string: 'a',
  integer: 1,
  number: 1.5,
  boolean: true,
  timestamp: '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  object: { inner: 'a' },
  array: ['a'],
}

const description = 'A field that isn\'t like the others: "quoted", with a `backquote` and a \\.'
const inner: FieldDefinition = { type: 'string', description, example: 'a' }

/** A definition with a field of every type. */
export const definition: Definition = {
  name: 'order_inspected',
  version: '1.0',
  description,
  fields: Object.fromEntries(
    Object.entries(example).map(([type, value]) => [
      `${type}_field`,
      {
        type: type as FieldDefinition['type'],
        description,
        example: value,
        ...(type === 'object' && { fields: { inner } }),
        ...(type === 'array' && { items: inner }),
      },
    ]),
  ),
}

/** Returns the typed view of `definition` like a view of the program. */
export function definitionView({ project, dataset }: Place): DeclaredView {
  const { name, query, columns } = eventView(eventTypeOf(definition), locateIn({ project, dataset }))
  const named = columns.map((column) => ({ name: column.name, type: columnType(column) }))
  return { project, dataset, table: name, query, columns: named, required: [] }
}

const from = '2026-01-01T00:00:00Z'
const replay: RunRequest<'replay'> = { destination: 'hook', from, to: '2026-01-02T00:00:00Z' }

export async function repositoryTexts(place: Place): Promise<readonly Text[]> {
  const locate = locateIn(place)
  const run = { run: STRING, sync: STRING, destination: STRING }
  const cursor = { receivedAt: from, eventId: '' }
  const asked = { run: 'run', requestedAt: from, to: replay.to, cursor }
  return [
    ...(await queryTexts(locate)).map(({ name, text, parameters = [] }) => ({
      name,
      sql: text,
      parameters: parameters.map(({ name, parameterType: type }) => ({ name, type: parameterType(type!) })),
    })),
    ...[true, false].map((isFirst) => ({
      name: `view of a saved definition, ${isFirst ? 'first' : 'next'} version`,
      sql: createView(definition, place, isFirst).sql,
    })),
    {
      name: 'view of a standard event type with the fields of an extension',
      sql: createExtendedView({ ...definition, name: 'purchase', required: [] }, place, true).sql,
    },
    ...overviewQueries.flatMap(({ name, sql, counted }) =>
      [sql, ...(counted === undefined ? [] : [counted])].map((text, index) => ({
        name: `query ${name} of the console${index === 0 ? '' : ', counted'}`,
        sql: text,
        parameters: periodParameters(text).map((parameter) => ({
          name: parameter,
          type: scalarNamed(parameterTypes[parameter])!,
        })),
      })),
    ),
    ...questions.flatMap((question) =>
      textsOf(question).map((sql, index) => ({
        name: `question ${question.name} of the console, ${index}`,
        sql,
        parameters: parametersOf(question)
          .filter(({ name }) => sql.includes(`@${name}`))
          .map(({ name, type }) => ({
            name,
            type:
              type === 'STRING[]'
                ? parameterType({ type: 'ARRAY', arrayType: { type: 'STRING' } })
                : scalarNamed(type)!,
          })),
      })),
    ),
    ...[...syncs.values()].map((sync) => ({
      name: `changes of sync ${sync.name}`,
      sql: diffStatement(sync, locate),
      parameters: named({ ...run, now: TIMESTAMP, first: { kind: 'BOOL' } }),
    })),
    ...[true, false].map((asksConsent) => ({
      name: `events of a replay ${asksConsent ? 'with' : 'without'} consent`,
      sql: selectionOf(locate, replay, 100, { asksConsent }),
      parameters: named(typesOf(selectionParameters(replay, asked))),
    })),
    ...[
      { name: 'number of events of an impact', sql: countOfEvents(locate) },
      ...[true, false].map((asksConsent) => ({
        name: `events of an impact ${asksConsent ? 'with' : 'without'} consent`,
        sql: sampleOfEvents(locate, {
          limit: 100,
          asksConsent,
          isWhole: asksConsent,
          ...(!asksConsent && { maxTextBytes: 1_000_000 }),
        }),
      })),
    ].map((text) => ({ ...text, parameters: named({ since: TIMESTAMP, until: TIMESTAMP }) })),
    {
      name: 'daily check of the promises',
      sql: promisesQuery(locate),
      parameters: named({ days: INT64, since: TIMESTAMP }),
    },
    {
      name: 'numbers of the daily check',
      sql: keepPromisesStatement(locate),
      parameters: named({ counts: { kind: 'ARRAY', element: STRING }, from: TIMESTAMP }),
    },
    {
      name: 'hourly traffic',
      sql: countTrafficStatement(locate),
      parameters: named({ from: TIMESTAMP, to: TIMESTAMP }),
    },
    {
      name: 'hourly errors',
      sql: countErrorsStatement(locate),
      parameters: named({ from: TIMESTAMP, to: TIMESTAMP }),
    },
    {
      name: 'hourly counts',
      sql: countStatement(locate),
      parameters: named({ from: TIMESTAMP, to: TIMESTAMP }),
    },
    ...Object.entries({
      countedHoursQuery,
      storedHoursQuery,
      settledHoursQuery,
      outcomesQuery,
      flowQuery,
      quarantineQuery,
      volumeQuery,
      syncRunsQuery,
    }).map(([name, query]) => {
      const sql = query(locate)
      return {
        name: `${name} of the health check`,
        sql,
        parameters: named(typesOf(healthParameters(0, sql))),
      }
    }),
    {
      name: 'links of people',
      sql: linkStatement(locate),
      parameters: named({ from: TIMESTAMP, to: TIMESTAMP }),
    },
    {
      name: 'outcomes of a replay',
      sql: outcomesStatement(locate),
      parameters: named({ ...run, started: TIMESTAMP }),
    },
  ]
}

function locateIn({ project, dataset }: Place): (name: string) => string {
  return (name) => `\`${project}.${dataset}.${name}\``
}

function named(types: Readonly<Record<string, Type>>): Text['parameters'] & {} {
  return Object.entries(types).map(([name, type]) => ({ name, type }))
}

function typesOf(parameters: Parameters): Readonly<Record<string, Type>> {
  return Object.fromEntries(Object.entries(parameters).map(([name, parameter]) => [name, typeOf(parameter)]))
}

function typeOf([type]: Parameter): Type {
  return typeof type === 'string' ? scalarNamed(type)! : arrayOf(scalarNamed(type[0])!)
}

function columnType({ type, mode, fields = [] }: Column): Type {
  const single: Type =
    type === 'RECORD'
      ? { kind: 'STRUCT', fields: fields.map((field) => ({ name: field.name, type: columnType(field) })) }
      : { kind: type }
  return mode === 'REPEATED' ? arrayOf(single) : single
}
