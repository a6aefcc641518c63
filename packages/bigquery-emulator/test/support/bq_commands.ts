/** Everyday commands of `bq`, in the order in which they run, with what they print.
 * https://cloud.google.com/bigquery/docs/reference/bq-cli-reference. The files that they name: `bqFiles`. */
import { objectCommands, snapshotCommands } from './bq_copy_commands.ts'
import type { BqCommand } from './bq_session.ts'

export const bqFiles: Readonly<Record<string, string>> = {
  'rows.csv': 'a,1,2024-01-01\nb,2,2024-01-02\n',
  'header.csv': 'id,n,day\nc,3,2024-01-03\n',
  'bad.csv': 'd,four,2024-01-04\n',
  'rows.ndjson': '{"id":"d","n":"4","day":"2024-01-04"}\n',
  'good.json': '{"id":"e","n":5}\n',
  'bad.json': '{"id":"f","n":"five"}\n',
  'schema.json': '[{"name":"id","type":"STRING","mode":"REQUIRED"},{"name":"n","type":"INTEGER"}]',
  'policy.json': '{"bindings":[{"role":"roles/bigquery.dataOwner","members":["user:ada@example.com"]}]}',
  'query.sql': 'SELECT 7 AS seven',
}

/** A query in GoogleSQL. */
const query = 'query --nouse_legacy_sql'

const datasets: readonly BqCommand[] = [
  { args: 'version', prints: /^This is BigQuery CLI \d/ },
  { args: 'ls', prints: /^$/ },
  { args: 'ls -p', prints: /"projectId":"proj"/ },
  {
    args: 'mk --dataset --description=Tried --label=team:data shop',
    prints: /^Dataset 'proj:shop' successfully created\.$/,
  },
  { args: 'mk -d shop', prints: /Dataset 'proj:shop' already exists\.$/ },
  { args: 'mk -d -f shop', prints: /^Dataset 'proj:shop' successfully created\.$/ },
  { args: 'mk -d --default_table_expiration=3600 short', prints: /^Dataset 'proj:short' successfully/ },
  { args: 'show --dataset short', prints: /"defaultTableExpirationMs":"3600000"/ },
  { args: 'ls -d', prints: /"id":"proj:shop".*"id":"proj:short"/ },
  {
    args: 'update --description=Changed --set_label=env:test shop',
    prints: /^Dataset 'proj:shop' successfully updated\.$/,
  },
  { args: 'show shop', prints: /"description":"Changed","labels":\{"team":"data","env":"test"\}/ },
  { args: 'update --clear_label=team shop', prints: /successfully updated\.$/ },
  { args: 'rm -f -d short', prints: /^$/ },
  { args: 'show nowhere.t', prints: /Not found: Dataset proj:nowhere/ },
]

const tables: readonly BqCommand[] = [
  {
    args: 'mk --table shop.t id:STRING,n:INTEGER,day:DATE',
    prints: /^Table 'proj:shop\.t' successfully created\.$/,
  },
  {
    args: 'mk -t --time_partitioning_type=DAY --time_partitioning_field=day --clustering_fields=id --require_partition_filter shop.p id:STRING,n:INTEGER,day:DATE',
    prints: /^Table 'proj:shop\.p' successfully created\.$/,
  },
  {
    args: 'mk -t --range_partitioning=n,0,100,10 shop.r id:STRING,n:INTEGER',
    prints: /successfully created\.$/,
  },
  {
    args: 'mk -t --schema=schema.json --description=From_a_file --label=a:b --expiration=3600 shop.f',
    prints: /successfully created\.$/,
  },
  {
    args: 'mk --use_legacy_sql=false --view="SELECT id FROM shop.t" shop.v',
    prints: /^View 'proj:shop\.v' successfully created\.$/,
  },
  { args: 'mk -t shop.t id:STRING', prints: /a table with this name already exists\.$/ },
  {
    args: 'show shop.p',
    prints: /"timePartitioning":\{"type":"DAY","field":"day"\},"clustering":\{"fields":\["id"\]\}/,
  },
  {
    args: 'show --schema shop.f',
    prints: /^\[\{"name":"id","type":"STRING","mode":"REQUIRED"\},\{"name":"n","type":"INTEGER"\}\]$/,
  },
  { args: 'show --view shop.v', prints: /"view":\{"useLegacySql":false,"query":"SELECT id FROM shop\.t"\}/ },
  { args: 'ls -n 2 shop', prints: /"tableId":"f".*"tableId":"p"/ },
  { args: 'show shop.nothing', prints: /Not found: Table proj:shop\.nothing$/ },
  {
    args: 'update --description=Rows shop.t id:STRING,n:INTEGER,day:DATE,extra:STRING',
    prints: /^Table 'proj:shop\.t' successfully updated\.$/,
  },
  { args: 'update --expiration=3600 --set_label=k:v shop.t', prints: /successfully updated\.$/ },
  {
    args: 'update --use_legacy_sql=false --view="SELECT id, n FROM shop.t" shop.v',
    prints: /^View 'proj:shop\.v' successfully updated\.$/,
  },
  {
    args: 'update --time_partitioning_expiration=86400 --time_partitioning_type=DAY shop.p',
    prints: /successfully updated\.$/,
  },
  {
    args: 'show shop.p',
    prints: /"timePartitioning":\{"type":"DAY","field":"day","expirationMs":"86400000"\}/,
  },
  { args: 'update --require_partition_filter=false shop.p', prints: /successfully updated\.$/ },
]

