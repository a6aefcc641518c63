/** Command line: `sluice send` sends events to the front door. */
import type { Command } from 'commander'
import { addEnvironmentOptions, type EnvironmentOptions } from '../environment/options.ts'
import type { ValidationResult } from '../events/post_events.ts'
import { CliError } from '../terminal/cli_error.ts'
import { exitCodes } from '../terminal/exit_codes.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf, type Output } from '../terminal/output.ts'
import { parseUrl } from '../terminal/values.ts'

interface SendCommandOptions extends EnvironmentOptions {
  file?: string
  url?: string
  validateOnly?: boolean
}

export function addSend(program: Command): void {
  const command = program
    .command('send')
    .argument('[event-type]', 'event type of all events; without it each event names its own in event_name')
    .argument('[events...]', 'events as JSON objects; - reads them from stdin')
    .description('Sends events to the front door, and prints their message ids.')
    .option('--file <file>', 'read the events from a file: NDJSON, one JSON object, or an array')
    .option('--validate-only', 'explain what would happen to each event, and publish none')
    .option(
      '--url <url>',
      'base URL of the front door (default: the local stack, or the address of the function ingest)',
      parseUrl,
    )
    .action(async (...[first, others, options, self]: SendArguments) => {
      const { eventType, texts } = splitArguments(first, others)
      if (texts.length === 0 && options.file === undefined)
        throw new CliError(
          'INVALID_ARGUMENT',
          `No event: pass JSON objects, - for stdin, or --file <file>. Example: npx sluice send view_content '{"user_id":"u-1"}'`,
        )
      if (texts.length > 0 && options.file !== undefined)
        throw new CliError('INVALID_ARGUMENT', 'Pass events as arguments or with --file, not both.')
      await send(options, { eventType, texts }, outputOf(self))
    })
  addExamples(
    addEnvironmentOptions(command),
    [
      `npx sluice send view_content '{"user_id":"u-1815","content_name":"The Analytical Engine"}'`,
      'npx sluice send --file events.ndjson --project acme-events-prod',
      'cat events.ndjson | npx sluice send purchase - --validate-only',
    ],
    [
      'Events are sent in order, 500 a request. It stops at the first request that is refused; the events before it are sent. A request',
      'without a clear answer is sent again: give each event an event_id, so that one that arrives twice counts once.',
      '--validate-only exits with 1 if an event is invalid.',
    ],
  )
}

type SendArguments = [string | undefined, readonly string[], SendCommandOptions, Command]

/** The first argument is an event when it cannot be a name. */
function splitArguments(
  first: string | undefined,
  others: readonly string[],
): { eventType: string | undefined; texts: readonly string[] } {
  if (first === undefined) return { eventType: undefined, texts: [] }
  return /^\s*[[{-]/.test(first)
    ? { eventType: undefined, texts: [first, ...others] }
    : { eventType: first, texts: others }
}

async function send(
  options: SendCommandOptions,
  { eventType, texts }: { eventType: string | undefined; texts: readonly string[] },
  output: Output,
): Promise<void> {
  const [{ openEnvironment }, { functionClient }, { eventsOfArguments, eventsOfFile }, { postEvents }] =
    await Promise.all([
      import('../environment/environment.ts'),
      import('../environment/function_client.ts'),
      import('../events/read_events.ts'),
      import('../events/post_events.ts'),
    ])
  const { file, url, validateOnly = false } = options
  const environment = await openEnvironment(options, output.note)
  const base = url ?? environment.baseUrl ?? (await environment.uriOf('ingest'))
  const post = functionClient(environment, { name: 'ingest', base, role: 'producer' })
  const events = file === undefined ? eventsOfArguments(texts) : eventsOfFile(file)
  const messageIds: string[] = []
  const results: ValidationResult[] = []
  const lines: string[] = []
  let count = 0
  try {
    for await (const { events: batch, answer } of postEvents(post, events, { eventType, validateOnly })) {
      if (count > 0)
        output.progress.show(`${validateOnly ? 'checked' : 'sent'} ${count + batch.length} events`)
      count += batch.length
      messageIds.push(...(answer.messageIds ?? []))
      results.push(...(answer.results ?? []))
      lines.push(...(answer.results ?? []).flatMap((each, at) => resultLines(each, batch[at]!.place)))
    }
  } catch (error) {
    if (count > 0) output.note(`${count} events were ${validateOnly ? 'checked' : 'sent'} before the error.`)
    throw error
  }
  if (count === 0) throw new CliError('INVALID_ARGUMENT', 'The input has no event.')
  if (results.some(({ valid }) => !valid)) process.exitCode = exitCodes.negative
  if (validateOnly) output.result({ results }, lines)
  else output.result({ messageIds }, messageIds)
}

function resultLines(
  { valid, event_name, table, violations = [], hints = [] }: ValidationResult,
  place: string,
): string[] {
  const name = event_name ?? 'unnamed event'
  return [
    `${place}: ${name} is ${valid ? 'valid' : 'invalid'}${table === undefined ? '' : `; table ${table}`}`,
    ...violations.map(({ field, description }) => `  ${field}: ${description}`),
    ...hints
      .filter(({ did_you_mean }) => did_you_mean !== undefined)
      .map(({ field, description }) => `  ${field}: ${description}`),
  ]
}
