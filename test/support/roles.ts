/** Test support: selects the token for a path. Each path is used with exactly the roles that infra/ grants for it. */
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { roleSettings, type Role } from '../../local/accounts.ts'
import type { StackInfo } from '../../local/stack_info.ts'

const localSettings = new URL('../../Pulumi.local.yaml', import.meta.url)

/** Returns the accounts of `npm start` as settings, for a stack with its own settings. */
export async function accountSettings(): Promise<Readonly<Record<string, unknown>>> {
  const { config } = parse(await readFile(localSettings, 'utf8')) as { config: Record<string, unknown> }
  return Object.fromEntries(Object.values(roleSettings).map((setting) => [setting, config[setting]]))
}

/** Path → role that POSTs to it; the first match counts. */
const rolesByPath: readonly (readonly [RegExp, Role])[] = [
  [/^\/v1\/(topics|projects|translators)\b/, 'producer'],
  [/^\/v1\/console\/translators\//, 'producer'],
  [/^\/v1\/console\/definitions\b/, 'editor'],
  [/^\/v1\/console\/(runs\/|operations\b|suppressions\/(add|lift)\b)/, 'operator'],
  [/^\/v1\/console\//, 'analyst'],
]

/** Returns a token of an account with this role. Throws if there is none; the developer's token, which may do everything, is never used
 * instead. */
export function tokenOf({ roles }: StackInfo, role: Role): string {
  const token = roles[role]?.token
  if (token === undefined) throw new Error(`No account of this stack has the role ${role}.`)
  return token
}

/** Returns a token of the role that POSTs to the path. */
export function tokenFor(stack: StackInfo, path: string): string {
  const role = rolesByPath.find(([pattern]) => pattern.test(path))?.[1]
  if (role === undefined)
    throw new Error(`No role POSTs to ${path}: add one to rolesByPath in test/support/roles.ts.`)
  return tokenOf(stack, role)
}
