/** Command-line options of the emulators for access control: --identity-dir and --grants. */
import { StartError, UsageError } from '../../shared/src/command_errors.ts'
import type { CommandOption, OptionValues } from '../../shared/src/command_options.ts'
import { allowAll, type Access } from './access.ts'
import { openAccess } from './access_files.ts'

/** Both options, or neither. */
export const accessOptions = {
  'identity-dir': {
    value: '<folder>',
    description: 'The --data-dir of sluice-gcp-identity: accepts only its tokens. Needs --grants.',
  },
  grants: {
    value: '<file>',
    description: 'JSON array of IAM grants, {role, member, resource}, that decide what a caller may do.',
  },
} as const satisfies Readonly<Record<string, CommandOption>>

/** Opens the access that the options describe. Without them everything is allowed. */
export async function accessOf(values: OptionValues<keyof typeof accessOptions>): Promise<Access> {
  const { 'identity-dir': identityDir, grants: grantsFile } = values
  if (identityDir === undefined && grantsFile === undefined) return allowAll
  if (identityDir === undefined || grantsFile === undefined)
    throw new UsageError('--identity-dir and --grants are used together. See --help.')
  try {
    return await openAccess({ identityDir, grantsFile })
  } catch (error) {
    throw new StartError((error as Error).message, { cause: error })
  }
}
