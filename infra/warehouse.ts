/** Warehouse: the dataset, its tables and the views over them. Tables are the owner's data, so they are protected. */
import { bigquery } from '@pulumi/gcp'
import { ComponentResource, type ComponentResourceOptions } from '@pulumi/pulumi'
import { views } from '../schemas/views.ts'
import { tables, type TableName } from '../schemas/warehouse.ts'
import type { Table } from '../schemas/warehouse/column.ts'
import type { Platform } from './platform.ts'
import { tableSchema } from './table_schema.ts'

export interface WarehouseArgs {
  platform: Platform
  project: string
  /** BigQuery location of the dataset. */
  location: string
  /** Id of the dataset. */
  dataset: string
  protectData: boolean
}

export class Warehouse extends ComponentResource {
  readonly dataset: bigquery.Dataset
  readonly tables: Readonly<Record<TableName, bigquery.Table>>

  constructor(name: string, args: WarehouseArgs, options?: ComponentResourceOptions) {
    super('sluice:index:Warehouse', name, {}, options)
    const { platform, project, location, dataset, protectData } = args
    const child = { parent: this }
    const kept = { ...child, protect: protectData, retainOnDelete: protectData }
    this.dataset = new bigquery.Dataset(
      'dataset',
      {
        datasetId: dataset,
        location,
        description: 'Every event, what was decided about it, and what became of it.',
        maxTimeTravelHours: '168',
        deleteContentsOnDestroy: !protectData,
      },
      { ...kept, dependsOn: [...platform.apis] },
    )
    const table = ({ name, description, columns, partition, clustering }: Table) =>
      new bigquery.Table(
        name,
        {
          datasetId: this.dataset.datasetId,
          tableId: name,
          description,
          schema: tableSchema(columns),
          timePartitioning: { type: 'DAY', field: partition },
          clusterings: [...clustering],
          deletionProtection: protectData,
        },
        kept,
      )
    this.tables = {
      events: table(tables.events),
      quarantine: table(tables.quarantine),
      deliveries: table(tables.deliveries),
    }

    const readable = new Map<string, bigquery.Table>(Object.entries(this.tables))
    for (const { name, description, columns, query, reads } of views(project, dataset)) {
      const view = new bigquery.Table(
        name,
        {
          datasetId: this.dataset.datasetId,
          tableId: name,
          description,
          schema: tableSchema(columns),
          view: { query, useLegacySql: false },
          deletionProtection: false,
        },
        // BigQuery checks the query when it makes the view, so what it reads must stand before.
        { ...child, dependsOn: reads.flatMap((source) => readable.get(source) ?? []) },
      )
      readable.set(name, view)
    }
    this.registerOutputs({})
  }
}
