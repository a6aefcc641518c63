/** Local stack: what it tells of itself to people, scripts and tests. */

import type { RoleAccounts } from './accounts.ts'

/** What scripts and tests need to know of a running stack; `stack.json` in its folder holds the same. */
export interface StackInfo {
  /** The one front of all doors, as a load balancer is in the cloud: `<baseUrl>/v1/topics/<topic>`. */
  baseUrl: string
  /** As the stack's output of that name: `<translatorUrl>/<translation>`. */
  translatorUrl: string
  /** As the stack's output of that name: `<hookUrl>/<translation>`; empty where the settings name no webhook. */
  hookUrl: string
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
  /** Addresses of the functions themselves, by name. Their ports are others after each start. */
  functions: Readonly<Record<string, string>>
  /** The page to look at. */
  consoleUrl: string
  /** Absolute path of the file with the settings that the stack was started with. */
  configFile: string
}
