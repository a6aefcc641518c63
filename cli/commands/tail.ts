/** Command line: `sluice tail` follows the events as they arrive, with what became of each. */
import type { Command } from 'commander'
import { addEventOptions, eventNotes, outcomeOption, type EventOptions } from '../events/options.ts'
import { exitCodes } from '../terminal/exit_codes.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'
import { parseCount, parseTimeOrAge } from '../terminal/values.ts'

interface TailCommandOptions extends EventOptions {
  type?: string
  destination?: string
  outcome?: string
  connection?: string
  since?: string
  limit?: number
}

export function addTail(program: Command): void {
  const command = program
    .command('tail')
    .description('Follows the events as they arrive, each once, with its outcome at every destination.')
    .option('--type <event-type>', 'only events of this type: BigQuery then reads less')
    .option('--destination <id>', 'only events that were decided or attempted for this destination')
    .addOption(outcomeOption())
    .option('--connection <name@version>', 'only events of this connection')
    .option(
      '--since <time>',
      'begin with the events stored at this time, or an age such as 10m (default: now)',
      parseTimeOrAge,
    )
    .option('--limit <number>', 'end after this number of events', parseCount(1e9))
    .action(follow)
  addExamples(
    addEventOptions(command, 'end before more is billed in all, such as 500M (default: 2 GiB)'),
    [
      'npx sluice tail',
      'npx sluice tail --type purchase --destination meta --project acme-events-prod',
      `npx sluice tail --outcome refused --json | jq -c '{event_id, outcomes}'`,
      'npx sluice tail --since 10m --limit 100',
    ],
    [
      'With --json each event is one JSON document on a line of its own.',
      'An event is shown once all of its destinations have answered, or ten seconds after it was seen. With --outcome it is shown if a destination',
      'has this outcome within five minutes. One that is stored more than an hour after it was received is not shown.',
      'It looks every 5 seconds (locally every 2), and less often if a look reads much, so that at most 200 MB are billed a minute.',
      'Ctrl-C ends the command with exit code 0. It exits with 1 when a further look could be billed more than --max-bytes.',
      ...eventNotes,
    ],
  )
}

async function follow(options: TailCommandOptions, self: Command): Promise<void> {
  const [
    { openEnvironment },
    { consoleApi },
    { tailEvents },
    { hidePerson },
    { countText, foundLine },
    { sizeText },
    budget,
  ] = await Promise.all([
    import('../environment/environment.ts'),
    import('../environment/console_api.ts'),
    import('../events/tail.ts'),
    import('../events/personal.ts'),
    import('../events/found_text.ts'),
    import('../terminal/size_text.ts'),
    import('../../schemas/live_budget.ts'),
  ])
  const output = outputOf(self)
  const environment = await openEnvironment(options, output.note)
  const api = await consoleApi(environment, options.console)
  const interrupt = new AbortController()
  const stop = (): void => interrupt.abort()
  process.once('SIGINT', stop)
  const { limit = Infinity, personal = false, since, maxBytes = budget.liveLimits.bytes } = options
  const isFree = environment.baseUrl !== undefined
  const cost = (billed: number): string => `${sizeText(billed)} ${isFree ? 'read' : 'billed'}`
  let count = 0
  let billedInAll = 0
  const events = tailEvents(api, {
    ...options,
    since: since === undefined ? Date.now() : Date.parse(since),
    isFree,
    maxBytes,
    signal: interrupt.signal,
    onLook: ({ billed, everyMs }) => {
      billedInAll = billed
      const looks = `looking every ${Math.round(everyMs / 1000)} s`
      if (process.stderr.isTTY)
        output.progress.show(`${countText(count, 'event')}, ${cost(billed)} so far, ${looks}`)
    },
  })
  let end: 'stopped' | 'bytes' = 'stopped'
  try {
    while (count < limit) {
      const next = await events.next()
      if (next.done) {
        end = next.value
        break
      }
      const event = personal ? next.value : hidePerson(next.value)
      output.item(event, foundLine(event))
      count++
    }
  } finally {
    process.off('SIGINT', stop)
  }
  output.note(`${countText(count, 'event')}. ${cost(billedInAll)}.`)
  if (end === 'bytes') {
    process.exitCode = exitCodes.negative
    output.note(
      `Ended: a further look could be billed more than ${sizeText(maxBytes)} in all. --type reads less, --max-bytes allows more.`,
    )
  }
}
