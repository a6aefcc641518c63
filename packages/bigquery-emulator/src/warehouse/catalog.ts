/** The catalog: datasets, tables, views and functions, kept in the warehouse file itself. */
import type { DuckDBConnection } from '@duckdb/node-api'
import type {
  Catalog,
  DatasetFacts,
  StoredRoutine,
  Table,
  TableColumn,
  TableOptions,
  TableReference,
} from '../googlesql/catalog.ts'
import { parseScript } from '../googlesql/parser/statement.ts'
import type { DatasetResource, RoutineResource, TableResource } from './resource.ts'
import { expiredPartition, partitionId } from './partitions.ts'
import { baseOf } from './snapshot.ts'
import { columnsOfTable, partitionColumns, partitionUnit } from './schema.ts'

interface Entry {
  resource: TableResource
  table: Table
  /** The columns before the last change of the table. */
  earlier: readonly TableColumn[] | undefined
}

interface Dataset {
  resource: DatasetResource
  tables: Map<string, Entry>
  routines: Map<string, StoredRoutine>
}

function dataSql(stored: string): string {
  return `warehouse.data."${stored}"`
}

/** The beginning of the names of the hidden datasets that hold the temporary tables of scripts. */
export const temporaryPrefix = '_local_bigquery_script_'

function isTemporary({ dataset }: DatasetResource): boolean {
  return dataset.startsWith(temporaryPrefix)
}

/** The catalog in memory. It is stored on disk in the same transaction as the DDL it describes (see `change.ts`). */
export class WarehouseCatalog implements Catalog {
  readonly #datasets = new Map<string, Dataset>()
  #lastStored = 0

  /** Reads the catalog of the file. Creates an empty one in a new file. */
  static async load(connection: DuckDBConnection): Promise<WarehouseCatalog> {
    await connection.run('CREATE SCHEMA IF NOT EXISTS warehouse.catalog')
    await connection.run('CREATE SCHEMA IF NOT EXISTS warehouse.data')
    for (const [name, key] of [
      ['datasets', 'project, dataset'],
      ['tables', 'project, dataset, name'],
      ['routines', 'project, dataset, name'],
    ]) {
      const columns = key!.split(', ').map((column) => `${column} VARCHAR NOT NULL`)
      await connection.run(
        `CREATE TABLE IF NOT EXISTS warehouse.catalog.${name} (${columns.join(', ')}, resource VARCHAR)`,
      )
    }
    const catalog = new WarehouseCatalog()
    const read = async <T>(name: string): Promise<T[]> => {
      const reader = await connection.runAndReadAll(`SELECT resource FROM warehouse.catalog.${name}`)
      return reader.getRows().map(([resource]) => JSON.parse(String(resource)) as T)
    }
    for (const dataset of await read<DatasetResource>('datasets')) catalog.putDataset(dataset)
    for (const table of await read<TableResource>('tables')) catalog.putTable(table)
    for (const routine of await read<RoutineResource>('routines')) catalog.putRoutine(routine)
    return catalog
  }

  /** Returns an unused name for a stored table. */
  nextStored(): string {
    return `t${++this.#lastStored}`
  }

  hasDataset(project: string, dataset: string): boolean {
    return this.#datasets.has(`${project}:${dataset}`)
  }

  dataset(project: string, dataset: string): DatasetResource | undefined {
    return this.#datasets.get(`${project}:${dataset}`)?.resource
  }

