/** Local stack: what it tells of itself to people, scripts and tests. */

import type { Role } from './accounts.ts'

/** Somebody with the rights of one role and no others. */
export interface LocalAccount {
  /** Address of the account; `POST <baseUrl>/token` with `account=<address>` gives a token of an hour. */
  account: string
  /** An access token for 30 days. */
  token: string
}

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
  roles: Readonly<Partial<Record<Role, LocalAccount>>>
  thirdPartyUrl: string
  /** Addresses of the functions, by name. */
  functions: Readonly<Record<string, string>>
  /** The page to look at. */
  consoleUrl: string
}
