/** Command line: `sluice sign-url` prints the URL by which a system without a token may POST to one translation. It makes no request and stores
 * nothing. The secret is read from stdin, so that no process list and no shell history has it. */
import { text } from 'node:stream/consumers'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { CliError } from '../terminal/cli_error.ts'
import { addExamples, requireOptions } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'

interface SignUrlOptions {
  base: string
  days?: number
  never?: boolean
}

export function addSignUrl(program: Command): void {
  const command = program
    .command('sign-url')
    .argument('<translation>', 'name of a translation, with @<version> for one version of it')
    .description('Prints a signed URL for a webhook. The secret is read from stdin.')
    .option(
      '--base <url>',
      'address of webhooks: pulumi stack output hookUrl; locally "hookUrl" of .local/stack.json (required)',
    )
    .addOption(
      new Option('--days <number>', 'for how many days the URL is valid')
        .argParser(parseDays)
        .conflicts('never'),
    )
    .option('--never', 'the URL never expires; only a new secret ends it')
    .action(async (id: string, { base, days, never = false }: SignUrlOptions, self: Command) => {
      requireOptions(self, 'base')
      const [{ addressOf, hookPath }, { signQuery }] = await Promise.all([
        import('../../functions/translation/endpoint/address.ts'),
        import('../../functions/translation/webhook/signed_address.ts'),
      ])
      if (days === undefined && !never)
        throw new CliError('INVALID_ARGUMENT', 'Pass either --days <number> or --never.')
      const address = addressOf(id)
      if (!address)
        throw new CliError(
          'INVALID_ARGUMENT',
          `"${id}" is not the name of a translation, such as legacy_crm or legacy_crm@1.0.`,
        )
      const [, origin] = /^(https?:\/\/[^/?#\s]+)(?:\/v1\/hooks)?\/?$/.exec(base) ?? []
      if (origin === undefined)
        throw new CliError(
          'INVALID_ARGUMENT',
          '--base must be the output hookUrl, such as https://events.acme.example/v1/hooks.',
        )
      const secret = (await text(process.stdin)).replace(/\r?\n$/, '')
      if (secret === '')
        throw new CliError('INVALID_ARGUMENT', 'Expected the secret of the webhook on stdin, got nothing.')
      const expires = days === undefined ? 'never' : String(Math.floor(Date.now() / 1000) + days * 86_400)
      const path = hookPath(address)
      const url = `${origin}${path}?${signQuery(secret, path, expires)}`
      outputOf(self).result({ url, expires: days === undefined ? null : Number(expires) }, url)
    })
  addExamples(
    command,
    [
      `pulumi config get --path 'sluice:webhooks.legacy_crm.secret' |`,
      '    npx sluice sign-url legacy_crm --base "$(pulumi stack output hookUrl)" --days 365',
    ],
    [
      'With --json, "expires" is in seconds since 1970, or null. Treat the URL as a password: it lets everybody publish the events of that',
      'translation.',
    ],
  )
}

function parseDays(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number from 1 to 99999.')
}
