/** Command line: compiles the statement of an assistant with the compiler of the local BigQuery, against a catalog that has nothing. */
import {
  compileQuery,
  newContext,
  parseSingleQuery,
  SqlError,
  type Catalog,
} from '../../packages/bigquery-emulator/src/googlesql/index.ts'
import { refusedQuery } from './refused_query.ts'

/** Where a query can take further common tables. */
export interface Parsed {
  /** Offset of its first word or parenthesis, behind comments. */
  at: number
  /** True if it begins with WITH. */
  hasWith: boolean
}

/** Throws INVALID_ARGUMENT unless the text by itself, without anything around it, is one query. */
export function parseAlone(statement: string): Parsed {
  return explained(() => {
    const query = parseSingleQuery(statement)
    return { at: query.at, hasWith: query.with.length > 0 }
  }, 0)
}

/** Throws INVALID_ARGUMENT if the query uses anything but its own common tables and the functions of GoogleSQL. The statement begins on its second line. */
export function compileAlone(query: string, project: string): void {
  explained(() => {
    // No right is given: `rights` is asked before the catalog is, about every path that is not a common table.
    const context = newContext(query, nothing, { project, user: '', rights: none })
    compileQuery(parseSingleQuery(query), context)
  }, 1)
}

/** Turns the compiler's errors into refusals. Its positions count lines from one; `before` of them are not the caller's. */
function explained<Result>(compile: () => Result, before: number): Result {
  try {
    return compile()
  } catch (error) {
    if (!(error instanceof SqlError)) throw error
    const message = error.message
      .replace('is not supported by the local BigQuery', 'is not supported here')
      .replace(/ at \[(\d+):(\d+)\]$/, (_, line, column) => ` at [${Number(line) - before}:${column}]`)
    throw refusedQuery(`${message}.`)
  }
}

function refusePath(path: string): never {
  throw refusedQuery(`It names ${path}.`)
}

const none = {
  demandQuery: ({ project, dataset, table }: { project: string; dataset: string; table: string }) =>
    refusePath(`the table ${project}.${dataset}.${table} by its path`),
  demandTable: () => refusePath('a table by its path'),
  demandDataset: () => refusePath('a dataset'),
}

const nothing: Catalog = {
  hasDataset: () => refusePath('a dataset'),
  datasets: () => refusePath('INFORMATION_SCHEMA'),
  table: () => refusePath('a table by its path'),
  tables: () => refusePath('the tables of a dataset'),
  routine: () => refusePath('a function of a dataset'),
  routines: () => refusePath('the functions of a dataset'),
}
