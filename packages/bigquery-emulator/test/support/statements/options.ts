/** Statements with options of tables and partitions. */
import type { StatementGroup } from './statement_case.ts'

/** Selects the options of a table, without their types. */
export function optionsOf(table: string): string {
  return `SELECT option_name, option_value FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "${table}" ORDER BY 1`
}

const tables: StatementGroup = {
  theme: 'options',
  title: 'Options of tables',
  source:
    'https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#table_option_list',
  cases: [
    ['CREATE TABLE d.a (x INT64) OPTIONS (description = "one")', []],
    [optionsOf('a'), [['description', '"one"']]],
    ['CREATE OR REPLACE TABLE d.a (x INT64) OPTIONS (friendly_name = "two")', []],
    [optionsOf('a'), [['friendly_name', '"two"']]],
    ['CREATE TABLE IF NOT EXISTS d.a (x INT64) OPTIONS (description = "ignored")', []],
    [optionsOf('a'), [['friendly_name', '"two"']]],
    ['ALTER TABLE d.a SET OPTIONS (description = "three", labels = [("k", "v")])', []],
    [
      optionsOf('a'),
      [
        ['description', '"three"'],
        ['friendly_name', '"two"'],
        ['labels', '[STRUCT("k", "v")]'],
      ],
    ],
    ['ALTER TABLE d.a SET OPTIONS (friendly_name = NULL, description = CONCAT("fo", "ur"))', []],
    [
      optionsOf('a'),
      [
        ['description', '"four"'],
        ['labels', '[STRUCT("k", "v")]'],
      ],
    ],
    [
      'CREATE TABLE d.expiring (x INT64) OPTIONS (expiration_timestamp = TIMESTAMP "2045-01-01 00:00:00 UTC")',
      [],
    ],
    [
      'SELECT option_type FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE option_name = "expiration_timestamp"',
      [['TIMESTAMP']],
    ],
    ['ALTER TABLE d.expiring SET OPTIONS (expiration_timestamp = NULL)', []],
    [optionsOf('expiring'), []],
    [
      'ALTER TABLE d.expiring SET OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 7 DAY))',
      [],
    ],
    [
      'SELECT option_name FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "expiring"',
      [['expiration_timestamp']],
    ],
    ['ALTER TABLE IF EXISTS d.nothing SET OPTIONS (description = "x")', []],
    ['ALTER TABLE d.nothing SET OPTIONS (description = "x")', /^Not found: Table proj:d\.nothing/],
    ['CREATE TABLE d.copied COPY d.a', []],
    ['CREATE TABLE d.of_query OPTIONS (description = "of a query") AS SELECT 1 AS x', []],
    [optionsOf('of_query'), [['description', '"of a query"']]],
    ['SELECT x FROM d.of_query', [['1']]],
    ['CREATE TABLE d.no (x INT64) OPTIONS (description = 5)', /Option description .* INT64, expected STRING/],
    [
      'CREATE TABLE d.no (x INT64) OPTIONS (expiration_timestamp = "soon")',
      /^Could not cast literal "soon" to type TIMESTAMP/,
    ],
    [
      'CREATE TABLE d.no (x INT64) OPTIONS (labels = "a")',
      /Option labels expects ARRAY<STRUCT<STRING, STRING>>/,
    ],
    [
      'CREATE TABLE d.no (x INT64) OPTIONS (labels = ["a"])',
      /Option labels expects ARRAY<STRUCT<STRING, STRING>>/,
    ],
    [
      'CREATE TABLE d.no (x INT64) OPTIONS (description = "a", DESCRIPTION = "b")',
      /Duplicate option specified for 'description'/,
    ],
    ['CREATE TABLE d.no (x INT64) OPTIONS (description = x)', /Unrecognized name: x/],
    [
      'CREATE TABLE d.no (x INT64) OPTIONS (nothing = 1)',
      /Option nothing is not supported by the local BigQuery/,
    ],
    [
      'CREATE TABLE d.no (x INT64) OPTIONS (kms_key_name = "k")',
      /Option kms_key_name is not supported by the local BigQuery/,
    ],
    [
      'CREATE TABLE d.no (x INT64) OPTIONS (partition_expiration_days = 3)',
      /partition_expiration_days can only be set for a table that is partitioned by time/,
    ],
    [
      'ALTER TABLE d.a SET OPTIONS (partition_expiration_days = 3)',
      /partition_expiration_days can only be set for a table that is partitioned by time/,
    ],
    ['SELECT COUNT(*) FROM d.INFORMATION_SCHEMA.TABLES WHERE table_name = "no"', [['0']]],
  ],
}

