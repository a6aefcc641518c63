/** Console: the questions that `POST /v1/console/ask` answers. */
import { accountQuestion } from './account.ts'
import { connectionRefusalsQuestion } from './connection_refusals.ts'
import { connectionUseQuestion } from './connection_use.ts'
import { connectionVersionsQuestion } from './connection_versions.ts'
import { connectionsQuestion } from './connections.ts'
import type { Question } from './question.ts'

export const questions: readonly Question[] = [
  accountQuestion,
  connectionsQuestion,
  connectionVersionsQuestion,
  connectionUseQuestion,
  connectionRefusalsQuestion,
]
