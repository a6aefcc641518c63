/** Console: the questions that `POST /v1/console/ask` answers. */
import { accountQuestion } from './account.ts'
import type { Question } from './question.ts'

export const questions: readonly Question[] = [accountQuestion]