const data: readonly BqCommand[] = [
  { args: 'load --source_format=CSV --allow_jagged_rows shop.t rows.csv', prints: /^Upload complete\.$/ },
  {
    args: 'load --source_format=CSV --skip_leading_rows=1 --allow_jagged_rows shop.t header.csv',
    prints: /^Upload complete\.$/,
  },
  { args: 'load --source_format=NEWLINE_DELIMITED_JSON shop.t rows.ndjson', prints: /^Upload complete\.$/ },
  { args: 'load --autodetect --source_format=CSV shop.auto header.csv', prints: /^Upload complete\.$/ },
  { args: 'show --schema shop.auto', prints: /"n","type":"INTEGER".*"day","type":"DATE"/ },
  {
    args: 'load --replace --source_format=CSV shop.g rows.csv id:STRING,n:INTEGER,day:DATE',
    prints: /^Upload complete\.$/,
  },
  { args: 'load --source_format=CSV --max_bad_records=1 shop.g bad.csv', prints: /Upload complete\./ },
  {
    args: 'load --source_format=CSV shop.g bad.csv',
    prints: /Error while reading data, error message: .*Row: 1/,
  },
  { args: 'insert shop.g good.json', prints: /^\{"kind":"bigquery#tableDataInsertAllResponse"\}$/ },
  {
    args: 'insert shop.g bad.json',
    prints: /"reason":"invalid","location":"n".*Cannot convert value to integer \(bad value\): five/,
  },
  {
    args: 'head shop.g',
    prints: /^\[\{"day":"2024-01-01","id":"a","n":"1"\},.*\{"day":null,"id":"e","n":"5"\}\]$/,
  },
  { args: 'head -n 1 -s 1 --selected_fields=id,n shop.g', prints: /^\[\{"id":"b","n":"2"\}\]$/ },
  { args: 'cp shop.g shop.copy', prints: /^Table 'proj:shop\.g' successfully copied to 'proj:shop\.copy'$/ },
  { args: 'cp -a shop.g shop.copy', prints: /successfully copied/ },
  { args: 'cp -n shop.g shop.copy', prints: /^Table 'proj:shop\.copy' already exists, skipping$/ },
  { args: 'cp -f shop.g,shop.g shop.copy', prints: /successfully copied/ },
  { args: `${query} "SELECT COUNT(*) AS c FROM shop.copy"`, prints: /^\[\{"c":"6"\}\]$/ },
]

