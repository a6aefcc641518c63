/** Tests: whose token goes to which door. Each door is used with the rights of the role that it is for, as infra/ grants them, and no others. */
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { roleSettings, type Role } from '../../local/accounts.ts'
import type { StackInfo } from '../../local/stack_info.ts'

const localSettings = new URL('../../Pulumi.local.yaml', import.meta.url)

/** The accounts of `npm start`, as settings: for a stack with settings of its own. */
export async function accountSettings(): Promise<Readonly<Record<string, unknown>>> {
  const { config } = parse(await readFile(localSettings, 'utf8')) as { config: Record<string, unknown> }
  return Object.fromEntries(Object.values(roleSettings).map((setting) => [setting, config[setting]]))
}

/** The role that POSTs to a path; the first that fits. */
const doors: readonly (readonly [RegExp, Role])[] = [
  [/^\/v1\/(topics|projects|translators)\b/, 'producer'],
  [/^\/v1\/console\/translators\//, 'producer'],
  [/^\/v1\/console\/definitions\b/, 'editor'],
  [/^\/v1\/console\/runs\//, 'operator'],
  [/^\/v1\/console\//, 'analyst'],
]

/** A token of an account that has this role. Throws where there is none: the developer's token, which may do everything, is never taken
 * instead. */
export function tokenOf({ roles }: StackInfo, role: Role): string {
  const token = roles[role]?.token
  if (token === undefined) throw new Error(`No account of this stack is ${role}.`)
  return token
}

/** A token of the role that POSTs to the path. */
export function tokenFor(facts: StackInfo, path: string): string {
  const role = doors.find(([door]) => door.test(path))?.[1]
  if (role === undefined) throw new Error(`Say in test/support/roles.ts which role POSTs to ${path}.`)
  return tokenOf(facts, role)
}
