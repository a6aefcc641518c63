/** Console: the questions that `POST /v1/console/ask` answers. */
import { accountQuestion } from './account.ts'
import { destinationAlerts } from './destination_alerts.ts'
import { destinationAttempts } from './destination_attempts.ts'
import { destinationDecisions } from './destination_decisions.ts'
import type { Question } from './question.ts'

export const questions: readonly Question[] = [
  accountQuestion,
  destinationAlerts,
  destinationAttempts,
  destinationDecisions,
]
