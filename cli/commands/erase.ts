/** Command line: `sluice erase` deletes a person from the warehouse. What identifies the person is printed nowhere. */
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { addRunOptions, runNotes, type RunVerbOptions } from '../runs/options.ts'
import { CliError } from '../terminal/cli_error.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'
import { parseRepeated } from '../terminal/values.ts'

interface EraseOptions extends RunVerbOptions {
  email?: string
  subject?: readonly string[]
  stdin?: boolean
  reason?: string
  dryRun?: boolean
}

export function addErase(program: Command): void {
  const command = program
    .command('erase')
    .description('Deletes a person from every table, and restricts what arrives about them later.')
    .option('--email <address>', 'email address of the person')
    .option(
      '--subject <field>=<value>',
      'another identity field of the person, such as user_id=u-1815. Repeatable',
      parseRepeated,
    )
    .option(
      '--stdin',
      'read the identity fields from stdin, as a JSON object, so that no process list has them',
    )
    .option('--reason <text>', 'why, for the receipt; do not name the person in it')
    .option('--dry-run', 'count the rows of each table, and delete none')
    .action(async (options: EraseOptions, self: Command) => {
      const { reason, dryRun } = options
      const subject = await subjectOf(options)
      const { runAndFollow } = await import('../runs/follow_run.ts')
      await runAndFollow(options, outputOf(self), {
        kind: 'erasure',
        request: { subject, reason, ...(dryRun && { dry_run: true }) },
      })
    })
  addExamples(
    addRunOptions(command),
    [
      'npx sluice erase --email jane@example.com --reason "request 4711" --dry-run',
      `echo '{"email":"jane@example.com"}' | npx sluice erase --stdin`,
    ],
    runNotes,
  )
}

async function subjectOf({ email, subject = [], stdin }: EraseOptions): Promise<Record<string, unknown>> {
  const fields = {
    ...(stdin && fieldsOf(await text(process.stdin))),
    ...Object.fromEntries(subject.map(fieldOf)),
    ...(email !== undefined && { email }),
  }
  if (Object.keys(fields).length > 0) return fields
  throw new CliError(
    'INVALID_ARGUMENT',
    'Missing identity: pass --email, --subject or --stdin. See "npx sluice erase --help".',
  )
}

/** The message leaves out the value, which identifies a person. */
function fieldOf(pair: string): [string, string] {
  const at = pair.indexOf('=')
  if (at > 0 && at < pair.length - 1) return [pair.slice(0, at), pair.slice(at + 1)]
  throw new CliError('INVALID_ARGUMENT', '--subject must be <field>=<value>, such as user_id=u-1815.')
}

function fieldsOf(input: string): Readonly<Record<string, unknown>> {
  const invalid = new CliError(
    'INVALID_ARGUMENT',
    'stdin must be a JSON object of identity fields, such as {"email":"…"}.',
  )
  let value: unknown
  try {
    value = JSON.parse(input)
  } catch {
    throw invalid
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw invalid
}
