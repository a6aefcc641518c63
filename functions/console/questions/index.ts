/** Console: the questions that `POST /v1/console/ask` answers. */
import { accountQuestion } from './account.ts'
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
import { connectionRefusalsQuestion } from './connection_refusals.ts'
import { connectionUseQuestion } from './connection_use.ts'
import { connectionVersionsQuestion } from './connection_versions.ts'
import { connectionsQuestion } from './connections.ts'
import type { Question } from './question.ts'

export const questions: readonly Question[] = [
  accountQuestion,
  eventsQuestion,
  latestEventsQuestion,
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
]
