/** The conformance suite: all cases about Pub/Sub in one list. */
import type { Case } from '../case.ts'
import { accessCases } from './access.ts'
import { clientCases } from './client.ts'
import { clientAdministrationCases } from './client_administration.ts'
import { deadLetterCases } from './dead_letters.ts'
import { existenceCases } from './existence.ts'
import { filterCases } from './filter.ts'
import { orderingCases } from './ordering.ts'
import { policyCases } from './policies.ts'
import { publishCases } from './publish.ts'
import { publishLimitCases } from './publish_limits.ts'
import { publishRefusalCases } from './publish_refusals.ts'
import { pullCases } from './pull.ts'
import { pushCases } from './push.ts'
import { pushAnswerCases } from './push_answers.ts'
import { replayCases } from './replay.ts'
import { schemaCases } from './schemas.ts'
import { snapshotCases } from './snapshots.ts'
import { subscriptionChangeCases } from './subscription_changes.ts'
import { subscriptionRefusalCases } from './subscription_refusals.ts'
import { subscriptionCases } from './subscriptions.ts'
import { topicCases } from './topics.ts'
import { wireCases } from './wire.ts'

export const suite: readonly Case[] = [
  ...wireCases,
  ...accessCases,
  ...existenceCases,
  ...topicCases,
  ...subscriptionCases,
  ...subscriptionRefusalCases,
  ...subscriptionChangeCases,
  ...publishCases,
  ...publishRefusalCases,
  ...publishLimitCases,
  ...pullCases,
  ...pushCases,
  ...pushAnswerCases,
  ...filterCases,
  ...orderingCases,
  ...deadLetterCases,
  ...replayCases,
  ...snapshotCases,
  ...policyCases,
  ...schemaCases,
  ...clientCases,
  ...clientAdministrationCases,
]
