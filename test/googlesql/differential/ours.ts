/** Differential test: what the local BigQuery's compiler says of a statement. */
import type { Catalog } from '../../../local/bigquery/googlesql/catalog.ts'
import { compileDelete, compileInsert, compileUpdate } from '../../../local/bigquery/googlesql/dml.ts'
import { compileQuery, newContext, parseScript, SqlError, Unsupported } from '../../../local/bigquery/googlesql/index.ts'
import { compileMerge } from '../../../local/bigquery/googlesql/merge.ts'
import { bindParameter } from '../../../local/bigquery/googlesql/resolver/parameter.ts'
import { typeName, type Type } from '../../../local/bigquery/googlesql/types.ts'
import type { Statement } from './corpus.ts'
import { project, warehouse } from './schema.ts'

export interface Verdict {
  error?: SqlError
  columns?: { name: string; type: string }[]
}

export const parameterTyped = ({ parameters }: Statement): { name: string; type: Type }[] =>
  parameters.map((parameter) => ({ name: parameter.name!, type: bindParameter(parameter).type }))

export function compileOurs({ sql, parameters }: Statement, catalog: Catalog): Verdict {
  try {
    const [statement, ...more] = parseScript(sql)
    if (more.length > 0) throw new Unsupported('A script')
    const context = newContext(sql, catalog, { project, user: '', defaultDataset: { project, dataset: warehouse }, parameters })
    switch (statement!.kind) {
      case 'query':
        return { columns: compileQuery(statement!.query, context).columns.map(({ name, type }) => ({ name, type: typeName(type) })) }
      case 'insert':
        compileInsert(statement!, context)
        return {}
      case 'update':
        compileUpdate(statement!, context)
        return {}
      case 'delete':
        compileDelete(statement!, context)
        return {}
      case 'merge':
        compileMerge(statement!, context)
        return {}
      default:
        throw new Unsupported(statement!.kind)
    }
  } catch (error) {
    if (error instanceof SqlError) return { error }
    throw error
  }
}
