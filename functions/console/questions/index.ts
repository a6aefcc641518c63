/** Console: the questions that `POST /v1/console/ask` answers. */
import { accountQuestion } from './account.ts'
import { actionFiringsQuestion, firingCountsQuestion } from './action_firings.ts'
import {
  automationRunsQuestion,
  lastRunsQuestion,
  runAskedQuestion,
  runRowsQuestion,
} from './automation_runs.ts'
import { attemptsQuestion, eventQuestion, firingsQuestion } from './event.ts'
import {
  eventNamesQuestion,
  eventsQuestion,
  heldCountsQuestion,
  latestEventsQuestion,
  outcomesQuestion,
} from './events.ts'
import {
  deadGroupsQuestion,
  deadLettersQuestion,
  quarantineBytesQuestion,
  quarantinedEventQuestion,
  quarantinedQuestion,
  quarantineGroupsQuestion,
} from './held_messages.ts'
import { arrivedMessages } from './arrived_messages.ts'
import { connectionDecisions } from './connection_decisions.ts'
import { connectionRefusalsQuestion } from './connection_refusals.ts'
import { connectionUseQuestion } from './connection_use.ts'
import { connectionVersionsQuestion } from './connection_versions.ts'
import { connectionsQuestion } from './connections.ts'
import { catalogueQuestion } from './catalogue.ts'
import { catalogueFields } from './catalogue_fields.ts'
import { catalogueHints } from './catalogue_hints.ts'
import { catalogueReached } from './catalogue_reached.ts'
import { catalogueUnknown } from './catalogue_unknown.ts'
import { catalogueViolations } from './catalogue_violations.ts'
import { newEventsQuestion } from './new_events.ts'
import { destinationAlerts } from './destination_alerts.ts'
import { destinationAttempts } from './destination_attempts.ts'
import { destinationDecisions } from './destination_decisions.ts'
import { syncGivenQuestion, syncPendingQuestion } from './sync_rows.ts'
import { alertsQuestion } from './alerts.ts'
import { changesQuestion } from './changes.ts'
import { personConsent, personDeliveries, personIdentifiers } from './person.ts'
import type { Question } from './question.ts'

export const questions: readonly Question[] = [
  accountQuestion,
  eventsQuestion,
  latestEventsQuestion,
  newEventsQuestion,
  outcomesQuestion,
  heldCountsQuestion,
  eventNamesQuestion,
  eventQuestion,
  attemptsQuestion,
  firingsQuestion,
  quarantineGroupsQuestion,
  quarantinedQuestion,
  quarantinedEventQuestion,
  quarantineBytesQuestion,
  deadGroupsQuestion,
  deadLettersQuestion,
  connectionsQuestion,
  connectionVersionsQuestion,
  connectionUseQuestion,
  connectionRefusalsQuestion,
  connectionDecisions,
  arrivedMessages,
  catalogueQuestion,
  catalogueFields,
  catalogueReached,
  catalogueUnknown,
  catalogueViolations,
  catalogueHints,
  destinationAlerts,
  destinationAttempts,
  destinationDecisions,
  lastRunsQuestion,
  automationRunsQuestion,
  runAskedQuestion,
  runRowsQuestion,
  firingCountsQuestion,
  actionFiringsQuestion,
  syncPendingQuestion,
  syncGivenQuestion,
  personIdentifiers,
  personConsent,
  personDeliveries,
  alertsQuestion,
  changesQuestion,
]
