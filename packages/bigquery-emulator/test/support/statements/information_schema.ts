/** Statements over the INFORMATION_SCHEMA views of tables, columns, views and options. */
import type { StatementGroup } from './statement_case.ts'

const setup = `
  CREATE TABLE d.orders (
    id INT64 NOT NULL OPTIONS (description = "The key"),
    buyer STRUCT<name STRING, address STRUCT<city STRING, lines ARRAY<STRING>>>,
    items ARRAY<STRUCT<sku STRING, count INT64>>,
    total NUMERIC,
    tags ARRAY<STRING>,
    day DATE
  ) PARTITION BY day CLUSTER BY total, id
  OPTIONS (description = "Orders of a shop", labels = [("team", "data"), ("env", "test")], friendly_name = "Orders",
    require_partition_filter = TRUE, partition_expiration_days = 2.5);
  CREATE TABLE d.plain (s STRING, b BOOL, f FLOAT64, y BYTES, t TIME, dt DATETIME, ts TIMESTAMP, j JSON);
  CREATE VIEW d.totals (d, total) OPTIONS (description = "Totals a day") AS SELECT day, SUM(total) FROM d.orders WHERE day > "2020-01-01" GROUP BY day;
  CREATE VIEW d.everything AS SELECT * FROM d.plain`

const tables: StatementGroup = {
  theme: 'information schema',
  title: 'TABLES and VIEWS',
  source: 'https://cloud.google.com/bigquery/docs/information-schema-tables',
  setup,
  cases: [
    [
      'SELECT table_catalog, table_schema, table_name, table_type FROM d.INFORMATION_SCHEMA.TABLES ORDER BY table_name',
      [
        ['proj', 'd', 'everything', 'VIEW'],
        ['proj', 'd', 'orders', 'BASE TABLE'],
        ['proj', 'd', 'plain', 'BASE TABLE'],
        ['proj', 'd', 'totals', 'VIEW'],
      ],
    ],
    [
      'SELECT is_insertable_into, is_typed FROM d.INFORMATION_SCHEMA.TABLES WHERE table_name = "orders"',
      [['YES', 'NO']],
    ],
    ['SELECT is_insertable_into FROM d.INFORMATION_SCHEMA.TABLES WHERE table_name = "totals"', [['NO']]],
    [
      'SELECT base_table_name, snapshot_time_ms FROM d.INFORMATION_SCHEMA.TABLES WHERE table_name = "plain"',
      [[null, null]],
    ],
    ['SELECT COUNT(*) FROM d.INFORMATION_SCHEMA.TABLES WHERE creation_time <= CURRENT_TIMESTAMP()', [['4']]],
    ['SELECT COUNT(*) FROM proj.d.INFORMATION_SCHEMA.TABLES', [['4']]],
    ['SELECT COUNT(*) FROM `proj`.`d`.INFORMATION_SCHEMA.TABLES', [['4']]],
    ['SELECT COUNT(*) FROM `proj.d.INFORMATION_SCHEMA.TABLES`', [['4']]],
    ['SELECT COUNT(*) FROM `proj.d`.INFORMATION_SCHEMA.TABLES', [['4']]],
    ['SELECT COUNT(*) FROM `region-us`.INFORMATION_SCHEMA.TABLES WHERE table_schema = "d"', [['4']]],
    ['SELECT COUNT(*) FROM `proj.region-us`.INFORMATION_SCHEMA.TABLES WHERE table_schema = "d"', [['4']]],
    ['SELECT COUNT(*) FROM proj.`region-us`.INFORMATION_SCHEMA.TABLES WHERE table_schema = "d"', [['4']]],
    ['SELECT COUNT(*) FROM d.information_schema.tables', [['4']]],
    [
      'SELECT t.table_name FROM d.INFORMATION_SCHEMA.TABLES AS t WHERE STARTS_WITH(t.TABLE_NAME, "o")',
      [['orders']],
    ],
    [
      'SELECT table_type, COUNT(*) FROM d.INFORMATION_SCHEMA.TABLES GROUP BY table_type ORDER BY 1',
      [
        ['BASE TABLE', '2'],
        ['VIEW', '2'],
      ],
    ],
    ['SELECT table_name FROM nowhere.INFORMATION_SCHEMA.TABLES', /^Not found: Dataset proj:nowhere/],
    [
      'SELECT table_name FROM INFORMATION_SCHEMA.TABLES',
      /^Table "INFORMATION_SCHEMA\.TABLES" must be qualified with a dataset/,
    ],
    ['SELECT nothing FROM d.INFORMATION_SCHEMA.TABLES', /^Unrecognized name: nothing at \[1:8\]/],
    [
      'SELECT table_name, view_definition, check_option, use_standard_sql FROM d.INFORMATION_SCHEMA.VIEWS ORDER BY 1',
      [
        ['everything', 'SELECT * FROM d.plain', null, 'YES'],
        ['totals', 'SELECT day, SUM(total) FROM d.orders WHERE day > "2020-01-01" GROUP BY day', null, 'YES'],
      ],
    ],
    ['SELECT COUNT(*) FROM d.INFORMATION_SCHEMA.VIEWS WHERE view_definition LIKE "%orders%"', [['1']]],
    ['CREATE TABLE d.later AS SELECT 1 AS x', []],
    [
      'SELECT table_name FROM d.INFORMATION_SCHEMA.TABLES WHERE table_type = "BASE TABLE" ORDER BY 1',
      [['later'], ['orders'], ['plain']],
    ],
    ['ALTER TABLE d.later RENAME TO latest', []],
    ['SELECT table_name FROM d.INFORMATION_SCHEMA.TABLES WHERE table_name LIKE "late%"', [['latest']]],
    ['DROP TABLE d.latest', []],
    ['SELECT COUNT(*) FROM d.INFORMATION_SCHEMA.TABLES WHERE table_name LIKE "late%"', [['0']]],
    [
      'SELECT ARRAY_AGG(table_name ORDER BY table_name) FROM d.INFORMATION_SCHEMA.TABLES',
      [[[{ v: 'everything' }, { v: 'orders' }, { v: 'plain' }, { v: 'totals' }]]],
    ],
    [
      'SELECT COUNT(*) FROM d.INFORMATION_SCHEMA.TABLES JOIN d.INFORMATION_SCHEMA.VIEWS USING (table_name)',
      [['2']],
    ],
  ],
}

