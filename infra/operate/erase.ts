/** Operating: `npx sluice erase`: takes a person out of the warehouse. Who it is, is printed nowhere. */
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { runCommand } from './environment.ts'
import { runAndFollow, runHelp, runOptions } from './follow_run.ts'

const help = `npx sluice erase --email <address> [options]    takes a person out of every table, and keeps back what comes of them later

  --email <address>          who it is
  --subject <field>=<value>  another context field that identifies the person, such as user_id=u-1815. Can be given several times
  --stdin                    reads the fields from the standard input, as a JSON object: then they stand in no list of processes
                             and no history of the shell: echo '{"email":"…"}' | npx sluice erase --stdin
  --reason <text>            why, for the receipt; do not name the person in it
  --dry-run                  only says how many rows there are, and where
${runHelp}`

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      ...runOptions,
      email: { type: 'string' },
      subject: { type: 'string', multiple: true, default: [] },
      stdin: { type: 'boolean', default: false },
      reason: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  const subject = {
    ...(values.stdin && fieldsOf(await text(process.stdin))),
    ...Object.fromEntries(values.subject.map(fieldOf)),
    ...(values.email !== undefined && { email: values.email }),
  }
  if (Object.keys(subject).length === 0)
    throw new Error('Say who it is: --email, --subject or --stdin. --help tells the options.')
  const { reason } = values
  await runAndFollow(values, 'erasure', { subject, reason, ...(values['dry-run'] && { dry_run: true }) })
})

/** What is wrong is told without its value. */
function fieldOf(given: string): [string, string] {
  const at = given.indexOf('=')
  if (at > 0 && at < given.length - 1) return [given.slice(0, at), given.slice(at + 1)]
  throw new Error('--subject must be <field>=<value>, such as user_id=u-1815')
}

function fieldsOf(input: string): Readonly<Record<string, unknown>> {
  const wrong = new Error('The standard input must be a JSON object of context fields, such as {"email":"…"}')
  let value: unknown
  try {
    value = JSON.parse(input)
  } catch {
    throw wrong
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw wrong
}
