/** Statements in the shape in which dbt's adapter for BigQuery sends them: incremental models, views and tests. Snapshots: dbt_snapshots.ts. */
import type { StatementGroup } from './statement_case.ts'

const incremental: StatementGroup = {
  theme: 'dbt',
  title: 'Incremental models: merge, and changed schemas',
  source:
    'https://github.com/dbt-labs/dbt-adapters/tree/main/dbt-bigquery/src/dbt/include/bigquery/macros/materializations',
  setup: `CREATE TABLE d.source (id INT64, name STRING, day DATE);
    INSERT INTO d.source VALUES (1, "one", "2024-01-01"), (2, "two", "2024-01-02")`,
  cases: [
    ['create schema if not exists `proj`.`d`', []],
    [
      `create or replace table \`proj\`.\`d\`.\`model\`
       partition by day
       cluster by id
       OPTIONS(description="""a model""", labels=[('contains_pii', 'no'), ('team', 'data')])
       as (
         select id, name, day from \`proj\`.\`d\`.\`source\`
       );`,
      [],
    ],
    ['select count(*) from `proj`.`d`.`model`', [['2']]],
    ['insert into d.source values (2, "zwei", "2024-01-02"), (3, "three", "2024-01-03")', []],
    [
      `create or replace table \`proj\`.\`d\`.\`model__dbt_tmp\`
       partition by day
       cluster by id
       OPTIONS(description="""a model""", expiration_timestamp=TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 12 hour))
       as (
         select id, max(name) as name, max(day) as day from \`proj\`.\`d\`.\`source\` group by id
       );`,
      [],
    ],
    [
      `merge into \`proj\`.\`d\`.\`model\` as DBT_INTERNAL_DEST
       using (select * from \`proj\`.\`d\`.\`model__dbt_tmp\`) as DBT_INTERNAL_SOURCE
       on ((DBT_INTERNAL_SOURCE.id = DBT_INTERNAL_DEST.id))
       when matched then update set
         \`id\` = DBT_INTERNAL_SOURCE.\`id\`, \`name\` = DBT_INTERNAL_SOURCE.\`name\`, \`day\` = DBT_INTERNAL_SOURCE.\`day\`
       when not matched then insert (\`id\`, \`name\`, \`day\`) values (\`id\`, \`name\`, \`day\`)`,
      [],
    ],
    [
      'select id, name from `proj`.`d`.`model` order by id',
      [
        ['1', 'one'],
        ['2', 'zwei'],
        ['3', 'three'],
      ],
    ],
    ['drop table if exists `proj`.`d`.`model__dbt_tmp`', []],
    [
      `merge into \`proj\`.\`d\`.\`model\` as DBT_INTERNAL_DEST
       using (select 3 as id, cast(null as string) as name, date "2024-01-03" as day) as DBT_INTERNAL_SOURCE
       on (DBT_INTERNAL_DEST.day >= "2024-01-02") and (DBT_INTERNAL_SOURCE.id = DBT_INTERNAL_DEST.id)
       when matched then update set \`name\` = DBT_INTERNAL_SOURCE.\`name\`
       when not matched then insert (\`id\`, \`name\`, \`day\`) values (\`id\`, \`name\`, \`day\`)`,
      [],
    ],
    ['select name is null from `proj`.`d`.`model` where id = 3', [['true']]],
    [
      'alter table `proj`.`d`.`model` add column `extra` STRING, add column `more` ARRAY<STRUCT<`a` INT64>>',
      [],
    ],
    [
      'insert into `proj`.`d`.`model` (`id`, `name`, `day`, `extra`, `more`) (select 4, "four", date "2024-01-04", "e", [struct(5 as a)])',
      [],
    ],
    ['select extra, more[offset(0)].a from `proj`.`d`.`model` where id = 4', [['e', '5']]],
    ['alter table `proj`.`d`.`model` drop column `extra`', []],
    [
      'select column_name from `proj`.`d`.INFORMATION_SCHEMA.COLUMNS where table_name = "model" order by ordinal_position',
      [['id'], ['name'], ['day'], ['more']],
    ],
    ['drop table if exists `proj`.`d`.`model`', []],
  ],
}

