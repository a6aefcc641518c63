/** Statements in the shape in which dbt's adapter for BigQuery takes snapshots. */
import type { StatementGroup } from './statement_case.ts'

export const snapshotStatements: StatementGroup = {
  theme: 'dbt',
  title: 'Snapshots',
  source: 'https://docs.getdbt.com/docs/build/snapshots',
  setup: `CREATE TABLE d.people (id INT64, city STRING, updated TIMESTAMP);
    INSERT INTO d.people VALUES (1, "Rome", "2024-01-01 00:00:00+00"), (2, "Oslo", "2024-01-01 00:00:00+00")`,
  cases: [
    [
      `create or replace table \`proj\`.\`d\`.\`people_snapshot\`
       OPTIONS(description="""a snapshot""")
       as (
         select *, to_hex(md5(concat(coalesce(cast(id as string), ''), '|', coalesce(cast(updated as string), '')))) as dbt_scd_id,
           updated as dbt_updated_at, updated as dbt_valid_from,
           coalesce(nullif(updated, updated), null) as dbt_valid_to
         from (select * from \`proj\`.\`d\`.\`people\`) sbq
       )`,
      [],
    ],
    ['select count(*), countif(dbt_valid_to is null) from d.people_snapshot', [['2', '2']]],
    ['update d.people set city = "Bari", updated = "2024-02-01 00:00:00+00" where id = 1', []],
    ['insert into d.people values (3, "Kyiv", "2024-02-01 00:00:00+00")', []],
    [
      `create or replace table \`proj\`.\`d\`.\`people_snapshot__dbt_tmp\`
       OPTIONS(expiration_timestamp=TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 12 hour))
       as (
         with snapshot_query as (
           select * from \`proj\`.\`d\`.\`people\`
         ),
         snapshotted_data as (
           select *, id as dbt_unique_key from \`proj\`.\`d\`.\`people_snapshot\` where dbt_valid_to is null
         ),
         insertions_source_data as (
           select *, id as dbt_unique_key, updated as dbt_updated_at, updated as dbt_valid_from,
             nullif(updated, updated) as dbt_valid_to,
             to_hex(md5(concat(coalesce(cast(id as string), ''), '|', coalesce(cast(updated as string), '')))) as dbt_scd_id
           from snapshot_query
         ),
         updates_source_data as (
           select *, id as dbt_unique_key, updated as dbt_updated_at, updated as dbt_valid_from, updated as dbt_valid_to
           from snapshot_query
         ),
         insertions as (
           select 'insert' as dbt_change_type, source_data.*
           from insertions_source_data as source_data
           left outer join snapshotted_data on snapshotted_data.dbt_unique_key = source_data.dbt_unique_key
           where snapshotted_data.dbt_unique_key is null
             or (snapshotted_data.dbt_unique_key is not null and (snapshotted_data.dbt_valid_from < source_data.updated))
         ),
         updates as (
           select 'update' as dbt_change_type, source_data.*, snapshotted_data.dbt_scd_id
           from updates_source_data as source_data
           join snapshotted_data on snapshotted_data.dbt_unique_key = source_data.dbt_unique_key
           where (snapshotted_data.dbt_valid_from < source_data.updated)
         )
         select * from insertions
         union all
         select * from updates
       )`,
      [],
    ],
    [
      'select dbt_change_type, count(*) from d.people_snapshot__dbt_tmp group by 1 order by 1',
      [
        ['insert', '2'],
        ['update', '1'],
      ],
    ],
    [
      `merge into \`proj\`.\`d\`.\`people_snapshot\` as DBT_INTERNAL_DEST
       using \`proj\`.\`d\`.\`people_snapshot__dbt_tmp\` as DBT_INTERNAL_SOURCE
       on DBT_INTERNAL_SOURCE.dbt_scd_id = DBT_INTERNAL_DEST.dbt_scd_id
       when matched and DBT_INTERNAL_DEST.dbt_valid_to is null and DBT_INTERNAL_SOURCE.dbt_change_type in ('update', 'delete')
         then update set dbt_valid_to = DBT_INTERNAL_SOURCE.dbt_valid_to
       when not matched and DBT_INTERNAL_SOURCE.dbt_change_type = 'insert'
         then insert (\`id\`, \`city\`, \`updated\`, \`dbt_updated_at\`, \`dbt_valid_from\`, \`dbt_valid_to\`, \`dbt_scd_id\`)
         values (\`id\`, \`city\`, \`updated\`, \`dbt_updated_at\`, \`dbt_valid_from\`, \`dbt_valid_to\`, \`dbt_scd_id\`)`,
      [],
    ],
    [
      'select id, city, cast(date(dbt_valid_to) as string) from d.people_snapshot order by id, dbt_valid_from',
      [
        ['1', 'Rome', '2024-02-01'],
        ['1', 'Bari', null],
        ['2', 'Oslo', null],
        ['3', 'Kyiv', null],
      ],
    ],
  ],
}
