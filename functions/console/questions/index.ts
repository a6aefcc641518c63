/** Console: the questions that `POST /v1/console/ask` answers. */
import { accountQuestion } from './account.ts'
import { catalogueQuestion } from './catalogue.ts'
import { catalogueFields } from './catalogue_fields.ts'
import { catalogueReached } from './catalogue_reached.ts'
import { catalogueUnknown } from './catalogue_unknown.ts'
import { catalogueViolations } from './catalogue_violations.ts'
import { destinationAlerts } from './destination_alerts.ts'
import { destinationAttempts } from './destination_attempts.ts'
import { destinationDecisions } from './destination_decisions.ts'
import type { Question } from './question.ts'

export const questions: readonly Question[] = [
  accountQuestion,
  catalogueQuestion,
  catalogueFields,
  catalogueReached,
  catalogueUnknown,
  catalogueViolations,
  destinationAlerts,
  destinationAttempts,
  destinationDecisions,
]
