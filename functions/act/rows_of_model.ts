/** Actions: the rows of a scheduled action's model, one for each subject, in the order of the subjects. */
import type { Action } from '../../schemas/action.ts'
import { identifier, type Locate } from '../../schemas/views/view.ts'
import type { Warehouse } from '../google/warehouse.ts'
import type { ScheduleTrigger } from './triggers.ts'

/** Rows that are worked on together. */
const pageRows = 500

/** A row as JSON: times as text, numbers as such, which TO_JSON_STRING alone makes of a NUMERIC with decimals no number. The parameter `@after`
 * is the last subject that is done, or null.
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

/** Pages of rows, of each subject one, after the subject `after`. */
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
