/** Test support: a dbt project with one model for each incremental strategy, and two snapshots. It reads the table `dbt.raw`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const byDay = "partition_by={'field': 'day', 'data_type': 'date'}"
const overwrite = "materialized='incremental', incremental_strategy='insert_overwrite'"

/** https://docs.getdbt.com/reference/resource-configs/bigquery-configs */
const files: Readonly<Record<string, string>> = {
  'dbt_project.yml':
    'name: strategies\nversion: "1.0"\nprofile: strategies\nflags: {send_anonymous_usage_stats: false}\n',
  'profiles.yml': `strategies:
  target: local
  outputs:
    local:
      type: bigquery
      method: oauth-secrets
      token: owner
      api_endpoint: "{{ env_var('BIGQUERY_EMULATOR_HOST') }}"
      project: proj
      dataset: dbt
      threads: 1
`,
  'models/merged.sql': `{{ config(materialized='incremental', unique_key='id', on_schema_change='append_new_columns', ${byDay}, cluster_by=['id'], labels={'team': 'data'}) }}
select id, city, day from dbt.raw
{% if is_incremental() %} where day >= _dbt_max_partition {% endif %}`,
  'models/overwritten.sql': `{{ config(${overwrite}, ${byDay}) }}
select id, city, day from dbt.raw
{% if is_incremental() %} where day = '2024-01-02' {% endif %}`,
  'models/named_partitions.sql': `{{ config(${overwrite}, ${byDay}, partitions=["date '2024-01-02'"]) }}
select id, city, day from dbt.raw
{% if is_incremental() %} where day = '2024-01-02' {% endif %}`,
  'models/ingested.sql': `{{ config(${overwrite}, partition_by={'field': 'day', 'data_type': 'date', 'time_ingestion_partitioning': true}) }}
select id, day from dbt.raw`,
  'models/reshaped.sql': `{{ config(materialized='incremental', on_schema_change='sync_all_columns') }}
select id, {% if is_incremental() %} city {% else %} day {% endif %} from dbt.raw`,
  'models/seen.sql': "{{ config(materialized='view') }} select id, city from {{ ref('merged') }}",
  'models/schema.yml':
    'models:\n  - name: seen\n    description: "a \'view\'"\n    columns: [{name: id, data_tests: [unique, not_null]}]\n',
  'snapshots/by_time.sql': `{% snapshot by_time %}{{ config(target_schema='dbt', unique_key='id', strategy='timestamp', updated_at='updated') }}
select * from dbt.raw{% endsnapshot %}`,
  'snapshots/by_city.sql': `{% snapshot by_city %}{{ config(target_schema='dbt', unique_key='id', strategy='check', check_cols=['city'], hard_deletes='invalidate') }}
select * from dbt.raw{% endsnapshot %}`,
}

export async function writeDbtProject(dir: string): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(dir, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}
