/** Warehouse: makes the dataset, its tables, the views over them and the custom roles. Tables hold data, so they are protected. */
import { bigquery, projects } from '@pulumi/gcp'
import { ComponentResource, getStack, type ComponentResourceOptions } from '@pulumi/pulumi'
import { views } from '../../schemas/views.ts'
import { tables, type TableName } from '../../schemas/warehouse.ts'
import type { Table } from '../../schemas/warehouse/column.ts'
import { appenderPermissions, recorderPermissions, writerPermissions } from './table_permissions.ts'
import { roleId } from '../naming.ts'
import type { Platform } from './platform.ts'
import { tableSchema } from './table_schema.ts'

interface WarehouseArgs {
  platform: Platform
  project: string
  /** BigQuery location of the dataset. */
  location: string
  /** Id of the dataset. */
  dataset: string
  protectData: boolean
  /** Retention of rows in days, by table. 0 and absent: no limit. */
  retention: Readonly<Record<'events' | 'quarantine' | 'deliveries', number>>
  /** Bytes by which stored rows are billed. Absent: as BigQuery's default, or as it was set otherwise. */
  storageBilling: 'LOGICAL' | 'PHYSICAL' | undefined
}

const dayMs = 86_400_000

export class WarehouseResources extends ComponentResource {
  readonly dataset: bigquery.Dataset
  readonly tables: Readonly<Record<TableName, bigquery.Table>>
  /** Custom role: reads, writes and deletes the rows of a table. */
  readonly writer: projects.IAMCustomRole
  /** Custom role: appends rows to a table, and can neither read nor change them. */
  readonly recorder: projects.IAMCustomRole
  /** Custom role on the dataset: reads its metadata, which appending rows requires. */
  readonly appender: projects.IAMCustomRole
  /** The tables and the views, by name. */
  readonly readable: ReadonlyMap<string, bigquery.Table>

  constructor(name: string, args: WarehouseArgs, options?: ComponentResourceOptions) {
    super('sluice:index:Warehouse', name, {}, options)
    const { platform, project, location, dataset, protectData, retention, storageBilling } = args
    // Receipts are as operational as deliveries.
    const days = new Map(Object.entries({ ...retention, receipts: retention.deliveries }))
    const child = { parent: this }
    const lasting = { ...child, protect: protectData, retainOnDelete: protectData }
    this.dataset = new bigquery.Dataset(
      'dataset',
      {
        datasetId: dataset,
        location,
        description: 'Every event, its decisions and the outcomes of its deliveries.',
        maxTimeTravelHours: '168',
        deleteContentsOnDestroy: !protectData,
        ...(storageBilling !== undefined && { storageBillingModel: storageBilling }),
        ...(platform.key !== undefined && { defaultEncryptionConfiguration: { kmsKeyName: platform.key } }),
      },
      { ...lasting, dependsOn: [...platform.ready] },
    )
    const table = ({ name, description, columns, partition, clustering }: Table) =>
      new bigquery.Table(
        name,
        {
          datasetId: this.dataset.datasetId,
          tableId: name,
          description,
          schema: tableSchema(columns),
          ...(partition !== undefined && { timePartitioning: partitioning(partition, days.get(name) ?? 0) }),
          clusterings: [...clustering],
          // Set for each table too: a key set only for the dataset would show as a change of the table, and replace it.
          ...(platform.key !== undefined && { encryptionConfiguration: { kmsKeyName: platform.key } }),
          deletionProtection: protectData,
        },
        lasting,
      )
    this.tables = Object.fromEntries(
      Object.entries(tables).map(([key, declared]) => [key, table(declared)]),
    ) as Record<TableName, bigquery.Table>

    const role = (purpose: string, title: string, description: string, permissions: readonly string[]) =>
      new projects.IAMCustomRole(
        purpose,
        { project, roleId: roleId(getStack(), purpose), title, description, permissions: [...permissions] },
        {
          ...child,
          // It stays with the tables, so that a new stack over the same tables finds it.
          protect: protectData,
          dependsOn: [...platform.ready],
          // BigQuery rejects a grant of a role that has not propagated.
          hooks: platform.rolePropagation.gate,
        },
      )
    this.writer = role(
      'writer',
      'Sluice: writes rows',
      'Reads, writes and deletes the rows of a table. Cannot change or delete the table.',
      writerPermissions,
    )
    this.appender = role(
      'appender',
      'Sluice: appends rows',
      'Reads the metadata of the dataset, which appending rows to its tables may require.',
      appenderPermissions,
    )
    this.recorder = role(
      'recorder',
      'Sluice: appends rows without reading',
      'Appends rows to a table. Cannot read, change or delete them.',
      recorderPermissions,
    )
    const readable = new Map<string, bigquery.Table>(Object.entries(this.tables))
    for (const { name, description, columns, query, reads } of views(project, dataset, retention)) {
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
        {
          ...child,
          // BigQuery checks the query when it creates the view, so the tables that it reads must exist.
          dependsOn: reads.flatMap((source) => readable.get(source) ?? []),
          // The provider changes columns with statements that BigQuery rejects for views. A view holds no rows, so it is replaced,
          // and with it the grants on it, which refer to it.
          replaceOnChanges: ['schema'],
          deleteBeforeReplace: true,
        },
      )
      readable.set(name, view)
    }
    this.readable = readable
    this.registerOutputs({})
  }
}

/** Partitions by day of a column. BigQuery deletes partitions that are older than `days`, unless it is 0. */
function partitioning(field: string, days: number) {
  return {
    type: 'DAY',
    field,
    ...(days > 0 && { expirationMs: days * dayMs }),
  }
}

/** Returns a link that opens Looker Studio with a new report over a view. Queries run with the viewer's permissions.
 * https://developers.google.com/looker-studio/integrate/linking-api */
export function lookerStudioLink(project: string, dataset: string, view = 'delivery_funnel'): string {
  const parameters = new URLSearchParams({
    'c.mode': 'edit',
    'r.reportName': `Sluice ${dataset}`,
    'ds.connector': 'bigQuery',
    'ds.datasourceName': view,
    'ds.type': 'TABLE',
    'ds.projectId': project,
    'ds.datasetId': dataset,
    'ds.tableId': view,
    'ds.billingProjectId': project,
  })
  return `https://lookerstudio.google.com/reporting/create?${parameters}`
}
