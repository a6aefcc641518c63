/** Access: makes the grants on the bus and the warehouse, one function per role. */
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

/** A principal that can be granted a role. */
interface Grantee {
  /** Part of the grant's name. A different name is a different grant. */
  name: string
  /** As IAM writes it: `serviceAccount:…`, `group:…`. https://cloud.google.com/iam/docs/principal-identifiers */
  member: Input<string>
}

/** Returns the grantee for a person, group or program outside of the platform, as written in the settings. */
export function externalMember(member: string): Grantee {
  return { name: member, member }
}

/** Grants calling one function. A function of the second generation is called as the Cloud Run service of its name. */
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

/** Grants publishing to one topic. */
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

/** Returns the function that grants a role on one subscription. */
function subscriptionGrant(role: 'subscriber' | 'viewer') {
  return (
    holder: Grantee,
    subscriptionName: string,
    subscription: pubsub.Subscription,
    options?: CustomResourceOptions,
  ): Resource =>
    new pubsub.SubscriptionIAMMember(
      `${subscriptionName}-${role}-${holder.name}`,
      { subscription: subscription.name, role: `roles/pubsub.${role}`, member: holder.member },
      options,
    )
}

/** Grants pulling messages from one subscription. */
export const grantSubscriber = subscriptionGrant('subscriber')

/** Grants reading the configuration of one subscription. */
export const grantSubscriptionViewer = subscriptionGrant('viewer')

/** Grants reading, writing and deleting the rows of one table, but not deleting or changing the table itself. */
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
          role: fullRoleName(writer),
          member: holder.member,
        },
        ordered,
      ),
  )
}

/** Returns the name of a custom role, computed from its inputs, so that a preview knows it before the role exists. */
export function fullRoleName({ project, roleId }: projects.IAMCustomRole): Output<string> {
  return interpolate`projects/${project}/roles/${roleId}`
}

/** Grants reading the dataset's metadata to an account that appends rows with `insertAll` and is not a READER. It gives access to no table.
 * A dataset's access list accepts custom roles: https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#Dataset.FIELDS.access */
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
        { datasetId: dataset.datasetId, role: fullRoleName(appender), userByEmail: email },
        ordered,
      ),
  )
}

/** Grants reading one table, without running queries. */
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

/** Grants reading every table and view of the dataset. */
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

/** Grants running queries in the project, which pays for them. It gives access to no data. */
export function grantJobUser(
  { name, member }: Grantee,
  project: string,
  options?: CustomResourceOptions,
): Resource {
  return new projects.IAMMember(`jobs-${name}`, { project, role: 'roles/bigquery.jobUser', member }, options)
}

/** Grants querying the dataset: reading it, and running jobs in the project, which pays for them. */
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

/** Returns a member in the form of a dataset's access list.
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
