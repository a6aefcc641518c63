/** Group commit: writes the rows of all tables that arrive while a transaction runs in the next one. */
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import { isOutOfMemory, type Memory } from '../duckdb/memory.ts'
import type { Writer } from '../duckdb/writer.ts'
import type { Catalog, StoredTable, TableReference } from '../googlesql/catalog.ts'
import { groupBy } from '../group_by.ts'
import { ApiError } from '../warehouse/api_error.ts'
import type { DataChanges } from '../warehouse/data_changes.ts'
import { ingestSql } from './ingest_sql.ts'
import type { StreamingBuffer } from './streaming_buffer.ts'

/** The rows of one request. */
interface Batch {
  reference: TableReference
  /** JSON objects from `RowReader`. */
  rows: readonly string[]
  settle: (error?: unknown) => void
}

/** Most characters of rows in one transaction. DuckDB parses them several times over in memory. */
const groupLength = 16 * 1024 * 1024

export class GroupCommit {
  readonly #writer: Writer
  readonly #catalog: Catalog
  readonly #buffer: StreamingBuffer
  readonly #changes: DataChanges
  readonly #memory: Memory
  /** Keyed by the table object, which every change of the table replaces. The writer has only one connection. */
  readonly #inserts = new WeakMap<StoredTable, DuckDBPreparedStatement>()
  #waiting: Batch[] = []
  #isFlushing = false

  constructor(
    writer: Writer,
    catalog: Catalog,
    buffer: StreamingBuffer,
    changes: DataChanges,
    memory: Memory,
  ) {
    this.#writer = writer
    this.#catalog = catalog
    this.#buffer = buffer
    this.#changes = changes
    this.#memory = memory
  }

  /** Resolves when all rows are on disk. Rejects if none is. */
  insert(reference: TableReference, rows: readonly string[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (error?: unknown): void => (error === undefined ? resolve() : reject(error))
      this.#waiting.push({ reference, rows, settle })
      if (!this.#isFlushing) void this.#flush()
    })
  }

  async #flush(): Promise<void> {
    this.#isFlushing = true
    // Waits one turn of the event loop, so that requests that have already arrived join the first group.
    await new Promise(setImmediate)
    while (this.#waiting.length > 0) {
      await this.#commit(this.#nextGroup())
    }
    this.#isFlushing = false
  }

  /** Takes the next batches: as many as fit in a group, at least one. */
  #nextGroup(): readonly Batch[] {
    let length = 0
    const end = this.#waiting.findIndex(({ rows }, index) => {
      for (const row of rows) length += row.length
      return index > 0 && length > groupLength
    })
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end)
  }

  /** Commits all batches together. If that fails, commits each alone, so that one bad batch affects no other. */
  async #commit(batches: readonly Batch[]): Promise<void> {
    try {
      const written: StoredTable[] = []
      await this.#writer.transaction(
        async (connection) => written.push(...(await this.#write(connection, batches))),
        () => written.forEach((table) => this.#changes.noteAdded(table)),
      )
      for (const { settle } of batches) settle()
    } catch (error) {
      if (isOutOfMemory(error) && (await this.#memory.raise())) await this.#commit(batches)
      else if (batches.length === 1) batches[0]!.settle(isOutOfMemory(error) ? noMemory() : error)
      else for (const batch of batches) await this.#commit([batch])
    }
  }

  /** Returns the table's INSERT, prepared once: planning takes longer than running it. */
  async #prepared(connection: DuckDBConnection, table: StoredTable): Promise<DuckDBPreparedStatement> {
    const known = this.#inserts.get(table)
    if (known) return known
    const insert = await connection.prepare(ingestSql(table))
    this.#inserts.set(table, insert)
    return insert
  }

  /** Writes the batches. Returns their tables. */
  async #write(connection: DuckDBConnection, batches: readonly Batch[]): Promise<StoredTable[]> {
    const tables: StoredTable[] = []
    const byTable = groupBy(
      batches,
      ({ reference: { project, dataset, table } }) => `${project}:${dataset}.${table}`,
    )
    for (const [name, group] of byTable) {
      const table = this.#catalog.table(group[0]!.reference)
      if (table?.kind !== 'table') throw new ApiError('notFound', `Not found: Table ${name}`)
      const rows = group.flatMap((batch) => batch.rows)
      const insert = await this.#prepared(connection, table)
      insert.bindVarchar(1, `[${rows.join(',')}]`)
      const before = this.#buffer.isOn ? await lastRow(connection, table) : undefined
      await insert.run()
      this.#writer.count(rows.length)
      if (before !== undefined) this.#buffer.note(table, before + 1n, before + BigInt(rows.length))
      tables.push(table)
    }
    return tables
  }
}

/** The rows are refused, so that the file stays one that this machine can open. */
function noMemory(): ApiError {
  return new ApiError(
    'backendError',
    'The newest rows of the table are too large for the memory of this machine. Nothing was written. Free memory, or run "sluice compact" after deleting large rows.',
  )
}

/** Returns the row id of a table's latest row. */
async function lastRow(connection: DuckDBConnection, { sql }: StoredTable): Promise<bigint> {
  const reader = await connection.runAndReadAll(`SELECT COALESCE(max(rowid), -1) FROM ${sql}`)
  return reader.getRows()[0]![0] as bigint
}
