/** Console: query `account`: whose rights the other queries use. */
import type { Query } from './query.ts'

export const accountQuery: Query = {
  name: 'account',
  description: 'Email address of the account of the token.',
  readsOnlyPeriod: false,
  sql: 'SELECT SESSION_USER() AS email',
}
