/** Snapshots and clones of tables: copies that know what they were made of. A snapshot is read only.
 * https://cloud.google.com/bigquery/docs/table-snapshots-intro, /table-clones-intro */
import type { StoredTable, Table, TableReference } from '../googlesql/catalog.ts'
import { ApiError } from './api_error.ts'
import type { TableResource } from './resource.ts'

type Base = StoredTable['base']

/** Returns what the table was made of, or undefined if it is neither a snapshot nor a clone. */
export function baseOf({ snapshotDefinition, cloneDefinition }: TableResource): Base {
  const base = snapshotDefinition?.baseTableReference ?? cloneDefinition?.baseTableReference
  if (!base) return undefined
  const time = snapshotDefinition?.snapshotTime ?? cloneDefinition!.cloneTime
  const of = { project: base.projectId, dataset: base.datasetId, table: base.tableId }
  return { kind: snapshotDefinition ? 'SNAPSHOT' : 'CLONE', of, atMs: Date.parse(time) }
}

/** Returns the members of a copy's resource that say what it was made of. */
export function copyOf(
  kind: 'SNAPSHOT' | 'CLONE',
  { project, dataset, table }: TableReference,
): Pick<TableResource, 'snapshotDefinition' | 'cloneDefinition'> {
  const baseTableReference = { projectId: project, datasetId: dataset, tableId: table }
  const time = new Date().toISOString()
  return kind === 'SNAPSHOT'
    ? { snapshotDefinition: { baseTableReference, snapshotTime: time } }
    : { cloneDefinition: { baseTableReference, cloneTime: time } }
}

export function isSnapshot(table: Table | undefined): boolean {
  return table?.kind === 'table' && table.base?.kind === 'SNAPSHOT'
}

/** Throws if the table is a snapshot. */
export function demandNoSnapshot(table: Table | undefined): void {
  if (table && isSnapshot(table))
    throw new ApiError(
      'invalid',
      `${table.project}:${table.dataset}.${table.table} is not allowed for this operation because it is currently a SNAPSHOT.`,
    )
}
