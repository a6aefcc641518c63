/** Runs one statement of a script: compiles it against the catalog that the previous ones left. */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { isOutOfMemory } from '../duckdb/memory.ts'
import type { Rights, Routine, StoredTable } from '../googlesql/catalog.ts'
import { compileDml, isDml, type DmlStatement } from '../googlesql/compile_dml.ts'
import type { CompiledDml } from '../googlesql/dml.ts'
import {
  columnsRead,
  compileQuery,
  type ColumnsRead,
  type CompiledQuery,
  type CompileOptions,
} from '../googlesql/index.ts'
import { checkRoutine } from '../googlesql/resolver/call.ts'
import { errorAt, type Context } from '../googlesql/resolver/context.ts'
import type { Statement } from '../googlesql/statement_ast.ts'
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
  /** Throws if the job was cancelled or has run too long. Scripts call it between statements. */
  demandTime?: (() => void) | undefined
}

/** Runs a statement that is not procedural. `newContext` is called for each attempt to compile it. */
export async function runStatement(
  warehouse: Warehouse,
  statement: Statement,
  newContext: () => Context,
  options: RunOptions,
  temporary: Map<string, Routine>,
): Promise<StatementResult> {
  if (statement.kind === 'query') {
    const { query } = statement
    return runQuery(warehouse, () => compileQuery(query, newContext()), options)
  }
  const context = newContext()
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

/** Maximum attempts of a query whose tables are replaced between its compilation and its run. */
const maxAttempts = 5

async function runQuery(
  warehouse: Warehouse,
  compile: () => CompiledQuery,
  options: RunOptions,
): Promise<StatementResult> {
  if (!options.dryRun) {
    const { compiled, rows, bytesProcessed } = await readRows(warehouse, compile, options)
    const { columns } = compiled
    return { statementType: 'SELECT', columns, rows, ...(bytesProcessed !== undefined && { bytesProcessed }) }
  }
  return attempts(warehouse, async () => {
    const { sql, columns, reads } = compile()
    await prepare(warehouse, sql)
    const bytesProcessed = await warehouse.sizes.bytes(reads)
    return { statementType: 'SELECT', columns, rows: [], bytesProcessed }
  })
}

/** Compiles a query and reads its rows. */
export async function readRows<T extends Pick<CompiledQuery, 'sql' | 'reads'>>(
  warehouse: Warehouse,
  compile: () => T,
  { maximumBytesBilled }: Pick<RunOptions, 'maximumBytesBilled'>,
): Promise<{ compiled: T; rows: DuckDBValue[][]; bytesProcessed: bigint | undefined }> {
  return attempts(warehouse, async () => {
    const compiled = compile()
    const bytesProcessed =
      maximumBytesBilled === undefined
        ? undefined
        : await demandCheap(warehouse, compiled.reads, maximumBytesBilled)
    const rows = await warehouse.readers.use(async (connection) =>
      (await connection.runAndReadAll(compiled.sql)).getRows(),
    )
    return { compiled, rows, bytesProcessed }
  })
}

/** Runs the task again if a table that it reads was replaced meanwhile. */
async function attempts<T>(warehouse: Warehouse, task: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await task()
    } catch (error) {
      if (attempt === maxAttempts || !isReplaced(error)) throw error
      await warehouse.writer.settled()
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
  const noteChange = (): void =>
    statement.kind === 'insert' ? warehouse.changes.noteAdded(written!) : warehouse.changes.note(written!)
  for (;;)
    try {
      return await warehouse.writer.transaction(run, noteChange)
    } catch (error) {
      // Not every step of DuckDB spills: its joins that change rows keep them in memory.
      if (!isOutOfMemory(error) || !(await warehouse.raiseMemory())) throw error
    }
}
