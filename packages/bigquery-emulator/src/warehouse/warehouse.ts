/** The warehouse: one DuckDB file, its catalog, its writer and its readers. */
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesOf, Checkpoints } from '../duckdb/checkpoints.ts'
import { Commits } from '../duckdb/commits.ts'
import { openDatabase, type Database } from '../duckdb/open.ts'
import { Readers } from '../duckdb/readers.ts'
import { Writer } from '../duckdb/writer.ts'
import { GroupCommit } from '../streaming/group_commit.ts'
import { InsertIds } from '../streaming/insert_ids.ts'
import { Propagation } from '../streaming/propagation.ts'
import { StreamingBuffer } from '../streaming/streaming_buffer.ts'
import { WarehouseCatalog } from './catalog.ts'
import { changeCatalog, type CatalogChange } from './change.ts'
import { DataChanges } from './data_changes.ts'
import { TableSizes } from './table_sizes.ts'
import { dropDataset } from './tables.ts'

export class Warehouse {
  readonly catalog: WarehouseCatalog
  readonly writer: Writer
  readonly readers: Readers
  readonly commits: GroupCommit
  readonly insertIds = new InsertIds()
  readonly propagation: Propagation
  readonly streamingBuffer = new StreamingBuffer()
  readonly changes: DataChanges
  readonly sizes: TableSizes
  /** Raises the memory limit, up to what the stored rows can need. Resolves to false if it is as high already. */
  readonly raiseMemory: () => Promise<boolean>
  readonly #database: Database

  private constructor(
    database: Database,
    catalog: WarehouseCatalog,
    writer: Writer,
    readers: Readers,
    openedMs: number,
    raiseMemory: () => Promise<boolean>,
  ) {
    this.#database = database
    this.raiseMemory = raiseMemory
    this.catalog = catalog
    this.writer = writer
    this.readers = readers
    this.changes = new DataChanges(openedMs)
    this.sizes = new TableSizes(readers, this.changes)
    this.commits = new GroupCommit(writer, catalog, this.streamingBuffer, this.changes, database.memory)
    this.propagation = new Propagation(catalog)
  }

  /** Opens `warehouse.duckdb` in a directory. Creates both if they don't exist. `warn` receives what its user should know. */
  static async open(dir: string, warn: (line: string) => void = console.error): Promise<Warehouse> {
    await mkdir(dir, { recursive: true })
    const path = join(dir, 'warehouse.duckdb')
    const writtenMs = await Promise.all([path, `${path}.wal`].map(modifiedMs))
    const { commits, lost } = Commits.open(path)
    const database = await openDatabase(path)
    if (lost !== undefined) warn(lost)
    const connection = await database.connect()
    const catalog = await WarehouseCatalog.load(connection)
    const { memory } = database
    const stored = (): number => bytesOf(path) + bytesOf(`${path}.wal`)
    const raiseMemory = (): Promise<boolean> => memory.raise(stored())
    const readers = await Readers.open(database, raiseMemory)
    const writer = new Writer(connection, new Checkpoints(path, memory, warn), commits, warn)
    const warehouse = new Warehouse(database, catalog, writer, readers, Math.max(...writtenMs), raiseMemory)
    // Of scripts that a crash ended.
    for (const dataset of catalog.temporaryDatasets())
      await warehouse.change((change) => dropDataset(change, dataset, true))
    return warehouse
  }

  /** Runs DDL: the task's statements and catalog entries commit together. */
  change<T>(task: (change: CatalogChange) => Promise<T>): Promise<T> {
    return changeCatalog(this.writer, this.catalog, task)
  }

  async close(): Promise<void> {
    await this.writer.close()
    this.readers.close()
    this.#database.close()
  }
}

/** Returns when a file was last written, in whole ms since 1970, or 0 if it doesn't exist. */
async function modifiedMs(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => Math.ceil(mtimeMs),
    () => 0,
  )
}
