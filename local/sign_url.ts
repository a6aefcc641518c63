/** `npx sluice sign-url`: makes the address by which a system without a token may POST to one translation. It asks nobody and stores nothing;
 * the secret comes in by the standard input, so that it stands in no list of processes and no history of a shell. */
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { hookPath, translationOf } from '../functions/translation/endpoint/address.ts'
import { signQuery } from '../functions/translation/webhook/signed_address.ts'
import { runCommand } from '../infra/operate/environment.ts'

const help = `npx sluice sign-url <translation>[@<version>] --base <address> (--days <n> | --never)    prints a signed URL

  --base <address>    where webhooks are taken: pulumi stack output hookUrl; locally "hookUrl" of .local/stack.json
  --days <n>          for how many days the URL holds
  --never             it never expires: only a new secret ends it

The secret of the webhook is read from the standard input:
  pulumi config get --path 'sluice:webhooks.legacy_crm.secret' |
    npm run -s sign-url -- legacy_crm --base "$(pulumi stack output hookUrl)" --days 365

Whoever has the URL can publish the events of that translation. Treat it as a password.`

function readArguments() {
  return parseArgs({
    options: {
      base: { type: 'string' },
      days: { type: 'string' },
      never: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
    allowPositionals: true,
  })
}

/** Seconds since 1970, or `never`. */
function expiryOf(days: string | undefined, never: boolean): string {
  if (never === (days !== undefined)) throw new Error('Say either --days <n> or --never.')
  if (days === undefined) return 'never'
  if (!/^[1-9]\d{0,4}$/.test(days))
    throw new Error(`--days must be a whole number from 1 to 99999, got ${days}.`)
  return String(Math.floor(Date.now() / 1000) + Number(days) * 86_400)
}

await runCommand(async () => {
  const { values, positionals } = readArguments()
  const { base, days, never } = values
  const [id = '', ...others] = positionals
  if (values.help || id === '' || others.length > 0) {
    console.log(help)
    if (!values.help) process.exitCode = 1
    return
  }
  const address = translationOf(`/v1/hooks/${id}`, 'hooks')
  if (!address) throw new Error(`"${id}" is no name of a translation, such as legacy_crm or legacy_crm@1.0.`)
  const [, origin] = /^(https?:\/\/[^/?#\s]+)(?:\/v1\/hooks)?\/?$/.exec(base ?? '') ?? []
  if (origin === undefined)
    throw new Error('--base must be the output hookUrl, such as https://events.acme.example/v1/hooks.')
  const expires = expiryOf(days, never)
  const secret = (await text(process.stdin)).replace(/\r?\n$/, '')
  if (secret === '') throw new Error('Expected the secret of the webhook on the standard input, got nothing.')
  const path = hookPath(address)
  console.log(`${origin}${path}?${signQuery(secret, path, expires)}`)
})
