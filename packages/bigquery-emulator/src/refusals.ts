/** Features that the BigQuery emulator refuses by name, each with an example statement. Used by the tests and the documentation. */

/** The statements use the table `shop.events` (event_id STRING, email STRING). */
export const refusals: readonly (readonly [feature: string, query: string])[] = [
  ['Statement DECLARE', 'DECLARE x INT64'],
  ['Statement BEGIN', 'BEGIN TRANSACTION'],
  ['Statement EXPORT', "EXPORT DATA OPTIONS (uri = 'gs://b/*') AS SELECT 1"],
  ['Function ST_GEOGPOINT', 'SELECT ST_GEOGPOINT(1, 2)'],
  ['Type BIGNUMERIC', "SELECT CAST('1' AS BIGNUMERIC)"],
  ['Type GEOGRAPHY', 'SELECT CAST(NULL AS GEOGRAPHY)'],
  ['Type RANGE', 'SELECT CAST(NULL AS RANGE<DATE>)'],
  ['JavaScript UDF', "CREATE TEMP FUNCTION f() RETURNS INT64 LANGUAGE js AS '''return 1'''; SELECT f()"],
  ['CREATE TABLE FUNCTION', 'CREATE TABLE FUNCTION shop.f() AS SELECT 1 AS x'],
  ['CREATE TEMP TABLE', 'CREATE TEMP TABLE t (x INT64)'],
  ['CREATE PROCEDURE', 'CREATE PROCEDURE shop.p() BEGIN END'],
  ['CREATE MATERIALIZED', 'CREATE MATERIALIZED VIEW shop.m AS SELECT 1 AS x'],
  ['FOR SYSTEM_TIME AS OF', 'SELECT 1 FROM shop.events FOR SYSTEM_TIME AS OF CURRENT_TIMESTAMP()'],
  ['TABLESAMPLE', 'SELECT 1 FROM shop.events TABLESAMPLE SYSTEM (10 PERCENT)'],
  ['COLLATE', "SELECT 1 AS x ORDER BY x COLLATE 'und:ci'"],
  ['STRUCT with two members of one name', 'SELECT STRUCT(1 AS a, 2 AS a)'],
  ['System variable @@error.message', 'SELECT @@error.message'],
  ['An array of more than 5000000 elements', 'SELECT ARRAY_LENGTH(GENERATE_ARRAY(1, 5000001))'],
  ['FORMAT with a precision above 100', "SELECT FORMAT('%.101f', 1.5)"],
  ['FORMAT with a width above 1000000', "SELECT FORMAT('%*d', 1000001, 1)"],
  ['INFORMATION_SCHEMA.JOBS', 'SELECT * FROM shop.INFORMATION_SCHEMA.JOBS'],
]
