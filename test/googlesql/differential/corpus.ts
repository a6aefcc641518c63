/** Differential test: the statements of the repository that the generator starts from. */
import { fileURLToPath } from 'node:url'
import type { QueryParameter } from '../../../local/bigquery/googlesql/index.ts'
import { tokenize } from '../../../local/bigquery/googlesql/lexer.ts'
import { actionSources } from '../../../local/bigquery/lint_actions.ts'
import { sqlFences } from '../../../local/bigquery/lint_sources.ts'
import { actions, syncs } from '../../../schemas/derived_types.ts'
import { views } from '../../../schemas/views.ts'
import { sections } from '../../bigquery/semantics.ts'
import { textSections } from '../../bigquery/semantics_text.ts'
import { project, readCorpus, warehouse } from './schema.ts'
import { seeds } from './seeds.ts'

/** One statement, with the parameters it may use. */
export interface Statement {
  sql: string
  parameters: readonly QueryParameter[]
}

/** Parameters that every statement may use. */
const common: readonly QueryParameter[] = [
  ['s', 'STRING'],
  ['i', 'INT64'],
  ['f', 'FLOAT64'],
  ['b', 'BOOL'],
  ['t', 'TIMESTAMP'],
  ['d', 'DATE'],
].map(([name, type]): QueryParameter => ({ name: name!, parameterType: { type: type! } }))
const list: QueryParameter = {
  name: 'list',
  parameterType: { type: 'ARRAY', arrayType: { type: 'STRING' } },
}

function parameter(name: string, type: string): QueryParameter {
  const element = /^ARRAY<(.+)>$/.exec(type)?.[1]
  return element === undefined
    ? { name, parameterType: { type } }
    : { name, parameterType: { type: 'ARRAY', arrayType: { type: element } } }
}

/** `a.b.c` between backticks as three names, since Google's analyzer leaves such paths to the service around it. */
export function splitPaths(sql: string): string {
  let result = ''
  let end = 0
  for (const token of tokenize(sql)) {
    if (!token.quoted || !token.text.includes('.')) continue
    result += sql.slice(end, token.start) + token.text.split('.').map((part) => `\`${part}\``).join('.')
    end = token.end
  }
  return result + sql.slice(end)
}

export async function readStatements(): Promise<Statement[]> {
  const locate = (name: string): string => `\`${project}.${warehouse}.${name}\``
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const corpus = await readCorpus()
  const statement = (sql: string, own: readonly QueryParameter[] = []): Statement => ({
    sql: splitPaths(sql.trim().replace(/;$/, '')),
    parameters: [...common, list, ...own],
  })
  const all = [
    ...seeds.map((sql) => statement(sql)),
    ...corpus.queries.map(({ sql, params = {} }) =>
      statement(sql, Object.entries(params).map(([name, [type]]) => parameter(name, type))),
    ),
    ...[...sections, ...textSections].flatMap(({ cases }) => 
      cases.flatMap(([sql, expected]) => (expected instanceof RegExp ? [] : [statement(`SELECT ${sql}`)])),
    ),
    ...views(project, warehouse).map(({ query }) => statement(query)),
    ...[...syncs.values()].map(({ model }) => statement(model(locate))),
    ...actionSources([...actions.values()], locate).map(({ text, parameters }) => statement(text, parameters)),
    ...(await sqlFences(root)).map(({ text }) => statement(text)),
  ]
  return all
}
