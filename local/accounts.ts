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

/** Returns the email address of every account in the settings. */
export function namedAccounts(config: Readonly<Record<string, string>>): readonly string[] {
  return roles.flatMap((role) => accountsIn(config[roleSettings[role]]))
}

/** Returns the addresses in a setting that lists IAM members. The members of a group or a domain are not known here.
 * https://cloud.google.com/iam/docs/principal-identifiers */
function accountsIn(setting: string | undefined): readonly string[] {
  const members = setting === undefined ? [] : (JSON.parse(setting) as readonly string[])
  return members.flatMap((member) => /^(?:user|serviceAccount):(\S+)$/.exec(member)?.[1] ?? [])
}
