/** Local stack: what it tells of itself to people, scripts and tests. */

import type { RoleAccounts } from './accounts.ts'

/** What scripts and tests need to know of a running stack; `stack.json` in its folder holds the same. */
export interface StackFacts {
  baseUrl: string
  project: string
  dataset: string
  /** `host:port`, as `PUBSUB_EMULATOR_HOST` takes it. */
  pubsubHost: string
  /** As `BIGQUERY_EMULATOR_HOST` takes it. */
  bigqueryUrl: string
  /** Access token of the developer, who may publish, query and administer. */
  token: string
  /** The first account of each role that the settings name somebody for: producer, analyst, editor, operator. */
  roles: RoleAccounts
  thirdPartyUrl: string
  /** Addresses of the functions, by name. */
  functions: Readonly<Record<string, string>>
  /** The page to look at. */
  consoleUrl: string
}
