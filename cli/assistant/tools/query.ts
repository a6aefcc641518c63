/** Command line: tool `query`: one SELECT over the readable tables and views. */
import { Type } from 'typebox'
import { defaultMaxBytes, maxBytesAllowed, maxSqlLength, select } from '../select.ts'
import { defineTool } from '../tool.ts'

export const queryTool = defineTool({
  name: 'query',
  title: 'Run one SELECT',
  description: `Runs one SELECT in GoogleSQL over the tables and views that the tool catalogue lists, each by its bare name: SELECT event_name, COUNT(*) AS events FROM events WHERE received_at >= TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY) GROUP BY event_name. Filter on received_at (settled_at in deliveries, hour in hourly_*) to read less. Personal columns are masked: an identifier becomes a text that is the same for the same value within one query, so that COUNT(DISTINCT user_id) and joins are right, and a condition on a value finds nothing. Everything else is refused: other statements, scripts, other datasets, INFORMATION_SCHEMA, external queries. The query is checked by a dry run first, which costs nothing.`,
  input: Type.Object(
    {
      sql: Type.String({
        minLength: 1,
        maxLength: maxSqlLength,
        description: 'One SELECT, without a semicolon.',
      }),
      max_rows: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1000, description: 'Rows in the answer. Default: 100.' }),
      ),
      max_bytes: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: maxBytesAllowed,
          description: `Bytes that BigQuery may read, for which the project pays. Default: ${defaultMaxBytes} (a GiB).`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  run: ({ sql, max_rows: maxRows = 100, max_bytes: maxBytes = defaultMaxBytes }, { environment }) =>
    select(
      sql,
      { maxRows, maxBytes },
      {
        project: environment.project,
        dataset: environment.dataset,
        authorization: () => environment.authorization('analyst'),
      },
    ),
})
