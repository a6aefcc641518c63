/** Local stack: an account for each role that the settings grant something, so that people and tests can be somebody without rights over the whole
 * project. Pure. */

/** Role → the setting that names its members; infra/people.ts and infra/runs.ts grant what they hold. */
export const roleSettings = {
  producer: 'sluice:producers',
  analyst: 'sluice:analysts',
  editor: 'sluice:editors',
  operator: 'sluice:operators',
} as const

export type Role = keyof typeof roleSettings

export const roles = Object.keys(roleSettings) as readonly Role[]

/** Every account that the settings name, by role and in their order: e-mail addresses. A group's members are not known here, so it has none. */
export function accountsOf(
  config: Readonly<Record<string, string>>,
): ReadonlyMap<Role, readonly [string, ...string[]]> {
  return new Map(
    roles.flatMap((role) => {
      const [first, ...others] = emailsOf(config[roleSettings[role]])
      return first === undefined ? [] : [[role, [first, ...others]] as const]
    }),
  )
}

/** The addresses in a setting that lists IAM members. https://cloud.google.com/iam/docs/principal-identifiers */
function emailsOf(setting: string | undefined): readonly string[] {
  const members = setting === undefined ? [] : (JSON.parse(setting) as readonly string[])
  return members.flatMap((member) => /^(?:user|serviceAccount):(\S+)$/.exec(member)?.[1] ?? [])
}
