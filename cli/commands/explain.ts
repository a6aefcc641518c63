/** Command line: `sluice explain` says what became of a stored event and why, or what would happen to one that is not stored. */
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { ReceivedPeriod } from '../events/explain.ts'
import { addEventOptions, eventNotes, maxBytesOfQuery, type EventOptions } from '../events/options.ts'
import { exitCodes } from '../terminal/exit_codes.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf, type Output } from '../terminal/output.ts'
import { parseTime } from '../terminal/values.ts'

interface ExplainOptions extends EventOptions {
  at?: ReceivedPeriod
  type?: string
  replays?: boolean
}

export function addExplain(program: Command): void {
  const command = program
    .command('explain')
    .argument(
      '<event>',
      'id of a stored event, or a file with events that are not stored; - reads them from stdin',
    )
    .description('Explains what became of an event at each destination, and why. Sends nothing.')
    .option('--at <time>', 'a stored event: the day or the exact time when it was received', parseReceived)
    .option(
      '--type <event-type>',
      'its event type: BigQuery then reads less; the type of events of a file that name none',
    )
    .option('--replays', 'a stored event: also look for attempts more than two days after it was received')
    .action(async (event: string, options: ExplainOptions, self: Command) => {
      await (isFile(event) ? explainFile : explainId)(event, options, outputOf(self))
    })
  addExamples(
    addEventOptions(command, maxBytesOfQuery),
    [
      'npx sluice explain order-1042 --project acme-events-prod',
      'npx sluice explain order-1042 --at 2026-03-14 --type purchase --personal',
      `npx sluice explain order-1042 --json | jq '.destinations[] | {destination, outcome, reason, next}'`,
      'npx sluice explain purchase.json',
      `echo '{"event_name":"purchase"}' | npx sluice explain -`,
    ],
    [
      'Without --at it searches the last day, then the last 7 and the last 30 days. "npx sluice search" finds ids.',
      'A file has one JSON object, an array or NDJSON, and its name ends with .json, .jsonl or .ndjson, or it exists. Its values are shown.',
      'The command exits with 1 if a message is in quarantine or an event of a file is invalid, and with 3 if no event has the id.',
      ...eventNotes,
    ],
  )
}

function isFile(text: string): boolean {
  return text === '-' || /\.(json|jsonl|ndjson)$/.test(text) || existsSync(text)
}

/** A day, or the second around a time, which may be written to the microsecond. */
function parseReceived(text: string): ReceivedPeriod {
  const at = Date.parse(parseTime(text))
  const [before, after] = /^\d{4}-\d\d-\d\d$/.test(text) ? [0, 86_400_000] : [1000, 1000]
  return { since: new Date(at - before).toISOString(), until: new Date(at + after).toISOString() }
}

async function explainId(id: string, options: ExplainOptions, output: Output): Promise<void> {
  const [{ openConsole }, { explainStored }, { hidePersonalValues }, text, { sizeText }] = await Promise.all([
    import('../runs/follow_run.ts'),
    import('../events/explain.ts'),
    import('../events/personal.ts'),
    import('../events/journey_text.ts'),
    import('../terminal/size_text.ts'),
  ])
  const { at: received, type, replays: withLaterAttempts, maxBytes, personal } = options
  const asked = { event_id: id, received, type, withLaterAttempts, maxBytes }
  const found = await explainStored(await openConsole(options, output), asked)
  if (found.table === 'quarantine') {
    process.exitCode = exitCodes.negative
    output.result(found, text.quarantinedLines(found))
  } else {
    const shown = personal ? found : hidePersonalValues(found)
    output.result(shown, text.journeyLines(shown))
    if (!personal) output.note('Values that may identify a person are hidden; --personal shows them.')
  }
  output.note(`${sizeText(found.bytes_read)} read.`)
}

async function explainFile(file: string, options: ExplainOptions, output: Output): Promise<void> {
  const [{ openConsole }, { explainEvents }, { eventsOfFile }, { explainedLines }, { CliError }] =
    await Promise.all([
      import('../runs/follow_run.ts'),
      import('../events/explain.ts'),
      import('../events/read_events.ts'),
      import('../events/explained_text.ts'),
      import('../terminal/cli_error.ts'),
    ])
  const { type } = options
  const [events, places]: [object[], string[]] = [[], []]
  for await (const { json, place } of eventsOfFile(file)) {
    events.push({ ...(type !== undefined && { event_name: type }), ...(JSON.parse(json) as object) })
    places.push(place)
  }
  if (events.length === 0) throw new CliError('INVALID_ARGUMENT', 'The input has no event.')
  const results = await explainEvents(await openConsole(options, output), events)
  if (results.some(({ valid }) => !valid)) process.exitCode = exitCodes.negative
  output.result(
    { results },
    results.flatMap((each, index) => explainedLines(each, places[index]!)),
  )
}
