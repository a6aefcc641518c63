/** Console: `GET /v1/console/automations`: the syncs and actions of the program, and which of them this environment has configured. */
import type { ConfiguredAutomation } from '../../schemas/configured.ts'
import { json, type HandlerResponse } from '../serving/answer.ts'
import { accountQuery } from './queries/account.ts'
import type { QueryContext, RunStatement } from './run_query.ts'
import { describeAutomations } from './shown_automation.ts'
import { emailOf, viewError } from './view_error.ts'

/** Answers `{automations}` (schemas/shown_automation.ts). Only an account that may query learns which there are. */
export async function showAutomations(
  configured: readonly ConfiguredAutomation[],
  run: RunStatement,
  { project, dataset, now }: Pick<QueryContext, 'project' | 'dataset' | 'now'>,
): Promise<HandlerResponse> {
  const who = await run(accountQuery)
  if (who.kind !== 'rows') return viewError(who, emailOf(who))
  return json(200, {
    automations: describeAutomations(configured, {
      locate: (name) => `\`${project}.${dataset}.${name}\``,
      now: new Date(now()),
    }),
  })
}
