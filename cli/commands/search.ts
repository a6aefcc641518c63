/** Command line: `sluice search` lists stored events and what became of each. */
import type { Command } from 'commander'
import {
  addEventOptions,
  eventNotes,
  maxBytesOfQuery,
  outcomeOption,
  type EventOptions,
} from '../events/options.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'
import { parseCount, parseTimeOrAge } from '../terminal/values.ts'

interface SearchOptions extends EventOptions {
  type?: string
  destination?: string
  outcome?: string
  reason?: string
  rule?: string
  connection?: string
  violates?: string
  person?: string
  id?: string
  since?: string
  until?: string
  limit?: number
  pageToken?: string
}

export function addSearch(program: Command): void {
  const command = program
    .command('search')
    .description('Lists stored events, the latest first, and what became of each at every destination.')
    .option('--type <event-type>', 'only events of this type')
    .option('--destination <id>', 'only events that were decided or attempted for this destination')
    .addOption(outcomeOption())
    .option('--reason <reason>', 'only events with this reason at a destination, such as missing_required')
    .option('--rule <id>', 'only events that this rule has permitted or restricted')
    .option('--connection <name@version>', 'only events of this connection')
    .option('--violates <field>', "only events that violate this field; '*' for any")
    .option(
      '--person <identifier>',
      'only events of a person: user id, device, email or phone; - reads it from stdin',
    )
    .option(
      '--id <id>',
      'only events with this id of a user, a device, an order or an event; - reads it from stdin',
    )
    .option(
      '--since <time>',
      'events received at this time or later, or an age such as 7d (default: 24h)',
      parseTimeOrAge,
    )
    .option('--until <time>', 'events received before this time (default: now)', parseTimeOrAge)
    .option('--limit <number>', 'number of events, at most 1000 (default: 50)', parseCount(1000))
    .option('--page-token <token>', 'older events: next_page_token of the search before')
    .action(async (options: SearchOptions, self: Command) => {
      const [
        { openConsole },
        { searchEvents },
        { hidePerson },
        { countText, foundLines },
        { sizeText },
        { oneStdin },
      ] = await Promise.all([
        import('../runs/follow_run.ts'),
        import('../events/search.ts'),
        import('../events/personal.ts'),
        import('../events/found_text.ts'),
        import('../terminal/size_text.ts'),
        import('../terminal/stdin.ts'),
      ])
      const output = outputOf(self)
      const api = await openConsole(options, output)
      // A message is stored a moment after it is received; the end is exclusive.
      const until = options.until ?? new Date(Date.now() + 1000).toISOString()
      const since = options.since ?? new Date(Date.parse(until) - 86_400_000).toISOString()
      const [person, id] = await oneStdin([options.person, options.id])
      const found = await searchEvents(api, { ...options, since, until, person, id })
      const events = options.personal ? found.events : found.events.map(hidePerson)
      const { next_page_token: next } = found
      output.result(
        { ...found, events },
        events.length === 0
          ? `No event that was received from ${since} to ${until} matches.`
          : foundLines(events),
      )
      output.note(`${countText(events.length, 'event')}. ${sizeText(found.bytes_read)} read.`)
      if (next !== null)
        output.note(`There are older ones: add --until ${until} --since ${since} --page-token ${next}`)
    })
  addExamples(
    addEventOptions(command, maxBytesOfQuery),
    [
      'npx sluice search --type purchase --destination meta --outcome skipped --since 7d',
      'npx sluice search --id order-1042 --since 2026-03-14 --until 2026-03-15',
      'pbpaste | npx sluice search --person - --since 7d --personal',
      `npx sluice search --outcome refused --json | jq -r '.events[].event_id'`,
    ],
    [
      'An event matches --destination, --outcome, --reason and --rule if one destination has all of them.',
      'An identifier goes to the console in the body of a request, never in a URL. With - it is not in the history of your shell either.',
      ...eventNotes,
    ],
  )
}
