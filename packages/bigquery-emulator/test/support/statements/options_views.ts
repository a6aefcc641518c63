/** Statements with options of views, columns and datasets. */
import { optionsOf } from './options.ts'
import type { StatementGroup } from './statement_case.ts'

const views: StatementGroup = {
  theme: 'options',
  title: 'Options of views and columns',
  source:
    'https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#view_option_list',
  setup: 'CREATE TABLE d.t (x INT64 OPTIONS (description = "an x"), s STRUCT<a INT64, b STRING>)',
  cases: [
    [
      'CREATE VIEW d.v (y OPTIONS (description = "a y"), z) OPTIONS (description = "first", labels = [("a", "b")]) AS SELECT x, s.a FROM d.t',
      [],
    ],
    [
      optionsOf('v'),
      [
        ['description', '"first"'],
        ['labels', '[STRUCT("a", "b")]'],
      ],
    ],
    ['ALTER VIEW d.v SET OPTIONS (friendly_name = "a view", description = NULL)', []],
    [
      optionsOf('v'),
      [
        ['friendly_name', '"a view"'],
        ['labels', '[STRUCT("a", "b")]'],
      ],
    ],
    ['SELECT COUNT(y) FROM d.v', [['0']]],
    ['ALTER VIEW IF EXISTS d.nothing SET OPTIONS (description = "x")', []],
    ['ALTER VIEW d.nothing SET OPTIONS (description = "x")', /^Not found: Table proj:d\.nothing/],
    ['ALTER VIEW d.t SET OPTIONS (description = "x")', /because it is currently a TABLE/],
    ['ALTER TABLE d.v SET OPTIONS (description = "x")', /because it is currently a VIEW/],
    ['ALTER VIEW d.v ADD COLUMN a INT64', /Only the options of a view/],
    ['CREATE VIEW d.v AS SELECT 1 AS x', /^Already Exists: Table proj:d\.v/],
    ['CREATE VIEW IF NOT EXISTS d.v AS SELECT 1 AS x', []],
    ['CREATE OR REPLACE VIEW d.v OPTIONS (description = """""") AS SELECT 1 AS x', []],
    [optionsOf('v'), []],
    ['SELECT x FROM d.v', [['1']]],
    ['ALTER TABLE d.t ALTER COLUMN x SET OPTIONS (description = "another x")', []],
    [
      'SELECT description FROM d.INFORMATION_SCHEMA.COLUMN_FIELD_PATHS WHERE table_name = "t" AND field_path = "x"',
      [['another x']],
    ],
    ['ALTER TABLE d.t ALTER COLUMN nothing SET OPTIONS (description = "x")', /Column not found: nothing/],
    [
      'ALTER TABLE d.t ALTER COLUMN x SET OPTIONS (rounding_mode = "ROUND_HALF_EVEN")',
      /Column option rounding_mode is not supported/,
    ],
    [
      'ALTER TABLE d.t ADD COLUMN IF NOT EXISTS x INT64, ADD COLUMN w STRING OPTIONS (description = "a w")',
      [],
    ],
    [
      'SELECT column_name FROM d.INFORMATION_SCHEMA.COLUMNS WHERE table_name = "t" ORDER BY ordinal_position',
      [['x'], ['s'], ['w']],
    ],
    ['ALTER TABLE d.t ADD COLUMN x INT64', /Column already exists: x/],
    ['ALTER TABLE d.t ADD COLUMN r INT64 NOT NULL', /Cannot add required column r/],
    ['ALTER TABLE d.t DROP COLUMN IF EXISTS nothing', []],
    [
      'ALTER TABLE d.t ALTER COLUMN x SET DATA TYPE STRING',
      /existing column type \(INT64\) is assignable to the new type \(STRING\)/,
    ],
    ['ALTER TABLE d.t ALTER COLUMN x SET DEFAULT 1', /is not supported by the local BigQuery/],
    ['DROP VIEW d.t', /^Cannot drop proj:d\.t which has type TABLE as a VIEW/],
    ['DROP TABLE d.v', /^Cannot drop proj:d\.v which has type VIEW as a TABLE/],
    ['DROP VIEW d.v', []],
    ['DROP VIEW IF EXISTS d.v', []],
    ['DROP VIEW d.v', /^Not found: Table proj:d\.v/],
  ],
}

const datasets: StatementGroup = {
  theme: 'options',
  title: 'Options of datasets',
  source:
    'https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#schema_option_list',
  setup: 'DROP SCHEMA IF EXISTS short CASCADE',
  cases: [
    [
      'CREATE SCHEMA short OPTIONS (default_table_expiration_days = 2, default_partition_expiration_days = 1)',
      [],
    ],
    ['CREATE SCHEMA short', /^Already Exists: Dataset proj:short/],
    ['CREATE SCHEMA IF NOT EXISTS short OPTIONS (description = "ignored")', []],
    ['CREATE TABLE short.t (x INT64)', []],
    [
      'SELECT option_name FROM short.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "t"',
      [['expiration_timestamp']],
    ],
    ['CREATE TABLE short.p (day DATE) PARTITION BY day', []],
    [
      'SELECT option_name, option_value FROM short.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "p"',
      [['partition_expiration_days', '1.0']],
    ],
    ['CREATE TABLE short.own (day DATE) PARTITION BY day OPTIONS (partition_expiration_days = 5)', []],
    ['SELECT option_value FROM short.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "own"', [['5.0']]],
    ['ALTER SCHEMA short SET OPTIONS (default_table_expiration_days = NULL)', []],
    ['CREATE TABLE short.forever (x INT64)', []],
    ['SELECT COUNT(*) FROM short.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "forever"', [['0']]],
    ['ALTER SCHEMA short SET OPTIONS (location = "EU")', /Option location cannot be changed/],
    ['ALTER SCHEMA short SET OPTIONS (max_time_travel_hours = 50)', /multiple of 24/],
    [
      'ALTER SCHEMA short SET OPTIONS (is_case_insensitive = TRUE)',
      /Option is_case_insensitive is not supported/,
    ],
    ['ALTER SCHEMA short ADD REPLICA `eu`', /ALTER SCHEMA ADD is not supported/],
    ['DROP SCHEMA short', /Dataset proj:short is still in use/],
    ['DROP SCHEMA short CASCADE', []],
    ['DROP SCHEMA short', /^Not found: Dataset proj:short/],
    ['DROP SCHEMA IF EXISTS short', []],
  ],
}

export const viewOptionStatements: readonly StatementGroup[] = [views, datasets]
