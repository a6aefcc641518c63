/** Opens the warehouse file: DuckDB with BigQuery's functions. SQL cannot reach anything outside the file. */
import { rm } from 'node:fs/promises'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { StartError } from '../../../shared/src/command_errors.ts'
import { text } from '../googlesql/duckdb_sql.ts'
import { allFunctions } from './functions/index.ts'
import { registerScalarFunction } from './functions/scalar_function.ts'
import { civilMacros } from './macros/civil.ts'
import { collectionMacros } from './macros/collection.ts'
import { conversionMacros } from './macros/conversion.ts'
import { jsonMacros } from './macros/json.ts'
import { numericMacros } from './macros/numeric.ts'
import { Memory } from './memory.ts'

export interface Database {
  connect(): Promise<DuckDBConnection>
  memory: Memory
  close(): void
}

/** The name under which SQL reaches the file. */
export const warehouse = 'warehouse'

/** Maximum memory of all queries together, in bytes, until larger rows need more. Beyond it, DuckDB spills to disk. With a lower limit,
 * dashboards over a million events wait for the disk. */
export const memoryLimit = 400e6
/** Returns unused memory to the system early. By default the allocator keeps as much again. */
const allocator = {
  allocator_background_threads: 'true',
  allocator_flush_threshold: '16MB',
  allocator_bulk_deallocation_flush_threshold: '32MB',
}

/**
 * Opens the database at `path`. Functions and macros are kept in memory, so that a file never holds those of an older version. Only
 * one process can open the file; the error of a second one names the file. Queries spill to a directory next to the file, which is
 * emptied here. `limit` is the memory of all queries in bytes.
 */
export async function openDatabase(path: string, limit = memoryLimit): Promise<Database> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${limit}B`,
    threads: '2',
    ...allocator,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
  for (const fn of allFunctions) registerScalarFunction(connection, fn)
  const macros = [...numericMacros, ...conversionMacros, ...civilMacros, ...collectionMacros, ...jsonMacros]
  await defineMacros(connection, macros)
  const overflow = `${path}.tmp`
  await rm(overflow, { recursive: true, force: true })
  // Set before the file is opened: reading the log of a process that was killed may need both.
  await connection.run(`SET temp_directory = ${text(overflow)}`)
  const memory = new Memory(async (bytes) => {
    const setter = await instance.connect()
    try {
      await setter.run(`SET GLOBAL memory_limit = ${text(bytes)}`)
    } finally {
      setter.closeSync()
    }
  }, limit)
  await connection.run(`SET GLOBAL wal_autocheckpoint = '1TB'`)
  await memory.all(() => attach(connection, path))
  await connection.run(`SET GLOBAL TimeZone = 'UTC'`)
  await connection.run('SET enable_external_access = false')
  await connection.run(`SET allowed_configs = ['memory_limit']`)
  await connection.run('SET lock_configuration = true')
  connection.closeSync()
  return {
    connect: () => instance.connect(),
    memory,
    close: () => instance.closeSync(),
  }
}

async function attach(connection: DuckDBConnection, path: string): Promise<void> {
  try {
    await connection.run(`ATTACH ${text(path)} AS ${warehouse}`)
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n', 1)
    const advice = /lock/i.test(reason)
      ? 'Stop the process that has it open.'
      : 'Put a copy of it and of its .wal file back, or move both away to begin with an empty one.'
    throw new StartError(`${path} cannot be opened: ${reason}. ${advice}`, { cause: error })
  }
}

/** Macros can use one another. Each is defined after those that it uses. */
async function defineMacros(connection: DuckDBConnection, macros: readonly string[]): Promise<void> {
  const tasks = new Set(macros)
  while (tasks.size > 0) {
    const before = tasks.size
    let failure: unknown
    for (const macro of tasks)
      try {
        await connection.run(`CREATE MACRO memory.main.${macro}`)
        tasks.delete(macro)
      } catch (error) {
        failure = error
      }
    if (tasks.size === before) throw failure
  }
}