const partitions: StatementGroup = {
  theme: 'options',
  title: 'Options of partitioned tables',
  source: 'https://cloud.google.com/bigquery/docs/managing-partitioned-tables',
  cases: [
    ['CREATE TABLE d.p (day DATE, n INT64) PARTITION BY day OPTIONS (require_partition_filter = TRUE)', []],
    ['INSERT INTO d.p VALUES ("2024-01-01", 1), ("2024-01-02", 2)', []],
    ['SELECT n FROM d.p', /^Cannot query over table 'proj\.d\.p' without a filter over column\(s\) 'day'/],
    ['SELECT n FROM d.p WHERE day = "2024-01-02"', [['2']]],
    ['ALTER TABLE d.p SET OPTIONS (require_partition_filter = FALSE)', []],
    ['SELECT SUM(n) FROM d.p', [['3']]],
    ['ALTER TABLE d.p SET OPTIONS (partition_expiration_days = 1)', []],
    ['SELECT COUNT(*) FROM d.p', [['0']]],
    ['ALTER TABLE d.p SET OPTIONS (partition_expiration_days = 100000)', []],
    ['SELECT COUNT(*) FROM d.p', [['2']]],
    ['ALTER TABLE d.p DROP COLUMN day', /partitioning column day/],
    ['ALTER TABLE d.p RENAME COLUMN day TO date', /partitioning column day/],
    ['ALTER TABLE d.p RENAME COLUMN n TO m', []],
    ['SELECT SUM(m) FROM d.p', [['3']]],
    [
      'CREATE TABLE d.by_hour (moment TIMESTAMP) PARTITION BY TIMESTAMP_TRUNC(moment, HOUR) OPTIONS (partition_expiration_days = 0.25)',
      [],
    ],
    [optionsOf('by_hour'), [['partition_expiration_days', '0.25']]],
    [
      'INSERT INTO d.by_hour VALUES (CURRENT_TIMESTAMP()), (TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 9 HOUR))',
      [],
    ],
    ['SELECT COUNT(*) FROM d.by_hour', [['1']]],
    ['CREATE TABLE d.by_range (n INT64) PARTITION BY RANGE_BUCKET(n, GENERATE_ARRAY(0, 100, 10))', []],
    ['INSERT INTO d.by_range VALUES (5), (95)', []],
    ['SELECT n FROM d.by_range WHERE n > 50', [['95']]],
    [
      'ALTER TABLE d.by_range SET OPTIONS (partition_expiration_days = 3)',
      /partition_expiration_days can only be set for a table that is partitioned by time/,
    ],
    ['CREATE TABLE d.clustered (a STRING, b INT64, c BOOL) CLUSTER BY a, b', []],
    ['ALTER TABLE d.clustered DROP COLUMN a', /clustering column a/],
    ['ALTER TABLE d.clustered RENAME COLUMN b TO c2', /clustering column b/],
    ['ALTER TABLE d.clustered DROP COLUMN c', []],
    [
      'CREATE TABLE d.no (s STRING) PARTITION BY s',
      /can only be of type TIMESTAMP, DATE or DATETIME\. The type found is: STRING/,
    ],
    [
      'CREATE TABLE d.no (x DATE) PARTITION BY y',
      /The field specified for time partitioning cannot be found in the schema: y/,
    ],
    [
      'CREATE TABLE d.no (a INT64, b INT64, c INT64, d INT64, e INT64) CLUSTER BY a, b, c, d, e',
      /Clustering is limited to four fields/,
    ],
    [
      'CREATE TABLE d.ingested (n INT64) PARTITION BY _PARTITIONDATE OPTIONS (partition_expiration_days = 30, require_partition_filter = TRUE)',
      [],
    ],
    ['INSERT INTO d.ingested (n) VALUES (1)', []],
    ['SELECT n FROM d.ingested', /without a filter over column\(s\)/],
    ['SELECT n FROM d.ingested WHERE _PARTITIONDATE >= DATE_SUB(CURRENT_DATE(), INTERVAL 1 DAY)', [['1']]],
    ['CREATE TABLE d.alike LIKE d.p', []],
    [
      'SELECT column_name, is_partitioning_column FROM d.INFORMATION_SCHEMA.COLUMNS WHERE table_name = "alike" ORDER BY ordinal_position',
      [
        ['day', 'YES'],
        ['m', 'NO'],
      ],
    ],
  ],
}

export const optionStatements: readonly StatementGroup[] = [tables, partitions]