  datasetResources(project: string): DatasetResource[] {
    return [...this.#datasets.values()]
      .map(({ resource }) => resource)
      .filter((resource) => resource.project === project && !isTemporary(resource))
      .toSorted((a, b) => (a.dataset < b.dataset ? -1 : 1))
  }

  /** Returns the hidden datasets of every project. */
  temporaryDatasets(): DatasetResource[] {
    return [...this.#datasets.values()].map(({ resource }) => resource).filter(isTemporary)
  }

  datasets(project: string): DatasetFacts[] {
    return this.datasetResources(project).map(({ dataset, ...fields }) => ({ name: dataset, ...fields }))
  }

  table({ project, dataset, table }: TableReference): Table | undefined {
    return this.#datasets.get(`${project}:${dataset}`)?.tables.get(table)?.table
  }

  tableResource({ project, dataset, table }: TableReference): TableResource | undefined {
    return this.#datasets.get(`${project}:${dataset}`)?.tables.get(table)?.resource
  }

  /** Returns a table's resource and the columns it had before its last change. */
  history({ project, dataset, table }: TableReference): Omit<Entry, 'table'> | undefined {
    return this.#datasets.get(`${project}:${dataset}`)?.tables.get(table)
  }

  tables(project: string, dataset: string): Table[] {
    const tables = [...(this.#datasets.get(`${project}:${dataset}`)?.tables.values() ?? [])]
    return tables.map(({ table }) => table).toSorted((a, b) => (a.table < b.table ? -1 : 1))
  }

  /** Returns the tables and views of every project. */
  allTables(): Table[] {
    const datasets = [...this.#datasets.values()]
    return datasets.flatMap(({ tables }) => [...tables.values()].map(({ table }) => table))
  }

  /** Returns the unqualified names of the functions of every dataset. */
  routineNames(): string[] {
    return [...this.#datasets.values()].flatMap(({ routines }) => [...routines.keys()])
  }

  routine(project: string, dataset: string, name: string): StoredRoutine | undefined {
    return this.#datasets.get(`${project}:${dataset}`)?.routines.get(name)
  }

  routines(project: string, dataset: string): StoredRoutine[] {
    const routines = [...(this.#datasets.get(`${project}:${dataset}`)?.routines.values() ?? [])]
    return routines.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }

  putDataset(resource: DatasetResource): void {
    const key = `${resource.project}:${resource.dataset}`
    const known = this.#datasets.get(key)
    this.#datasets.set(key, { tables: new Map(), routines: new Map(), ...known, resource })
  }

  dropDataset({ project, dataset }: { project: string; dataset: string }): void {
    this.#datasets.delete(`${project}:${dataset}`)
  }

  putTable(resource: TableResource): void {
    const number = Number(resource.stored?.slice(1) ?? 0)
    this.#lastStored = Math.max(this.#lastStored, number)
    const dataset = this.#datasets.get(`${resource.project}:${resource.dataset}`)
    const before = dataset?.tables.get(resource.table)?.table
    const earlier = before?.kind === 'table' ? before.columns : undefined
    dataset?.tables.set(resource.table, { resource, table: tableOf(resource), earlier })
  }

  dropTable({ project, dataset, table }: TableReference): void {
    this.#datasets.get(`${project}:${dataset}`)?.tables.delete(table)
  }

  putRoutine(resource: RoutineResource): void {
    const dataset = this.#datasets.get(`${resource.project}:${resource.dataset}`)
    dataset?.routines.set(resource.routine, routineOf(resource))
  }

  dropRoutine({ project, dataset, routine }: Omit<RoutineResource, 'definition'>): void {
    this.#datasets.get(`${project}:${dataset}`)?.routines.delete(routine)
  }
}

/** Converts a table's resource to the compiler's description of it. */
export function tableOf(resource: TableResource): Table {
  const { project, dataset, table, view, stored } = resource
  const reference = { project, dataset, table, options: optionsOf(resource) }
  if (view) {
    const names = resource.schema?.fields?.map((field) => field.name)
    return { ...reference, kind: 'view', query: view.query, columnNames: names }
  }
  return {
    ...reference,
    kind: 'table',
    sql: dataSql(stored!),
    columns: columnsOfTable(resource),
    partitionColumns: partitionColumns(resource),
    partitionUnit: partitionUnit(resource),
    partitionId: partitionId(resource),
    expired: expiredPartition(resource),
    requirePartitionFilter:
      resource.requirePartitionFilter ?? resource.timePartitioning?.requirePartitionFilter ?? false,
    clustering: resource.clustering?.fields ?? [],
    base: baseOf(resource),
  }
}

function optionsOf(resource: TableResource): TableOptions {
  const { createdMs, description, friendlyName, labels, expirationTime, timePartitioning } = resource
  const { expirationMs, requirePartitionFilter } = timePartitioning ?? {}
  return {
    createdMs,
    description,
    friendlyName,
    labels: labels && Object.keys(labels).length > 0 ? labels : undefined,
    expirationMs: expirationTime === undefined ? undefined : Number(expirationTime),
    partitionExpirationMs: expirationMs === undefined ? undefined : Number(expirationMs),
    requirePartitionFilter: resource.requirePartitionFilter ?? requirePartitionFilter,
  }
}

function routineOf({ definition, ...resource }: RoutineResource): StoredRoutine {
  const { project, dataset, routine: id, createdMs, modifiedMs } = resource
  const [statement] = parseScript(definition)
  if (statement?.kind !== 'createFunction')
    throw new TypeError(`routine ${id} is no CREATE FUNCTION statement`)
  const { parameters, returns, body, bodyText, options } = statement
  const { description: text } = options
  const description = text?.kind === 'literal' ? text.text : undefined
  const name = `${project}.${dataset}.${id}`
  const source = definition
  return { id, name, parameters, returns, body, bodyText, description, source, createdMs, modifiedMs }
}
