/** Statements over the INFORMATION_SCHEMA views of datasets, options, functions and what the emulator cannot have. */
import type { StatementGroup } from './statement_case.ts'

const datasets: StatementGroup = {
  theme: 'information schema',
  title: 'SCHEMATA and SCHEMATA_OPTIONS',
  source: 'https://cloud.google.com/bigquery/docs/information-schema-datasets-schemata-options',
  setup: `DROP SCHEMA IF EXISTS eu;
    CREATE SCHEMA eu OPTIONS (location = "EU", description = "European", friendly_name = "Europe", labels = [("a", "b")],
      default_table_expiration_days = 3.75, default_partition_expiration_days = 2, max_time_travel_hours = 48, storage_billing_model = "PHYSICAL")`,
  cases: [
    [
      'SELECT catalog_name, schema_name, schema_owner, location FROM INFORMATION_SCHEMA.SCHEMATA ORDER BY schema_name',
      [
        ['proj', 'd', null, 'US'],
        ['proj', 'eu', null, 'EU'],
      ],
    ],
    ['SELECT COUNT(*) FROM proj.INFORMATION_SCHEMA.SCHEMATA', [['2']]],
    ['SELECT COUNT(*) FROM `proj`.INFORMATION_SCHEMA.SCHEMATA', [['2']]],
    ['SELECT COUNT(*) FROM INFORMATION_SCHEMA.SCHEMATA WHERE last_modified_time >= creation_time', [['2']]],
    [
      'SELECT option_name, option_type, option_value FROM INFORMATION_SCHEMA.SCHEMATA_OPTIONS WHERE schema_name = "eu" ORDER BY 1',
      [
        ['default_partition_expiration_days', 'FLOAT64', '2.0'],
        ['default_table_expiration_days', 'FLOAT64', '3.75'],
        ['description', 'STRING', '"European"'],
        ['friendly_name', 'STRING', '"Europe"'],
        ['labels', 'ARRAY<STRUCT<STRING, STRING>>', '[STRUCT("a", "b")]'],
        ['max_time_travel_hours', 'INT64', '48'],
        ['storage_billing_model', 'STRING', '"PHYSICAL"'],
      ],
    ],
    ['SELECT COUNT(*) FROM INFORMATION_SCHEMA.SCHEMATA_OPTIONS WHERE schema_name = "d"', [['0']]],
    ['ALTER SCHEMA d SET OPTIONS (description = "The first")', []],
    [
      'SELECT option_value FROM INFORMATION_SCHEMA.SCHEMATA_OPTIONS WHERE schema_name = "d"',
      [['"The first"']],
    ],
    [
      'ALTER SCHEMA eu SET OPTIONS (labels = [("c", "d"), ("e", "f")], default_table_expiration_days = NULL)',
      [],
    ],
    [
      'SELECT option_name, option_value FROM INFORMATION_SCHEMA.SCHEMATA_OPTIONS WHERE schema_name = "eu" AND option_name IN ("labels", "default_table_expiration_days")',
      [['labels', '[STRUCT("c", "d"), STRUCT("e", "f")]']],
    ],
    ['ALTER SCHEMA IF EXISTS nowhere SET OPTIONS (description = "x")', []],
    ['ALTER SCHEMA nowhere SET OPTIONS (description = "x")', /^Not found: Dataset proj:nowhere/],
    ['DROP SCHEMA eu', []],
    ['SELECT COUNT(*) FROM INFORMATION_SCHEMA.SCHEMATA', [['1']]],
  ],
}

const tableOptions: StatementGroup = {
  theme: 'information schema',
  title: 'TABLE_OPTIONS',
  source: 'https://cloud.google.com/bigquery/docs/information-schema-table-options',
  setup: `
    CREATE TABLE d.all_options (day DATE) PARTITION BY day OPTIONS (description = "say \\"hi\\"", friendly_name = "f", labels = [("k", "v"), ("l", "")],
      partition_expiration_days = 0.5, require_partition_filter = TRUE);
    CREATE TABLE d.without (x INT64);
    CREATE VIEW d.v OPTIONS (description = "a view", friendly_name = "vf", labels = [("l", "m")]) AS SELECT 1 AS x`,
  cases: [
    [
      'SELECT option_name, option_type, option_value FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "all_options" ORDER BY 1',
      [
        ['description', 'STRING', '"say \\"hi\\""'],
        ['friendly_name', 'STRING', '"f"'],
        ['labels', 'ARRAY<STRUCT<STRING, STRING>>', '[STRUCT("k", "v"), STRUCT("l", "")]'],
        ['partition_expiration_days', 'FLOAT64', '0.5'],
        ['require_partition_filter', 'BOOL', 'true'],
      ],
    ],
    ['SELECT COUNT(*) FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "without"', [['0']]],
    [
      'SELECT option_name, option_value FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "v" ORDER BY 1',
      [
        ['description', '"a view"'],
        ['friendly_name', '"vf"'],
        ['labels', '[STRUCT("l", "m")]'],
      ],
    ],
    [
      'SELECT table_name FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE option_name = "description" ORDER BY 1',
      [['all_options'], ['v']],
    ],
    ['ALTER TABLE d.all_options SET OPTIONS (description = NULL)', []],
    [
      'SELECT COUNT(*) FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "all_options" AND option_name = "description"',
      [['0']],
    ],
    [
      'ALTER TABLE d.all_options SET OPTIONS (require_partition_filter = FALSE, partition_expiration_days = 90)',
      [],
    ],
    [
      'SELECT option_name, option_value FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "all_options" AND option_name LIKE "%partition%"',
      [['partition_expiration_days', '90.0']],
    ],
    ['ALTER TABLE d.all_options SET OPTIONS (labels = [("only", "one")])', []],
    [
      'SELECT option_value FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "all_options" AND option_name = "labels"',
      [['[STRUCT("only", "one")]']],
    ],
    ['ALTER TABLE d.all_options SET OPTIONS (labels = [])', []],
    [
      'SELECT COUNT(*) FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "all_options" AND option_name = "labels"',
      [['0']],
    ],
    ['ALTER VIEW d.v SET OPTIONS (description = "another view")', []],
    [
      'SELECT option_value FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "v" AND option_name = "description"',
      [['"another view"']],
    ],
    ['CREATE OR REPLACE VIEW d.v AS SELECT 2 AS x', []],
    ['SELECT COUNT(*) FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "v"', [['0']]],
    ['CREATE TABLE d.with_defaults (x INT64) OPTIONS (description = "", friendly_name = NULL)', []],
    ['SELECT COUNT(*) FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "with_defaults"', [['0']]],
  ],
}

