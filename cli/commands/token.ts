/** Command line: `sluice token` prints an access token of an account of the local stack, with the rights that the account has in the cloud. */
import { Option, type Command } from 'commander'
import { roles, type Role } from '../../local/accounts.ts'
import { nearest } from '../../schemas/nearest.ts'
import { chosenLocalStack } from '../environment/local_stack.ts'
import { dataDirOption } from '../environment/options.ts'
import { CliError } from '../terminal/cli_error.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'

interface TokenOptions {
  source?: string
  role?: Role
  dataDir?: string
}

export function addToken(program: Command): void {
  const command = program
    .command('token')
    .description('Prints an access token of an account of the local stack.')
    .option('--source <name>', 'the first service account or user among the members of a source')
    .addOption(new Option('--role <role>', 'the first account of a role').choices(roles).conflicts('source'))
    .addOption(dataDirOption())
    .action(async ({ source, role, dataDir }: TokenOptions, self: Command) => {
      const output = outputOf(self)
      const stack = await chosenLocalStack(
        { local: true, ...(dataDir !== undefined && { dataDir }) },
        output.note,
      )
      const wanted = source === undefined ? (role ?? 'producer') : source
      const known = source === undefined ? stack!.roles : stack!.sources
      const found = (known as Readonly<Record<string, { account: string; token: string } | undefined>>)[
        wanted
      ]
      if (!found) throw notFound(source === undefined ? 'role' : 'source', wanted, Object.keys(known))
      output.result(found, found.token)
    })
  addExamples(
    command,
    [
      'npx sluice token --source web_shop',
      'curl -H "Authorization: Bearer $(npx sluice token --source web_shop)" …',
    ],
    [
      'The token has the rights of that account, and no others. For a deployed environment, docs/authentication.md tells how an account gets one.',
    ],
  )
}

function notFound(what: string, name: string, known: readonly string[]): CliError {
  const meant = nearest(name, known)
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
  return new CliError(
    'NOT_FOUND',
    `The settings of the local stack name no service account or user for the ${what} "${name}". Known: ${known.join(', ') || 'none'}.${hint}`,
  )
}
