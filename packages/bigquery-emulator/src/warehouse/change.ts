/** Catalog change: DDL and its catalog entries commit together, then become visible to queries. */
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Writer } from '../duckdb/writer.ts'
import type { TableReference } from '../googlesql/catalog.ts'
import type { WarehouseCatalog } from './catalog.ts'
import type { DatasetResource, RoutineResource, TableResource } from './resource.ts'

export class CatalogChange {
  readonly connection: DuckDBConnection
  readonly catalog: WarehouseCatalog
  readonly #afterCommit: (() => void)[] = []
  readonly #dropped = new Set<string>()

  constructor(connection: DuckDBConnection, catalog: WarehouseCatalog) {
    this.connection = connection
    this.catalog = catalog
  }

  /** Runs the task once the change is committed. */
  afterCommit(task: () => void): void {
    this.#afterCommit.push(task)
  }

  async saveDataset(resource: DatasetResource): Promise<void> {
    const { project, dataset } = resource
    await this.#replace('datasets', { project, dataset }, resource)
    this.#afterCommit.push(() => this.catalog.putDataset(resource))
  }

  async dropDataset(key: { project: string; dataset: string }): Promise<void> {
    for (const table of ['datasets', 'tables', 'routines']) await this.#delete(table, key)
    this.#afterCommit.push(() => this.catalog.dropDataset(key))
  }

  async saveTable(resource: TableResource): Promise<void> {
    const { project, dataset, table } = resource
    await this.#replace('tables', { project, dataset, name: table }, resource)
    this.#afterCommit.push(() => this.catalog.putTable(resource))
  }

  async dropTable({ project, dataset, table }: TableReference): Promise<void> {
    await this.#delete('tables', { project, dataset, name: table })
    this.#dropped.add(`${project}:${dataset}.${table}`)
    this.#afterCommit.push(() => this.catalog.dropTable({ project, dataset, table }))
  }

  async saveRoutine(resource: RoutineResource): Promise<void> {
    const { project, dataset, routine } = resource
    await this.#replace('routines', { project, dataset, name: routine }, resource)
    this.#afterCommit.push(() => this.catalog.putRoutine(resource))
  }

  async dropRoutine(key: Omit<RoutineResource, 'definition'>): Promise<void> {
    const { project, dataset, routine } = key
    await this.#delete('routines', { project, dataset, name: routine })
    this.#afterCommit.push(() => this.catalog.dropRoutine(key))
  }

  /** True if a table exists, taking this change's own drops into account. */
  hasTable(reference: TableReference): boolean {
    const { project, dataset, table } = reference
    return !this.#dropped.has(`${project}:${dataset}.${table}`) && this.catalog.table(reference) !== undefined
  }

  /** Makes the committed change visible to queries. */
  publish(): void {
    for (const apply of this.#afterCommit) apply()
  }

  async #replace(table: string, key: Record<string, string>, resource: unknown): Promise<void> {
    await this.#delete(table, key)
    const values = [...Object.values(key), JSON.stringify(resource)]
    const places = values.map((_, i) => `$${i + 1}`).join(', ')
    const columns = [...Object.keys(key), 'resource'].join(', ')
    await this.connection.run(
      `INSERT INTO warehouse.catalog.${table} (${columns}) VALUES (${places})`,
      values,
    )
  }

  async #delete(table: string, key: Record<string, string>): Promise<void> {
    const conditions = Object.keys(key).map((column, i) => `${column} = $${i + 1}`)
    await this.connection.run(
      `DELETE FROM warehouse.catalog.${table} WHERE ${conditions.join(' AND ')}`,
      Object.values(key),
    )
  }
}

/** Runs the task in the writer's next transaction and publishes its changes. */
export async function changeCatalog<T>(
  writer: Writer,
  catalog: WarehouseCatalog,
  task: (change: CatalogChange) => Promise<T>,
): Promise<T> {
  let change: CatalogChange | undefined
  return writer.transaction(
    (connection) => {
      change = new CatalogChange(connection, catalog)
      return task(change)
    },
    () => change?.publish(),
  )
}
