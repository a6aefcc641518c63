/** The warehouse: one DuckDB file, its catalog, its writer and its readers. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase, type Database } from '../duckdb/open.ts'
import { Readers } from '../duckdb/readers.ts'
import { Writer } from '../duckdb/writer.ts'
import { GroupCommit } from '../streaming/group_commit.ts'
import { InsertIds } from '../streaming/insert_ids.ts'
import { Propagation } from '../streaming/propagation.ts'
import { StreamingBuffer } from '../streaming/streaming_buffer.ts'
import { WarehouseCatalog } from './catalog.ts'
import { changeCatalog, type CatalogChange } from './change.ts'

export class Warehouse {
  readonly catalog: WarehouseCatalog
  readonly writer: Writer
  readonly readers: Readers
  readonly commits: GroupCommit
  readonly insertIds = new InsertIds()
  readonly propagation: Propagation
  readonly streamingBuffer = new StreamingBuffer()
  readonly #database: Database

  private constructor(database: Database, catalog: WarehouseCatalog, writer: Writer, readers: Readers) {
    this.#database = database
    this.catalog = catalog
    this.writer = writer
    this.readers = readers
    this.commits = new GroupCommit(writer, catalog)
    this.propagation = new Propagation(catalog)
  }

  /** Opens `warehouse.duckdb` in a directory, both made when absent. */
  static async open(dir: string): Promise<Warehouse> {
    await mkdir(dir, { recursive: true })
    const database = await openDatabase(join(dir, 'warehouse.duckdb'))
    const connection = await database.connect()
    const catalog = await WarehouseCatalog.load(connection)
    return new Warehouse(database, catalog, new Writer(connection), await Readers.open(database))
  }

  /** DDL: the task's statements and catalog entries commit together. */
  change<T>(task: (change: CatalogChange) => Promise<T>): Promise<T> {
    return changeCatalog(this.writer, this.catalog, task)
  }

  async close(): Promise<void> {
    await this.writer.close()
    this.readers.close()
    this.#database.close()
  }
}
