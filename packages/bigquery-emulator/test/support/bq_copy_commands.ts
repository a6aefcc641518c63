/** Commands of `bq` that need objects of Cloud Storage, make snapshots and clones, and set policies. They run after those that fill `shop.g`.
 * https://cloud.google.com/bigquery/docs/reference/bq-cli-reference */
import type { BqCommand } from './bq_session.ts'

/** A query in GoogleSQL. */
const query = 'query --nouse_legacy_sql'

/** With objects of Cloud Storage. */
export const objectCommands: readonly BqCommand[] = [
  { args: 'extract shop.g gs://b/out.csv', prints: /^$/ },
  { args: 'extract --noprint_header --field_delimiter=tab shop.g gs://b/out.tsv', prints: /^$/ },
  {
    args: 'extract --destination_format=NEWLINE_DELIMITED_JSON --compression=GZIP shop.g gs://b/out.json.gz',
    prints: /^$/,
  },
  {
    args: 'load --source_format=CSV --skip_leading_rows=1 shop.back gs://b/out.csv id:STRING,n:INTEGER,day:DATE',
    prints: /^$/,
  },
  {
    args: 'load --replace --source_format=CSV --field_delimiter=tab shop.back gs://b/out.tsv',
    prints: /^$/,
  },
  { args: 'load --source_format=NEWLINE_DELIMITED_JSON shop.back gs://b/out.json.gz', prints: /^$/ },
  {
    args: `${query} "SELECT COUNT(*) AS c, COUNT(DISTINCT id) AS d FROM shop.back"`,
    prints: /^\[\{"c":"6","d":"3"\}\]$/,
  },
  {
    args: 'load --source_format=CSV shop.back gs://b/nothing.csv',
    prints: /Not found: URI gs:\/\/b\/nothing\.csv/,
  },
]

/** Snapshots and clones. https://cloud.google.com/bigquery/docs/table-snapshots-create */
export const snapshotCommands: readonly BqCommand[] = [
  {
    args: 'cp --snapshot --no_clobber --expiration=86400 shop.g shop.snap',
    prints: /^Table 'proj:shop\.g' successfully snapshotted to 'proj:shop\.snap'$/,
  },
  {
    args: 'show shop.snap',
    prints:
      /"snapshotDefinition":\{"baseTableReference":\{"projectId":"proj","datasetId":"shop","tableId":"g"\}/,
  },
  {
    args: `${query} "INSERT shop.snap (id) VALUES ('z')"`,
    prints: /proj:shop\.snap is not allowed for this operation because it is currently a SNAPSHOT/,
  },
  { args: 'insert shop.snap good.json', prints: /currently a SNAPSHOT/ },
  {
    args: 'cp --clone --no_clobber shop.g shop.clone',
    prints: /^Table 'proj:shop\.g' successfully cloned to 'proj:shop\.clone'$/,
  },
  { args: `${query} "INSERT shop.clone (id) VALUES ('z')"`, prints: /^Number of affected rows: 1$/ },
  {
    args: 'cp --restore --no_clobber shop.snap shop.restored',
    prints: /^Table 'proj:shop\.snap' successfully restored to 'proj:shop\.restored'$/,
  },
  {
    args: `${query} "SELECT table_name, table_type, base_table_name FROM shop.INFORMATION_SCHEMA.TABLES WHERE table_name IN ('snap', 'clone', 'restored') ORDER BY 1"`,
    prints:
      /"base_table_name":"g","table_name":"clone","table_type":"CLONE"\},\{"base_table_name":null,"table_name":"restored","table_type":"BASE TABLE"\},\{"base_table_name":"g","table_name":"snap","table_type":"SNAPSHOT"/,
  },
  { args: 'rm -f -t shop.snap', prints: /^$/ },
]

/** Policies of tables, each in a process of its own: the shell knows no command with a hyphen. */
export const bqPolicyCommands: readonly BqCommand[] = [
  { args: 'get-iam-policy d.t', prints: /"etag": "ACAB"/ },
  {
    args: 'add-iam-policy-binding --member=user:eve@example.com --role=roles/bigquery.dataViewer d.t',
    prints: /"user:eve@example\.com" \], "role": "roles\/bigquery\.dataViewer"/,
  },
  { args: 'set-iam-policy d.t policy.json', prints: /"role": "roles\/bigquery\.dataOwner"/ },
  {
    args: 'remove-iam-policy-binding --member=user:ada@example.com --role=roles/bigquery.dataOwner d.t',
    prints: /"etag": "ACAB"/,
  },
]
