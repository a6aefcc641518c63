/** Scripts of whole statements with their results: temporary tables, dynamic SQL, and what dbt and scheduled queries send. */
import { answers, type ScriptCase } from './script_cases.ts'

/** https://cloud.google.com/bigquery/docs/reference/standard-sql/procedural-language#execute_immediate */
const dynamic: readonly ScriptCase[] = [
  answers('EXECUTE IMMEDIATE', "EXECUTE IMMEDIATE 'SELECT 1 + 1'", ['2']),
  answers('an expression as its text', "EXECUTE IMMEDIATE CONCAT('SELECT COUNT(*) FROM shop.', 'sales')", [
    '3',
  ]),
  answers(
    'USING by position',
    'DECLARE y INT64; EXECUTE IMMEDIATE "SELECT ? * (? + 2)" INTO y USING 1, 3; SELECT y',
    ['5'],
  ),
  answers(
    'USING by name',
    'DECLARE y INT64; EXECUTE IMMEDIATE "SELECT @a * (@b + 2)" INTO y USING 1 AS a, 3 AS b; SELECT y',
    ['5'],
  ),
  answers(
    'USING of a variable that INTO changes',
    'DECLARE x INT64 DEFAULT 4; EXECUTE IMMEDIATE "SELECT @x + 1" INTO x USING x AS x; SELECT x',
    ['5'],
  ),
  answers(
    'INTO several',
    'DECLARE n INT64; DECLARE s STRING; EXECUTE IMMEDIATE \'SELECT 1, "a"\' INTO n, s; SELECT n, s',
    ['1', 'a'],
  ),
  answers(
    'INTO without a row',
    'DECLARE x INT64 DEFAULT 1; EXECUTE IMMEDIATE "SELECT 2 FROM UNNEST([]) " INTO x; SELECT x IS NULL',
    ['true'],
  ),
  answers('INTO a wider type', 'DECLARE x NUMERIC; EXECUTE IMMEDIATE "SELECT 7" INTO x; SELECT x / 2', [
    '3.5',
  ]),
  answers(
    'the books of the documentation',
    `DECLARE book_name STRING DEFAULT 'Ulysses';
     DECLARE book_year INT64 DEFAULT 1922;
     DECLARE first_date INT64;
     EXECUTE IMMEDIATE "CREATE TEMP TABLE Books (title STRING, publish_date INT64)";
     EXECUTE IMMEDIATE "INSERT INTO Books (title, publish_date) VALUES('Hamlet', 1599)";
     EXECUTE IMMEDIATE "INSERT INTO Books (title, publish_date) VALUES(?, ?)" USING book_name, book_year;
     EXECUTE IMMEDIATE "INSERT INTO Books (title, publish_date) VALUES(@name, @year)" USING 1815 as year, "Emma" as name;
     EXECUTE IMMEDIATE CONCAT("INSERT INTO Books (title, publish_date)", "VALUES('Middlemarch', 1871)");
     EXECUTE IMMEDIATE "SELECT MIN(publish_date) FROM Books LIMIT 1" INTO first_date;
     SELECT title, publish_date, first_date FROM Books ORDER BY publish_date`,
    ['Hamlet', '1599', '1599'],
    ['Emma', '1815', '1599'],
    ['Middlemarch', '1871', '1599'],
    ['Ulysses', '1922', '1599'],
  ),
]

const temporary: readonly ScriptCase[] = [
  answers(
    'a temporary table',
    'CREATE TEMP TABLE t (x INT64); INSERT INTO t VALUES (1), (2); SELECT SUM(x) FROM t',
    ['3'],
  ),
  answers(
    'a temporary table of a query',
    'CREATE TEMPORARY TABLE t AS SELECT item FROM shop.sales; SELECT COUNT(*) FROM t',
    ['3'],
  ),
  answers(
    'a temporary table that is replaced',
    'CREATE TEMP TABLE t AS SELECT 1 AS x; CREATE OR REPLACE TEMP TABLE t AS SELECT 2 AS x; SELECT x FROM t',
    ['2'],
  ),
  answers('_SESSION', 'CREATE TEMP TABLE _SESSION.t AS SELECT 5 AS x; SELECT t.x FROM _SESSION.t', ['5']),
  answers(
    'DML of a temporary table',
    "CREATE TEMP TABLE t AS SELECT 1 AS x, 'a' AS s; UPDATE t SET s = 'b' WHERE x = 1; DELETE FROM t WHERE x = 2; SELECT s FROM t",
    ['b'],
  ),
  answers(
    'a temporary table that is dropped',
    'CREATE TEMP TABLE t (x INT64); DROP TABLE t; CREATE TEMP TABLE t (y STRING); SELECT COUNT(y) FROM t',
    ['0'],
  ),
  answers(
    'a table of the dataset beside it',
    "CREATE TEMP TABLE sales AS SELECT 'temp' AS item; SELECT s.item, (SELECT COUNT(*) FROM shop.sales) FROM sales AS s",
    ['temp', '3'],
  ),
  answers(
    'MERGE from a temporary table',
    "CREATE TEMP TABLE t AS SELECT 'tea' AS item, NUMERIC '9' AS amount; MERGE shop.sales s USING t ON s.item = t.item WHEN MATCHED THEN UPDATE SET amount = t.amount; SELECT amount FROM shop.sales WHERE item = 'tea'",
    ['9'],
  ),
]

