/** Command line: `sluice pixel` prints the URL of an image that sends one event when it is shown, for e-mails. It makes no request and stores
 * nothing. The secret is read from stdin, so that no process list and no shell history has it. */
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { CliError } from '../terminal/cli_error.ts'
import { addExamples, requireOptions } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'

interface PixelOptions {
  base: string
  event: string
}

export function addPixel(program: Command): void {
  const command = program
    .command('pixel')
    .argument('<source>', 'name of a source with a pixelSecret')
    .description('Prints the URL of an image that sends one event. The secret is read from stdin.')
    .option(
      '--base <url>',
      'address of the web door: pulumi stack output collectUrl; locally "collectUrl" of .local/stack.json (required)',
    )
    .option('--event <json>', 'the event as a JSON object, with its event_name (required)')
    .action(async (source: string, { base, event }: PixelOptions, self: Command) => {
      requireOptions(self, 'base', 'event')
      const [{ sealPixel }, { pixelProblem }] = await Promise.all([
        import('../../functions/collect/pixel_token.ts'),
        import('../../functions/collect/pixel_event.ts'),
      ])
      const problem = pixelProblem(event)
      if (problem !== undefined) throw new CliError('INVALID_ARGUMENT', `--event: ${problem}`)
      if (!/^[a-z][a-z0-9_]{0,39}$/.test(source))
        throw new CliError('INVALID_ARGUMENT', `"${source}" is not the name of a source, such as web_shop.`)
      const [, origin] = /^(https?:\/\/[^/?#\s]+)(?:\/v1\/collect)?\/?$/.exec(base) ?? []
      if (origin === undefined)
        throw new CliError(
          'INVALID_ARGUMENT',
          '--base must be the output collectUrl, such as https://events.acme.example/v1/collect.',
        )
      const secret = (await text(process.stdin)).replace(/\r?\n$/, '')
      if (secret === '')
        throw new CliError('INVALID_ARGUMENT', 'Expected the pixelSecret on stdin, got nothing.')
      const url = `${origin}/v1/collect/${source}/pixel.gif?p=${sealPixel(secret, source, event)}`
      outputOf(self).result({ url }, url)
    })
  addExamples(
    command,
    [
      `pulumi config get --path 'sluice:sources.web_shop.web.pixelSecret' |`,
      '    npx sluice pixel web_shop --base "$(pulumi stack output collectUrl)" \\',
      `        --event '{"event_name":"newsletter_open","event_id":"n7-u1815","user_id":"u-1815"}'`,
    ],
    [
      'The event is encrypted: who sees the URL reads nothing in it. Give each e-mail an event_id of its own, so that an image that is fetched',
      'twice counts once.',
    ],
  )
}
