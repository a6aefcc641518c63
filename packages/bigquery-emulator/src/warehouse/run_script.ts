/** Runs a script: compiles each statement against the catalog that the previous ones left. */
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Query } from '../googlesql/ast.ts'
import type { Rights, Routine, StoredTable } from '../googlesql/catalog.ts'
import { compileDml, isDml, type DmlStatement } from '../googlesql/compile_dml.ts'
import type { CompiledDml } from '../googlesql/dml.ts'
import {
  columnsRead,
  compileQuery,
  newContext,
  parseScript,
  type ColumnsRead,
  type CompileOptions,
} from '../googlesql/index.ts'
import { checkRoutine } from '../googlesql/resolver/call.ts'
import { errorAt, type Context } from '../googlesql/resolver/context.ts'
import type { Statement } from '../googlesql/statement_ast.ts'
import { observeStatement } from '../recording.ts'
import { inStreamingBuffer } from '../streaming/streaming_buffer.ts'
import { ApiError } from './api_error.ts'
import { runDdl } from './ddl.ts'
import { isRefusedSql } from './failure.ts'
import { noRows, type StatementResult } from './statement_result.ts'
import { billedBytes } from './table_sizes.ts'
import type { Warehouse } from './warehouse.ts'

export interface RunOptions extends CompileOptions {
  rights: Rights
  /** True to check the statements without running them. */
  dryRun: boolean
  /** Limit above which a query is refused. */
  maximumBytesBilled?: bigint | undefined
}

/** Runs the script and returns the result of the last statement. */
export async function runScript(
  warehouse: Warehouse,
  text: string,
  options: RunOptions,
): Promise<StatementResult> {
  const temporary = new Map<string, Routine>()
  let result = noRows('SCRIPT')
  const statements = parseScript(text)
  for (const statement of statements) {
    const newStatementContext = (): Context => newContext(text, warehouse.catalog, { ...options, temporary })
    const accepted = observeStatement(statement.text, warehouse.catalog, { ...options, temporary })
    result =
      statement.kind === 'query'
        ? await runQuery(warehouse, statement.query, newStatementContext, options)
        : await runStatement(warehouse, statement, newStatementContext(), options, temporary)
    accepted()
  }
  const isScript = statements.filter((statement) => !isTemporaryFunction(statement)).length > 1
  return isScript ? ofScript(result) : result
}

/** True for CREATE TEMP FUNCTION, which belongs to the query that follows. */
function isTemporaryFunction(statement: Statement): boolean {
  return statement.kind === 'createFunction' && statement.temporary
}

/** The result of a script: the rows of its last statement, without what only that statement did. */
function ofScript({ columns, rows, fields, bytesProcessed }: StatementResult): StatementResult {
  return {
    statementType: 'SCRIPT',
    columns,
    rows,
    fields,
    ...(bytesProcessed !== undefined && { bytesProcessed }),
  }
}

/** Maximum attempts of a query whose tables are replaced between its compilation and its run. */
const maxAttempts = 5

async function runQuery(
  warehouse: Warehouse,
  query: Query,
  newStatementContext: () => Context,
  { dryRun, maximumBytesBilled }: RunOptions,
): Promise<StatementResult> {
  for (let attempt = 1; ; attempt++) {
    const { sql, columns, reads } = compileQuery(query, newStatementContext())
    try {
      if (dryRun) {
        await prepare(warehouse, sql)
        const bytesProcessed = await warehouse.sizes.bytes(reads)
        return { statementType: 'SELECT', columns, rows: [], bytesProcessed }
      }
      const bytesProcessed =
        maximumBytesBilled === undefined ? undefined : await demandCheap(warehouse, reads, maximumBytesBilled)
      const rows = await warehouse.readers.use(async (connection) =>
        (await connection.runAndReadAll(sql)).getRows(),
      )
      return {
        statementType: 'SELECT',
        columns,
        rows,
        ...(bytesProcessed !== undefined && { bytesProcessed }),
      }
    } catch (error) {
      if (attempt === maxAttempts || !isReplaced(error)) throw error
      await warehouse.writer.settled()
    }
  }
}

