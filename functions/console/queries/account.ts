/** Console: the query `account`, whose rights the other queries are asked with. */
import type { Query } from './query.ts'

export const accountQuery: Query = {
  name: 'account',
  description: 'Email address of the account behind the token, as BigQuery knows it.',
  sql: 'SELECT SESSION_USER() AS email',
}
