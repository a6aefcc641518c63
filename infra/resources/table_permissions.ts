/** Access: permissions of the custom roles on tables and datasets. */
/** Permissions of `grantRowWriter`. BigQuery's predefined role for writing rows also allows deleting and changing the table.
 * https://cloud.google.com/iam/docs/roles-permissions/bigquery#bigquery.dataEditor
 * https://cloud.google.com/bigquery/docs/streaming-data-into-bigquery#required_permissions */
export const writerPermissions = [
  'bigquery.tables.get',
  'bigquery.tables.getData',
  'bigquery.tables.updateData',
] as const

/** Permission of `mayAppend`, which Google lists among those that `insertAll` requires. It gives access to the dataset's metadata, not to rows.
 * https://cloud.google.com/bigquery/docs/streaming-data-into-bigquery#required_permissions */
export const appenderPermissions = ['bigquery.datasets.get'] as const

/** Permissions of `grantRecorder`: appending by `insertAll`, and nothing else. Without `bigquery.tables.getData` no UPDATE, DELETE or MERGE can
 * read the rows that it would change, and the holder runs no jobs.
 * https://cloud.google.com/bigquery/docs/streaming-data-into-bigquery#required_permissions
 * https://cloud.google.com/bigquery/docs/data-manipulation-language */
export const recorderPermissions = ['bigquery.tables.get', 'bigquery.tables.updateData'] as const