const routines: StatementGroup = {
  theme: 'information schema',
  title: 'ROUTINES and PARAMETERS',
  source: 'https://cloud.google.com/bigquery/docs/information-schema-parameters',
  setup: `
    CREATE FUNCTION d.add_all(x INT64, y ARRAY<INT64>) RETURNS INT64 AS (x + ARRAY_LENGTH(y));
    CREATE FUNCTION d.same(v ANY TYPE) AS (v);
    CREATE FUNCTION d.one() AS (1)`,
  cases: [
    [
      'SELECT routine_catalog, routine_schema, routine_name, routine_type, data_type, routine_body FROM d.INFORMATION_SCHEMA.ROUTINES ORDER BY 3',
      [
        ['proj', 'd', 'add_all', 'FUNCTION', 'INT64', 'SQL'],
        ['proj', 'd', 'one', 'FUNCTION', null, 'SQL'],
        ['proj', 'd', 'same', 'FUNCTION', null, 'SQL'],
      ],
    ],
    [
      'SELECT routine_definition, external_language FROM d.INFORMATION_SCHEMA.ROUTINES WHERE routine_name = "add_all"',
      [['x + ARRAY_LENGTH(y)', null]],
    ],
    [
      'SELECT specific_name, ordinal_position, parameter_mode, is_result, parameter_name, data_type FROM d.INFORMATION_SCHEMA.PARAMETERS ORDER BY 1, 2',
      [
        ['add_all', '0', null, 'YES', null, 'INT64'],
        ['add_all', '1', null, 'NO', 'x', 'INT64'],
        ['add_all', '2', null, 'NO', 'y', 'ARRAY<INT64>'],
        ['same', '1', null, 'NO', 'v', 'ANY TYPE'],
      ],
    ],
    [
      'SELECT DISTINCT specific_catalog, specific_schema, parameter_default, is_aggregate FROM d.INFORMATION_SCHEMA.PARAMETERS',
      [['proj', 'd', null, null]],
    ],
    ['CREATE OR REPLACE FUNCTION d.one() RETURNS STRING AS ("1")', []],
    ['SELECT data_type FROM d.INFORMATION_SCHEMA.PARAMETERS WHERE specific_name = "one"', [['STRING']]],
    ['DROP FUNCTION d.same', []],
    ['SELECT COUNT(*) FROM d.INFORMATION_SCHEMA.ROUTINES', [['2']]],
    ['SELECT COUNT(*) FROM `region-us`.INFORMATION_SCHEMA.ROUTINES WHERE routine_schema = "d"', [['2']]],
  ],
}

const empty: StatementGroup = {
  theme: 'information schema',
  title: 'Views of what a dataset does not have',
  source: 'https://cloud.google.com/bigquery/docs/information-schema-intro',
  setup: 'CREATE TABLE d.t (x INT64)',
  cases: [
    ['SELECT constraint_name FROM d.INFORMATION_SCHEMA.TABLE_CONSTRAINTS', []],
    ['SELECT column_name FROM d.INFORMATION_SCHEMA.KEY_COLUMN_USAGE', []],
    ['SELECT column_name FROM d.INFORMATION_SCHEMA.CONSTRAINT_COLUMN_USAGE', []],
    ['SELECT COUNT(*) FROM d.INFORMATION_SCHEMA.MATERIALIZED_VIEWS', [['0']]],
    ['SELECT COUNT(*) FROM d.INFORMATION_SCHEMA.TABLE_SNAPSHOTS', [['0']]],
    ['SELECT option_name FROM d.INFORMATION_SCHEMA.ROUTINE_OPTIONS', []],
    ['SELECT * FROM d.INFORMATION_SCHEMA.NOTHING', /^INFORMATION_SCHEMA\.NOTHING is not supported/],
    [
      'SELECT * FROM d.INFORMATION_SCHEMA.SEARCH_INDEXES',
      /^INFORMATION_SCHEMA\.SEARCH_INDEXES is not supported/,
    ],
  ],
}

export const objectStatements: readonly StatementGroup[] = [datasets, tableOptions, routines, empty]