/** https://github.com/dbt-labs/dbt-bigquery: macros of the strategy insert_overwrite. */
const dbt: readonly ScriptCase[] = [
  answers(
    "dbt's insert_overwrite",
    `-- generated script to merge partitions into shop.daily
     declare dbt_partitions_for_replacement array<date>;
     create or replace table shop.daily (day date, total numeric) partition by day;
     insert into shop.daily values ('2024-01-01', 100), ('2024-01-09', 9);
     -- 1. create a temp table with model data
     create or replace table \`proj\`.\`shop\`.\`daily__dbt_tmp\` partition by day
     OPTIONS(description="", expiration_timestamp=TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 12 hour))
     as (select day, sum(amount) as total from shop.sales group by day);
     -- 2. define partitions to update
     set (dbt_partitions_for_replacement) = (
       select as struct array_agg(distinct date(day) IGNORE NULLS) from \`proj\`.\`shop\`.\`daily__dbt_tmp\`
     );
     -- 3. run the merge statement
     merge into \`proj\`.\`shop\`.\`daily\` as DBT_INTERNAL_DEST
     using (select * from \`proj\`.\`shop\`.\`daily__dbt_tmp\`) as DBT_INTERNAL_SOURCE on FALSE
     when not matched by source and date(DBT_INTERNAL_DEST.day) in unnest(dbt_partitions_for_replacement) then delete
     when not matched then insert (\`day\`, \`total\`) values (\`day\`, \`total\`);
     -- 4. clean up the temp table
     drop table if exists \`proj\`.\`shop\`.\`daily__dbt_tmp\`;
     select day, total from shop.daily order by day`,
    ['2024-01-01', '3'],
    ['2024-01-02', '4'],
    ['2024-01-09', '9'],
  ),
  answers(
    "dbt's _dbt_max_partition",
    `declare _dbt_max_partition date default (select max(day) from shop.sales where day is not null);
     create or replace table shop.newest as (select item from shop.sales where day >= _dbt_max_partition);
     select item from shop.newest`,
    ['cake'],
  ),
  answers(
    'a partition filter that names a variable',
    `DECLARE since, until DATE DEFAULT '2024-01-01';
     CREATE TABLE shop.by_day (day DATE, n INT64) PARTITION BY day OPTIONS (require_partition_filter = TRUE);
     INSERT INTO shop.by_day VALUES ('2024-01-01', 1), ('2024-01-02', 2);
     SELECT n FROM shop.by_day WHERE until >= day AND day BETWEEN since AND until`,
    ['1'],
  ),
  answers(
    'a scheduled query',
    `DECLARE run_date DATE DEFAULT @run_date;
     DECLARE added INT64;
     CREATE TEMP TABLE arrivals AS SELECT item, amount FROM shop.sales WHERE day = run_date;
     DELETE FROM shop.sales WHERE day = run_date;
     INSERT INTO shop.sales (day, item, amount) SELECT run_date, UPPER(item), amount FROM arrivals;
     SET added = (SELECT COUNT(*) FROM shop.sales WHERE day = run_date);
     DROP TABLE arrivals;
     IF added = 0 THEN RAISE USING MESSAGE = 'nothing arrived'; END IF;
     SELECT added, item FROM shop.sales WHERE day = run_date ORDER BY item`,
    ['2', 'MILK'],
    ['2', 'TEA'],
  ),
]

export const statementCases: readonly ScriptCase[] = [...dynamic, ...temporary, ...dbt]
