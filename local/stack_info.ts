/** Local stack: describes a running stack for people, scripts and tests. */

import type { RoleAccounts } from './accounts.ts'

/** Addresses and tokens of a running stack. `stack.json` in its folder holds the same. */
export interface StackInfo {
  /** Base URL of all public endpoints, like the load balancer's: `<baseUrl>/v1/topics/<topic>`. */
  baseUrl: string
  /** Like the stack's output: `<translatorUrl>/<translation>`. */
  translatorUrl: string
  /** Like the stack's output: `<hookUrl>/<translation>`; empty if no webhook is configured. */
  hookUrl: string
  project: string
  dataset: string
  /** `host:port`, the value of `PUBSUB_EMULATOR_HOST`. */
  pubsubHost: string
  /** The value of `BIGQUERY_EMULATOR_HOST`. */
  bigqueryUrl: string
  /** Access token of the developer, who may publish, query and administer. */
  token: string
  /** The first account of each role that the settings list members for: producer, analyst, editor, operator. */
  roles: RoleAccounts
  thirdPartyUrl: string
  /** Addresses of the functions by name. The ports change with each start. */
  functions: Readonly<Record<string, string>>
  /** Address of the console. */
  consoleUrl: string
  /** Absolute path of the file with the settings that the stack was started with. */
  configFile: string
}
