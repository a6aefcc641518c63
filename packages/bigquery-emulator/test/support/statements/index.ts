/** Test support: all statements, by group. */
import { dbtStatements } from './dbt.ts'
import { snapshotStatements } from './dbt_snapshots.ts'
import { informationSchemaStatements } from './information_schema.ts'
import { objectStatements } from './information_schema_objects.ts'
import { optionStatements } from './options.ts'
import { viewOptionStatements } from './options_views.ts'
import { scriptStatements } from './scripting.ts'
import { parameterizedStatements } from './parameterized.ts'
import type { StatementGroup } from './statement_case.ts'

export const statementGroups: readonly StatementGroup[] = [
  ...scriptStatements,
  ...informationSchemaStatements,
  ...objectStatements,
  ...optionStatements,
  ...viewOptionStatements,
  ...parameterizedStatements,
  ...dbtStatements,
  snapshotStatements,
]