const overwrite: StatementGroup = {
  theme: 'dbt',
  title: 'Incremental models: insert_overwrite',
  source: 'https://docs.getdbt.com/reference/resource-configs/bigquery-configs#the-insert_overwrite-strategy',
  setup: `CREATE TABLE d.daily (day DATE, n INT64) PARTITION BY day;
    INSERT INTO d.daily VALUES ("2024-01-01", 1), ("2024-01-02", 2), ("2024-01-03", 3);
    CREATE TABLE d.hourly (moment TIMESTAMP, n INT64) PARTITION BY TIMESTAMP_TRUNC(moment, HOUR);
    INSERT INTO d.hourly VALUES ("2024-01-01 00:10:00+00", 1), ("2024-01-01 01:10:00+00", 2)`,
  cases: [
    [
      `merge into \`proj\`.\`d\`.\`daily\` as DBT_INTERNAL_DEST
       using (select * from (select date "2024-01-02" as day, 20 as n)) as DBT_INTERNAL_SOURCE
       on FALSE
       when not matched by source and date(DBT_INTERNAL_DEST.day) in (date "2024-01-02", date "2024-01-03") then delete
       when not matched then insert (\`day\`, \`n\`) values (\`day\`, \`n\`)`,
      [],
    ],
    [
      'select day, n from d.daily order by day',
      [
        ['2024-01-01', '1'],
        ['2024-01-02', '20'],
      ],
    ],
    [
      `declare dbt_partitions_for_replacement array<timestamp>;
       create or replace table \`proj\`.\`d\`.\`hourly__dbt_tmp\`
         partition by timestamp_trunc(moment, hour)
         OPTIONS(expiration_timestamp=TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 12 hour))
         as (select timestamp "2024-01-01 01:30:00+00" as moment, 200 as n);
       set (dbt_partitions_for_replacement) = (
         select as struct array_agg(distinct timestamp_trunc(moment, hour) IGNORE NULLS) from \`proj\`.\`d\`.\`hourly__dbt_tmp\`
       );
       merge into \`proj\`.\`d\`.\`hourly\` as DBT_INTERNAL_DEST
       using (select * from \`proj\`.\`d\`.\`hourly__dbt_tmp\`) as DBT_INTERNAL_SOURCE
       on FALSE
       when not matched by source
         and timestamp_trunc(DBT_INTERNAL_DEST.moment, hour) in unnest(dbt_partitions_for_replacement) then delete
       when not matched then insert (\`moment\`, \`n\`) values (\`moment\`, \`n\`);
       drop table if exists \`proj\`.\`d\`.\`hourly__dbt_tmp\``,
      [],
    ],
    ['select n from d.hourly order by n', [['1'], ['200']]],
    [
      `begin
         delete from \`proj\`.\`d\`.\`daily\` where day >= "2024-01-02";
         insert into \`proj\`.\`d\`.\`daily\` (\`day\`, \`n\`) (select date "2024-01-05", 5);
       end`,
      [],
    ],
    ['select sum(n), count(*) from d.daily', [['6', '2']]],
  ],
}

const others: StatementGroup = {
  theme: 'dbt',
  title: 'Views, seeds, tests and the catalogue',
  source: 'https://docs.getdbt.com/reference/resource-configs/bigquery-configs',
  setup:
    'CREATE TABLE d.seed (id INT64, name STRING); INSERT INTO d.seed VALUES (1, "a"), (2, NULL), (2, "b")',
  cases: [
    [
      `/* {"app": "dbt", "dbt_version": "1.9.0"} */
       create or replace view \`proj\`.\`d\`.\`named\`
       OPTIONS(description="""names""")
       as select * from \`proj\`.\`d\`.\`seed\` where name is not null;`,
      [],
    ],
    ['select count(*) from `proj`.`d`.`named`', [['2']]],
    [
      `select count(*) as failures, count(*) != 0 as should_warn, count(*) != 0 as should_error
       from (
         with dbt_test__target as (
           select id as unique_field from \`proj\`.\`d\`.\`seed\` where id is not null
         )
         select unique_field, count(*) as n_records from dbt_test__target group by unique_field having count(*) > 1
       ) dbt_internal_test`,
      [['1', 'true', 'true']],
    ],
    [
      `select count(*) as failures, count(*) != 0 as should_warn, count(*) != 0 as should_error
       from (select name from \`proj\`.\`d\`.\`seed\` where name is null) dbt_internal_test`,
      [['1', 'true', 'true']],
    ],
    [
      `with all_values as (select name as value_field, count(*) as n_records from \`proj\`.\`d\`.\`seed\` group by name)
       select value_field from all_values where value_field not in ('a')`,
      [['b']],
    ],
    [
      `with child as (select id as from_field from \`proj\`.\`d\`.\`seed\` where id is not null),
         parent as (select 1 as to_field)
       select from_field from child left join parent on child.from_field = parent.to_field where parent.to_field is null`,
      [['2'], ['2']],
    ],
    [
      `select tables.table_name, tables.table_type, columns.column_name, columns.ordinal_position - 1
       from \`proj\`.\`d\`.INFORMATION_SCHEMA.TABLES tables
       join \`proj\`.\`d\`.INFORMATION_SCHEMA.COLUMNS columns using (table_catalog, table_schema, table_name)
       where (upper(table_schema) = upper('d')) order by 1, 4`,
      [
        ['named', 'VIEW', 'id', '0'],
        ['named', 'VIEW', 'name', '1'],
        ['seed', 'BASE TABLE', 'id', '0'],
        ['seed', 'BASE TABLE', 'name', '1'],
      ],
    ],
    ['truncate table `proj`.`d`.`seed`', []],
    ['select count(*) from `proj`.`d`.`seed`', [['0']]],
    [
      'select * from (select * from `proj`.`d`.`seed`) as __dbt_sbq where false and current_timestamp() = current_timestamp() limit 0',
      [],
    ],
    ['drop view if exists `proj`.`d`.`named`', []],
    ['drop schema if exists `proj`.`d` cascade', []],
  ],
}

export const dbtStatements: readonly StatementGroup[] = [incremental, overwrite, others]
