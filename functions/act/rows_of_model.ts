/** Actions: reads the rows of a scheduled action's model, one for each subject, ordered by subject. */
import type { Action } from '../../schemas/action.ts'
import { identifier, type Locate } from '../../schemas/views/view.ts'
import type { Warehouse } from '../google/warehouse.ts'
import type { ScheduleTrigger } from './triggers.ts'

/** Rows that are evaluated together. */
const pageRows = 500

/** Selects each row as JSON text. TO_JSON keeps a NUMERIC with decimals a number; TO_JSON_STRING alone would make it a string. Parameter
 * `@after`: the last handled subject, or null.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/json_functions#json_encodings */
export function modelSql(
  locate: Locate,
  { subject }: Pick<Action, 'subject'>,
  { model }: ScheduleTrigger,
): string {
  const key = `IFNULL(CAST(model.${identifier(subject)} AS STRING), '')`
  return `SELECT TO_JSON_STRING(TO_JSON(model)) AS fields
FROM (
${model(locate)}
) AS model
WHERE @after IS NULL OR ${key} > @after
QUALIFY ROW_NUMBER() OVER (PARTITION BY ${key} ORDER BY TO_JSON_STRING(model)) = 1
ORDER BY ${key}`
}

/** Reads pages of rows, one row per subject, after the subject `after`. */
export const rowsOfModel = async function* (
  { pages, locate }: Warehouse,
  action: Pick<Action, 'subject'>,
  trigger: ScheduleTrigger,
  after: string | null,
): AsyncIterable<readonly Readonly<Record<string, unknown>>[]> {
  const { maximumBytesBilled } = trigger
  const bounds = { pageRows, ...(maximumBytesBilled !== undefined && { maximumBytesBilled }) }
  for await (const page of pages(modelSql(locate, action, trigger), { after: ['STRING', after] }, bounds))
    yield page.map(({ fields }) => JSON.parse(String(fields)) as Record<string, unknown>)
}