/** Returns the bytes that the query reads. Throws if more would be billed than allowed. */
async function demandCheap(
  warehouse: Warehouse,
  reads: readonly ColumnsRead[],
  most: bigint,
): Promise<Awaited<ReturnType<Warehouse['sizes']['bytes']>>> {
  const bytes = await warehouse.sizes.bytes(reads)
  const billed = billedBytes(bytes, reads.length)
  if (billed > most)
    throw new ApiError(
      'bytesBilledLimitExceeded',
      `Query exceeded limit for bytes billed: ${most}. ${billed} or higher required.`,
    )
  return bytes
}

/** Checks a statement with DuckDB without running it. A dry run ignores errors that its constants would cause at run time. */
function prepare(warehouse: Warehouse, sql: string): Promise<void> {
  return warehouse.readers.use(async (connection) => {
    try {
      ;(await connection.prepare(sql)).destroySync()
    } catch (error) {
      if (isRefusedSql(error)) throw error
    }
  })
}

/** True if a stored table was dropped between the compilation of a query and its run. */
function isReplaced(error: unknown): boolean {
  return error instanceof Error && /Table with name t\d+ does not exist/.test(error.message)
}

async function runStatement(
  warehouse: Warehouse,
  statement: Exclude<Statement, { kind: 'query' }>,
  context: Context,
  options: RunOptions,
  temporary: Map<string, Routine>,
): Promise<StatementResult> {
  if (isDml(statement)) return runDml(warehouse, statement, context, options)
  if (statement.kind !== 'createFunction' || !statement.temporary)
    return runDdl(warehouse, statement, context, options)
  checkRoutine(statement, context)
  temporary.set(statement.path.parts.at(-1)!.toLowerCase(), {
    name: statement.path.parts.join('.'),
    parameters: statement.parameters,
    returns: statement.returns,
    body: statement.body,
    source: context.source,
  })
  return noRows('CREATE_FUNCTION', { ddlOperation: 'CREATE' })
}

/** Compiles and runs DML in one transaction of the writer, so that no DDL runs between the two. */
async function runDml(
  warehouse: Warehouse,
  statement: DmlStatement,
  context: Context,
  { dryRun }: RunOptions,
): Promise<StatementResult> {
  const statementType = statement.kind === 'truncate' ? 'TRUNCATE_TABLE' : statement.kind.toUpperCase()
  const compile = (): CompiledDml => compileDml(statement, context)
  if (dryRun) {
    const { sql, table } = compile()
    await prepare(warehouse, sql)
    const rewritten = ['insert', 'truncate'].includes(statement.kind)
      ? []
      : [{ table, columns: table.columns }]
    const bytesProcessed = await warehouse.sizes.bytes([...columnsRead(sql, context), ...rewritten])
    const fields = warehouse.catalog.tableResource(table)?.schema?.fields
    return noRows(statementType, { bytesProcessed, fields })
  }
  let written: StoredTable | undefined
  const run = async (connection: DuckDBConnection): Promise<StatementResult> => {
    const { sql, table, changed, ambiguous } = compile()
    if (ambiguous !== undefined && (await connection.runAndReadAll(ambiguous)).getRows().length > 0)
      throw errorAt(context, 'UPDATE/MERGE must match at most one source row for each target row')
    const buffered = changed && warehouse.streamingBuffer.condition(table, changed.alias)
    if (changed && buffered !== undefined) {
      const rows = await connection.runAndReadAll(`${changed.where(buffered)} LIMIT 1`)
      if (rows.getRows().length > 0) throw inStreamingBuffer(table)
    }
    const reader = await connection.runAndReadAll(sql)
    written = table
    return noRows(statementType, { affected: Number(reader.getRows()[0]?.[0] ?? 0) })
  }
  return warehouse.writer.transaction(run, () =>
    statement.kind === 'insert' ? warehouse.changes.noteAdded(written!) : warehouse.changes.note(written!),
  )
}
