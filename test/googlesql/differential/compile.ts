/** Differential test: compiles a statement with the local BigQuery's compiler. */
import {
  compileDml,
  compileQuery,
  isDml,
  newContext,
  parseScript,
  SqlError,
  Unsupported,
  type Catalog,
  type ResultColumn,
} from '../../../packages/bigquery-emulator/src/googlesql/index.ts'
import type { Statement } from './corpus.ts'
import { project, warehouse } from './schema.ts'

export type Compilation =
  /** `columns` is undefined if the statement is not a query. */
  { error?: undefined; columns: readonly ResultColumn[] | undefined } | { error: SqlError }

/** Compiles one statement. Rethrows internal errors. */
export function compile({ sql, parameters }: Statement, catalog: Catalog): Compilation {
  try {
    return { columns: columnsOf(sql, parameters, catalog) }
  } catch (error) {
    if (error instanceof SqlError) return { error }
    throw error
  }
}

function columnsOf(
  sql: string,
  parameters: Statement['parameters'],
  catalog: Catalog,
): readonly ResultColumn[] | undefined {
  const [statement, ...more] = parseScript(sql)
  if (!statement || more.length > 0) throw new Unsupported('A script')
  const defaultDataset = { project, dataset: warehouse }
  const context = newContext(sql, catalog, { project, user: '', defaultDataset, parameters })
  if (statement.kind === 'query') return compileQuery(statement.query, context).columns
  // Only statements whose expressions can be compared.
  if (statement.kind === 'truncate' || !isDml(statement)) throw new Unsupported(`Statement ${statement.kind}`)
  compileDml(statement, context)
  return undefined
}