const queries: readonly BqCommand[] = [
  {
    args: `${query} "SELECT id, n FROM shop.g ORDER BY id"`,
    prints: /^\[\{"id":"a","n":"1"\},\{"id":"b","n":"2"\},\{"id":"e","n":"5"\}\]$/,
  },
  {
    args: `${query} --parameter=least:INT64:2 "SELECT COUNT(*) AS c FROM shop.g WHERE n >= @least"`,
    prints: /^\[\{"c":"2"\}\]$/,
  },
  { args: `${query} --parameter=::a "SELECT ? AS x"`, prints: /^\[\{"x":"a"\}\]$/ },
  { args: `${query} --dry_run "SELECT id FROM shop.g"`, prints: /"dryRun":true/ },
  {
    args: `${query} --destination_table=shop.dest --replace "SELECT id FROM shop.g"`,
    prints: /\{"id":"e"\}\]$/,
  },
  {
    args: `${query} --destination_table=shop.dest --append_table "SELECT 'z' AS id"`,
    prints: /\{"id":"z"\}/,
  },
  {
    args: `${query} --destination_table=shop.dest "SELECT 'z' AS id"`,
    prints: /Already Exists: Table proj:shop\.dest/,
  },
  {
    args: `${query} --destination_table=shop.days --time_partitioning_field=day --time_partitioning_type=DAY --clustering_fields=id "SELECT 'a' AS id, DATE '2024-01-01' AS day"`,
    prints: /^\[\{"day":"2024-01-01","id":"a"\}\]$/,
  },
  {
    args: 'show shop.days',
    prints: /"timePartitioning":\{"type":"DAY","field":"day"\},"clustering":\{"fields":\["id"\]\}/,
  },
  { args: `${query} --flagfile=query.sql`, prints: /^\[\{"seven":"7"\}\]$/ },
  {
    args: `${query} --batch --maximum_bytes_billed=1000000 --label=a:b "SELECT 1 AS a"`,
    prints: /^\[\{"a":"1"\}\]$/,
  },
  {
    args: `${query} --max_rows=1 --start_row=1 "SELECT x FROM UNNEST([1, 2, 3]) AS x ORDER BY x"`,
    prints: /^\[\{"x":"2"\}\]$/,
  },
  { args: `${query} "CREATE TABLE shop.made AS SELECT 1 AS a"`, prints: /^Created proj\.shop\.made$/ },
  { args: `${query} "INSERT INTO shop.made VALUES (2)"`, prints: /^Number of affected rows: 1$/ },
  { args: `${query} "DECLARE x INT64 DEFAULT 1; SELECT x + 1 AS y"`, prints: /^\[\{"y":"2"\}\]$/ },
  { args: `${query} "SELECT nothing FROM shop.g"`, prints: /Unrecognized name: nothing at \[1:8\]$/ },
  { args: 'ls -j -n 3', prints: /"jobType":"QUERY"/ },
]

const others: readonly BqCommand[] = [
  { args: 'show -j named', prints: /"jobId":"named".*"state":"DONE"/ },
  { args: 'wait named', prints: /"jobId":"named".*"state":"DONE"/ },
  { args: 'cancel named', prints: /"jobId":"named"/ },
  { args: 'cancel nothing', prints: /Not found: Job proj:nothing$/ },
  { args: 'partition shop.shard_ shop.sharded', prints: /^No matching source tables found$/ },
  {
    args: 'mkdef --source_format=CSV gs://b/f.csv id:STRING',
    prints: /"sourceUris": \[ "gs:\/\/b\/f\.csv" \]/,
  },
  { args: 'ls --routines shop', prints: /^$/ },
  { args: 'ls --models shop', prints: /^$/ },
  { args: 'ls --row_access_policies shop.g', prints: /^$/ },
]

/** What the emulator does not have. */
const missing: readonly BqCommand[] = [
  { args: 'load --source_format=PARQUET shop.g rows.csv', refuses: 'Source format PARQUET is' },
  {
    args: 'mk --use_legacy_sql=false --materialized_view="SELECT id FROM shop.t" shop.mv',
    refuses: 'materializedView is',
  },
  {
    args: 'mk --external_table_definition=id:STRING@CSV=gs://b/f.csv shop.ext',
    refuses: 'externalDataConfiguration is',
  },
  { args: 'query --use_legacy_sql "SELECT 1"', refuses: 'Legacy SQL is' },
  { args: 'undelete shop', refuses: 'undelete is' },
]

/** Commands after which nothing is left. */
const ends: readonly BqCommand[] = [
  { args: 'rm -f -t shop.copy', prints: /^$/ },
  { args: 'rm -f shop.v', prints: /^$/ },
  { args: 'rm -t shop.nothing', prints: /Not found: Table proj:shop\.nothing$/ },
  { args: 'rm -f --job named', prints: /^$/ },
  { args: 'rm -f -d shop', prints: /Dataset proj:shop is still in use$/ },
  { args: 'rm -r -f -d shop', prints: /^$/ },
  { args: 'ls', prints: /^$/ },
]

export const bqCommands: readonly BqCommand[] = [
  ...datasets,
  ...tables,
  ...data,
  ...queries,
  ...others,
  ...objectCommands,
  ...snapshotCommands,
  ...missing,
  ...ends,
]