const columns: StatementGroup = {
  theme: 'information schema',
  title: 'COLUMNS and COLUMN_FIELD_PATHS',
  source: 'https://cloud.google.com/bigquery/docs/information-schema-columns',
  setup,
  cases: [
    [
      'SELECT column_name, ordinal_position, is_nullable, data_type FROM d.INFORMATION_SCHEMA.COLUMNS WHERE table_name = "orders" ORDER BY ordinal_position',
      [
        ['id', '1', 'NO', 'INT64'],
        ['buyer', '2', 'YES', 'STRUCT<name STRING, address STRUCT<city STRING, lines ARRAY<STRING>>>'],
        ['items', '3', 'NO', 'ARRAY<STRUCT<sku STRING, count INT64>>'],
        ['total', '4', 'YES', 'NUMERIC'],
        ['tags', '5', 'NO', 'ARRAY<STRING>'],
        ['day', '6', 'YES', 'DATE'],
      ],
    ],
    [
      'SELECT data_type FROM d.INFORMATION_SCHEMA.COLUMNS WHERE table_name = "plain" ORDER BY ordinal_position',
      [['STRING'], ['BOOL'], ['FLOAT64'], ['BYTES'], ['TIME'], ['DATETIME'], ['TIMESTAMP'], ['JSON']],
    ],
    ['SELECT column_name FROM d.INFORMATION_SCHEMA.COLUMNS WHERE is_partitioning_column = "YES"', [['day']]],
    [
      'SELECT column_name, clustering_ordinal_position FROM d.INFORMATION_SCHEMA.COLUMNS WHERE clustering_ordinal_position IS NOT NULL ORDER BY 2',
      [
        ['total', '1'],
        ['id', '2'],
      ],
    ],
    [
      'SELECT DISTINCT is_generated, generation_expression, is_stored, is_hidden, is_updatable, is_system_defined FROM d.INFORMATION_SCHEMA.COLUMNS WHERE table_name = "orders"',
      [['NEVER', null, null, 'NO', null, 'NO']],
    ],
    ['SELECT DISTINCT rounding_mode FROM d.INFORMATION_SCHEMA.COLUMNS WHERE table_name = "orders"', [[null]]],
    [
      'SELECT column_name, data_type FROM d.INFORMATION_SCHEMA.COLUMNS WHERE table_name = "totals" ORDER BY ordinal_position',
      [
        ['d', 'DATE'],
        ['total', 'NUMERIC'],
      ],
    ],
    ['SELECT COUNT(*) FROM d.INFORMATION_SCHEMA.COLUMNS WHERE table_name = "everything"', [['8']]],
    [
      'SELECT table_name, COUNT(*) FROM d.INFORMATION_SCHEMA.COLUMNS GROUP BY 1 ORDER BY 1',
      [
        ['everything', '8'],
        ['orders', '6'],
        ['plain', '8'],
        ['totals', '2'],
      ],
    ],
    [
      'SELECT field_path, data_type FROM d.INFORMATION_SCHEMA.COLUMN_FIELD_PATHS WHERE column_name = "buyer" ORDER BY 1',
      [
        ['buyer', 'STRUCT<name STRING, address STRUCT<city STRING, lines ARRAY<STRING>>>'],
        ['buyer.address', 'STRUCT<city STRING, lines ARRAY<STRING>>'],
        ['buyer.address.city', 'STRING'],
        ['buyer.address.lines', 'ARRAY<STRING>'],
        ['buyer.name', 'STRING'],
      ],
    ],
    [
      'SELECT field_path, data_type FROM d.INFORMATION_SCHEMA.COLUMN_FIELD_PATHS WHERE column_name = "items" ORDER BY 1',
      [
        ['items', 'ARRAY<STRUCT<sku STRING, count INT64>>'],
        ['items.count', 'INT64'],
        ['items.sku', 'STRING'],
      ],
    ],
    [
      'SELECT description FROM d.INFORMATION_SCHEMA.COLUMN_FIELD_PATHS WHERE table_name = "orders" AND field_path = "id"',
      [['The key']],
    ],
    ['SELECT COUNT(*) FROM d.INFORMATION_SCHEMA.COLUMN_FIELD_PATHS WHERE table_name = "orders"', [['12']]],
    ['ALTER TABLE d.plain ADD COLUMN note STRING OPTIONS (description = "A note")', []],
    [
      'SELECT ordinal_position, is_nullable FROM d.INFORMATION_SCHEMA.COLUMNS WHERE table_name = "plain" AND column_name = "note"',
      [['9', 'YES']],
    ],
    [
      'SELECT description FROM d.INFORMATION_SCHEMA.COLUMN_FIELD_PATHS WHERE table_name = "plain" AND column_name = "note"',
      [['A note']],
    ],
    ['ALTER TABLE d.plain RENAME COLUMN note TO remark', []],
    ['ALTER TABLE d.plain DROP COLUMN b', []],
    [
      'SELECT column_name, ordinal_position FROM d.INFORMATION_SCHEMA.COLUMNS WHERE table_name = "plain" AND column_name IN ("b", "s", "f", "remark") ORDER BY 2',
      [
        ['s', '1'],
        ['f', '2'],
        ['remark', '8'],
      ],
    ],
    ['ALTER TABLE d.orders ALTER COLUMN id DROP NOT NULL', []],
    [
      'SELECT is_nullable FROM d.INFORMATION_SCHEMA.COLUMNS WHERE table_name = "orders" AND column_name = "id"',
      [['YES']],
    ],
    ['ALTER TABLE d.plain ALTER COLUMN remark SET OPTIONS (description = "Another")', []],
    [
      'SELECT description FROM d.INFORMATION_SCHEMA.COLUMN_FIELD_PATHS WHERE table_name = "plain" AND column_name = "remark"',
      [['Another']],
    ],
    ['CREATE TABLE d.widened AS SELECT 1 AS n', []],
    ['ALTER TABLE d.widened ALTER COLUMN n SET DATA TYPE NUMERIC', []],
    ['SELECT data_type FROM d.INFORMATION_SCHEMA.COLUMNS WHERE table_name = "widened"', [['NUMERIC']]],
  ],
}

export const informationSchemaStatements: readonly StatementGroup[] = [tables, columns]
