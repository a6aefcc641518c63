/** Local stack: lists an account for each configured role, so that people and tests can act without permissions on the whole project. Pure. */

/** Role → the setting that lists its members. Grants: infra/resources/member_grants.ts and infra/resources/runs.ts. */
export const roleSettings = {
  producer: 'sluice:producers',
  analyst: 'sluice:analysts',
  editor: 'sluice:editors',
  operator: 'sluice:operators',
} as const

export type Role = keyof typeof roleSettings

export const roles = Object.keys(roleSettings) as readonly Role[]

/** An account with the permissions of one role. */
interface LocalAccount {
  /** Email address. `POST <baseUrl>/token` with the form field `account=<address>` returns an access token for an hour. */
  account: string
  /** An access token with the lifetime of the developer's. */
  token: string
}

export type RoleAccounts = Readonly<Partial<Record<Role, LocalAccount>>>

/** Name of the source → account. */
export type SourceAccounts = Readonly<Record<string, LocalAccount>>

/** Returns the first account of each role that the settings list members for, with a token. */
export function roleAccounts(
  config: Readonly<Record<string, string>>,
  tokenOf: (account: string) => string,
): RoleAccounts {
  return Object.fromEntries(
    roles.flatMap((role) => {
      const [account] = accountsIn(config[roleSettings[role]])
      return account === undefined ? [] : [[role, { account, token: tokenOf(account) }] as const]
    }),
  )
}

/** Returns the first account of each source that the settings list members for, with a token. */
export function sourceAccounts(
  config: Readonly<Record<string, string>>,
  tokenOf: (account: string) => string,
): SourceAccounts {
  return Object.fromEntries(
    Object.entries(sourcesIn(config)).flatMap(([source, { members }]) => {
      const [account] = accountsAmong(members)
      return account === undefined ? [] : [[source, { account, token: tokenOf(account) }] as const]
    }),
  )
}

/** Returns the email address of every account in the settings. */
export function namedAccounts(config: Readonly<Record<string, string>>): readonly string[] {
  return [
    ...roles.flatMap((role) => accountsIn(config[roleSettings[role]])),
    ...Object.values(sourcesIn(config)).flatMap(({ members }) => accountsAmong(members)),
  ]
}

function sourcesIn(
  config: Readonly<Record<string, string>>,
): Readonly<Record<string, { members?: readonly string[] }>> {
  return JSON.parse(config['sluice:sources'] ?? '{}') as Readonly<
    Record<string, { members?: readonly string[] }>
  >
}

function accountsIn(setting: string | undefined): readonly string[] {
  return setting === undefined ? [] : accountsAmong(JSON.parse(setting) as readonly string[])
}

/** Returns the addresses among IAM members. The members of a group or a domain are not known here.
 * https://cloud.google.com/iam/docs/principal-identifiers */
function accountsAmong(members: readonly string[] = []): readonly string[] {
  return members.flatMap((member) => /^(?:user|serviceAccount):(\S+)$/.exec(member)?.[1] ?? [])
}
