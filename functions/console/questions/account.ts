/** Console: question `account`: who the caller is. */
import { accountQuery } from '../queries/account.ts'
import type { Question } from './question.ts'

export const accountQuestion: Question = {
  name: 'account',
  description: accountQuery.description,
  parameters: {},
  sql: () => accountQuery.sql,
}
