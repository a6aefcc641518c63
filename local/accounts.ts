/** Local stack: an account for each role that the settings grant something, so that people and tests can be somebody without rights over the whole
 * project. Pure. */

/** Role → the setting that names its members; infra/resources/member_grants.ts and infra/resources/runs.ts grant what they hold. */
export const roleSettings = {
  producer: 'sluice:producers',
  analyst: 'sluice:analysts',
  editor: 'sluice:editors',
  operator: 'sluice:operators',
} as const

export type Role = keyof typeof roleSettings

export const roles = Object.keys(roleSettings) as readonly Role[]

/** Somebody with the rights of a role and no others. */
export interface LocalAccount {
  /** Address of the account; `POST <baseUrl>/token` with the form field `account=<address>` gives an access token for an hour. */
  account: string
  /** An access token that lasts as long as the developer's. */
  token: string
}

export type RoleAccounts = Readonly<Partial<Record<Role, LocalAccount>>>

/** The first account of each role that the settings name somebody for, with a token. */
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

/** Every account that the settings name: e-mail addresses. */
export function namedAccounts(config: Readonly<Record<string, string>>): readonly string[] {
  return roles.flatMap((role) => accountsIn(config[roleSettings[role]]))
}

/** The addresses in a setting that lists IAM members. Who belongs to a group or a domain is not known here.
 * https://cloud.google.com/iam/docs/principal-identifiers */
function accountsIn(setting: string | undefined): readonly string[] {
  const members = setting === undefined ? [] : (JSON.parse(setting) as readonly string[])
  return members.flatMap((member) => /^(?:user|serviceAccount):(\S+)$/.exec(member)?.[1] ?? [])
}
