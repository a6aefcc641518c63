/** The tables of schemas/warehouse.ts as the compiler's catalog, where no warehouse runs. */
import type { Column, Table as Declared } from '../../schemas/warehouse/column.ts'
import type { Catalog, Table, Type } from '../../packages/bigquery-emulator/src/googlesql/index.ts'

interface Place {
  project: string
  dataset: string
}

export interface GrowingCatalog extends Catalog {
  addView(name: string, query: string): void
}

export function catalogOf(declared: readonly Declared[], place: Place): GrowingCatalog {
  const options = { createdMs: 0 }
  const known = new Map<string, Table>(
    declared.map(({ name, columns, partition, clustering }) => [
      name,
      {
        kind: 'table',
        ...place,
        table: name,
        sql: name,
        columns: columns.map((column) => ({
          name: column.name,
          type: typeOf(column),
          required: column.mode === 'REQUIRED',
        })),
        partitionColumns: partition === undefined ? [] : [partition],
        requirePartitionFilter: false,
        clustering,
        options,
      },
    ]),
  )
  const isHere = (project: string, dataset: string): boolean =>
    project === place.project && dataset === place.dataset
  return {
    hasDataset: isHere,
    datasets: (project) =>
      project === place.project ? [{ name: place.dataset, location: 'US', createdMs: 0, modifiedMs: 0 }] : [],
    table: ({ project, dataset, table }) => (isHere(project, dataset) ? known.get(table) : undefined),
    tables: (project, dataset) => (isHere(project, dataset) ? [...known.values()] : []),
    routine: () => undefined,
    routines: () => [],
    addView: (name, query) => known.set(name, { kind: 'view', ...place, table: name, query, options }),
  }
}

function typeOf({ type, mode, fields = [] }: Column): Type {
  const single: Type =
    type === 'RECORD'
      ? { kind: 'STRUCT', fields: fields.map((field) => ({ name: field.name, type: typeOf(field) })) }
      : { kind: type }
  return mode === 'REPEATED' ? { kind: 'ARRAY', element: single } : single
}
