/** Differential test: collects the statements of the repository, from which the generator starts. */
import { fileURLToPath } from 'node:url'
import type { QueryParameter } from '../../../packages/bigquery-emulator/src/googlesql/index.ts'
import { actionSources } from '../../../cli/lint_sql/action_sources.ts'
import { sqlFences } from '../../../cli/lint_sql/sources.ts'
import { actions, syncs } from '../../../schemas/derived_types.ts'
import { views } from '../../../schemas/views.ts'
import { sections } from '../../../packages/bigquery-emulator/test/support/semantics.ts'
import { nameSections } from '../../../packages/bigquery-emulator/test/support/semantics_names.ts'
import { textSections } from '../../../packages/bigquery-emulator/test/support/semantics_text.ts'
import { splitPaths } from '../paths.ts'
import { project, readCorpus, warehouse } from './schema.ts'
import { seeds } from './seeds.ts'

/** One statement, with the parameters it may use. */
export interface Statement {
  sql: string
  parameters: readonly QueryParameter[]
}

/** The parameters that every statement may use. */
export const commonParameters: readonly QueryParameter[] = [
  parameter('s', 'STRING'),
  parameter('i', 'INT64'),
  parameter('f', 'FLOAT64'),
  parameter('b', 'BOOL'),
  parameter('t', 'TIMESTAMP'),
  parameter('d', 'DATE'),
  parameter('list', 'ARRAY<STRING>'),
]

function parameter(name: string, type: string): QueryParameter {
  const element = /^ARRAY<(.+)>$/.exec(type)?.[1]
  return element === undefined
    ? { name, parameterType: { type } }
    : { name, parameterType: { type: 'ARRAY', arrayType: { type: element } } }
}

/** Returns every statement, with paths in backquotes split, so that a change can affect one part. */
export async function readStatements(): Promise<readonly Statement[]> {
  const locate = (name: string): string => `\`${project}.${warehouse}.${name}\``
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const { queries } = await readCorpus()
  const statement = (sql: string, own: readonly QueryParameter[] = []): Statement => ({
    sql: splitPaths(sql.trim().replace(/;$/, ''), () => true).text,
    parameters: [...commonParameters, ...own],
  })
  return [
    ...seeds.map((sql) => statement(sql)),
    ...queries.map(({ sql, params = {} }) =>
      statement(
        sql,
        Object.entries(params).map(([name, [type]]) => parameter(name, type)),
      ),
    ),
    ...[...sections, ...textSections, ...nameSections].flatMap(({ cases }) =>
      cases.flatMap(([sql, expected]) => (expected instanceof RegExp ? [] : [statement(`SELECT ${sql}`)])),
    ),
    ...views(project, warehouse).map(({ query }) => statement(query)),
    ...[...syncs.values()].map(({ model }) => statement(model(locate))),
    ...actionSources([...actions.values()], locate).map(({ text, parameters }) =>
      statement(text, parameters),
    ),
    ...(await sqlFences(root)).map(({ text }) => statement(text)),
  ]
}
