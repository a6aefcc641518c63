/** Access: the rights over the bus and the warehouse, one function per right; the program reads as a list of who holds which. */
import { bigquery, cloudrunv2, projects, pubsub } from '@pulumi/gcp'
import {
  interpolate,
  type CustomResourceOptions,
  type Input,
  type Output,
  type Resource,
} from '@pulumi/pulumi'
import { inTurn, type GrantOptions } from './grant_order.ts'
import type { WarehouseResources } from './warehouse.ts'

/** Somebody who can hold rights. */
export interface Grantee {
  /** Names the grant; stable, since another name is another grant. */
  name: string
  /** As IAM writes it: `serviceAccount:…`, `group:…`. https://cloud.google.com/iam/docs/principal-identifiers */
  member: Input<string>
}

/** A person, group or program outside of the platform, as the settings name it. */
export function externalMember(member: string): Grantee {
  return { name: member, member }
}

/** The right to call one function. One of the second generation is called as the Cloud Run service of its name. */
export function grantInvoker(
  holder: Grantee,
  functionName: string,
  service: { project: string; location: string; name: Input<string> },
  options?: CustomResourceOptions,
): Resource {
  return new cloudrunv2.ServiceIamMember(
    `${functionName}-invoker-${holder.name}`,
    { ...service, role: 'roles/run.invoker', member: holder.member },
    options,
  )
}

/** The right to publish to one topic. */
export function grantPublisher(
  holder: Grantee,
  topicName: string,
  topic: pubsub.Topic,
  options?: CustomResourceOptions,
): Resource {
  return new pubsub.TopicIAMMember(
    `${topicName}-publisher-${holder.name}`,
    { topic: topic.name, role: 'roles/pubsub.publisher', member: holder.member },
    options,
  )
}

/** The right to take messages out of one subscription. */
export function grantSubscriber(
  holder: Grantee,
  subscriptionName: string,
  subscription: pubsub.Subscription,
  options?: CustomResourceOptions,
): Resource {
  return new pubsub.SubscriptionIAMMember(
    `${subscriptionName}-subscriber-${holder.name}`,
    { subscription: subscription.name, role: 'roles/pubsub.subscriber', member: holder.member },
    options,
  )
}

/** What `mayWrite` grants: BigQuery's own role for those who write rows would also let them delete and change the table.
 * https://cloud.google.com/iam/docs/roles-permissions/bigquery#bigquery.dataEditor
 * https://cloud.google.com/bigquery/docs/streaming-data-into-bigquery#required_permissions */
export const writerPermissions = [
  'bigquery.tables.get',
  'bigquery.tables.getData',
  'bigquery.tables.updateData',
] as const

/** The right to write rows to one table, and to take rows out of it; reading them comes with it. Other tables do not, nor does the right
 * to delete or change the table itself. */
export function grantRowWriter(
  holder: Grantee,
  tableName: keyof WarehouseResources['tables'],
  { tables, writer }: Pick<WarehouseResources, 'tables' | 'writer'>,
  options?: GrantOptions,
): Resource {
  return inTurn(
    tables[tableName],
    options,
    (ordered) =>
      new bigquery.IamMember(
        `${tableName}-writer-${holder.name}`,
        {
          datasetId: tables[tableName].datasetId,
          tableId: tables[tableName].tableId,
          role: fullName(writer),
          member: holder.member,
        },
        ordered,
      ),
  )
}

/** A role of our own as the inputs say it, so that a preview can tell it before the role is made. */
function fullName({ project, roleId }: projects.IAMCustomRole): Output<string> {
  return interpolate`projects/${project}/roles/${roleId}`
}

/** What `mayAppend` grants. Google lists it among the permissions that `insertAll` takes; of the dataset it shows the metadata, not the rows.
 * https://cloud.google.com/bigquery/docs/streaming-data-into-bigquery#required_permissions */
export const appenderPermissions = ['bigquery.datasets.get'] as const

/** The right to look up the dataset, for whoever appends rows to its tables by `insertAll` and does not hold READER on it. No table comes
 * with it. A dataset's access list takes roles of our own: https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#Dataset.FIELDS.access */
export function mayAppend(
  { name, email }: { name: string; email: Input<string> },
  { dataset, appender }: Pick<WarehouseResources, 'dataset' | 'appender'>,
  options?: GrantOptions,
): Resource {
  return inTurn(
    dataset,
    options,
    (ordered) =>
      new bigquery.DatasetAccess(
        `appender-${name}`,
        { datasetId: dataset.datasetId, role: fullName(appender), userByEmail: email },
        ordered,
      ),
  )
}

/** The right to read one table; other tables do not come with it, nor do queries. */
export function grantTableReader(
  holder: Grantee,
  tableName: string,
  table: bigquery.Table,
  options?: GrantOptions,
): Resource {
  return inTurn(
    table,
    options,
    (ordered) =>
      new bigquery.IamMember(
        `${tableName}-reader-${holder.name}`,
        {
          datasetId: table.datasetId,
          tableId: table.tableId,
          role: 'roles/bigquery.dataViewer',
          member: holder.member,
        },
        ordered,
      ),
  )
}

/** The right to read every table and view of the dataset. */
export function grantDatasetReader(
  { name, email }: { name: string; email: Input<string> },
  dataset: bigquery.Dataset,
  options?: GrantOptions,
): Resource {
  return inTurn(
    dataset,
    options,
    (ordered) =>
      new bigquery.DatasetAccess(
        `reader-${name}`,
        { datasetId: dataset.datasetId, role: 'READER', userByEmail: email },
        ordered,
      ),
  )
}

/** The right to run queries in the project, which pays for them; what they may read is another matter. */
export function grantJobUser(
  { name, member }: Grantee,
  project: string,
  options?: CustomResourceOptions,
): Resource {
  return new projects.IAMMember(`jobs-${name}`, { project, role: 'roles/bigquery.jobUser', member }, options)
}

/** The right to query the dataset: to read it, and to run jobs in the project, which pays for them. */
export function grantQueryUser(
  member: string,
  project: string,
  dataset: bigquery.Dataset,
  options?: GrantOptions,
): Resource[] {
  return [
    inTurn(
      dataset,
      options,
      (ordered) =>
        new bigquery.DatasetAccess(
          `analyst-${member}`,
          { datasetId: dataset.datasetId, role: 'READER', ...datasetEntity(member) },
          ordered,
        ),
    ),
    new projects.IAMMember(
      `analyst-jobs-${member}`,
      { project, role: 'roles/bigquery.jobUser', member },
      options,
    ),
  ]
}

/** Datasets have an access list of their own, which writes members in its own way.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#Dataset.FIELDS.access */
function datasetEntity(member: string): Partial<bigquery.DatasetAccessArgs> {
  const [kind, name = ''] = member.split(':', 2)
  switch (kind) {
    case 'user':
    case 'serviceAccount':
      return { userByEmail: name }
    case 'group':
      return { groupByEmail: name }
    case 'domain':
      return { domain: name }
    default:
      return { iamMember: member }
  }
}
