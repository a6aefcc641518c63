/** Local stack: describes a running stack for people, scripts and tests. */

import type { RoleAccounts, SourceAccounts } from './accounts.ts'

/** Addresses and tokens of a running stack. `stack.json` in its folder holds the same; it is written when requests are served. */
export interface StackInfo {
  /** Base URL of all public endpoints, like the load balancer's: `<baseUrl>/v1/topics/<topic>`. */
  baseUrl: string
  /** Like the stack's output: `<translatorUrl>/<translation>`. */
  translatorUrl: string
  /** Like the stack's output: `<hookUrl>/<translation>`; empty if no webhook is configured. */
  hookUrl: string
  /** Like the stack's output: `<collectUrl>/<source>`; empty if no source has a web door. */
  collectUrl: string
  project: string
  dataset: string
  /** `host:port`, the value of `PUBSUB_EMULATOR_HOST`. */
  pubsubHost: string
  /** The value of `BIGQUERY_EMULATOR_HOST`. */
  bigqueryUrl: string
  /** The value of `SECRET_MANAGER_EMULATOR_HOST`. */
  secretManagerUrl: string
  /** Access token of the developer, who may publish, query and administer. */
  token: string
  /** The first account of each role that the settings list members for: producer, analyst, editor, operator. */
  roles: RoleAccounts
  /** The first account of each source that the settings list members for. */
  sources: SourceAccounts
  thirdPartyUrl: string
  /** Addresses of the functions by name. The ports change with each start. */
  functions: Readonly<Record<string, string>>
  /** Address of the console. */
  consoleUrl: string
  /** Names of the configured syncs. */
  syncs: readonly string[]
  /** Names of the configured actions. */
  actions: readonly string[]
  /** Absolute path of the file with the settings that the stack was started with. */
  configFile: string
}

/** Returns the names of the syncs and actions in the settings of a stack. */
export function automationsIn(
  config: Readonly<Record<string, string>>,
): Pick<StackInfo, 'syncs' | 'actions'> {
  const namesOf = (key: string): readonly string[] => Object.keys(JSON.parse(config[key] ?? '{}') as object)
  return { syncs: namesOf('sluice:syncs'), actions: namesOf('sluice:actions') }
}
