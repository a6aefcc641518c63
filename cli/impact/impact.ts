/** Command line: tries the changed settings on stored events, beside the settings before, and counts what would differ. Reads with the rights of the person who runs the command,
 * and changes nothing. */
import { withLatestChoices } from '../../functions/replay/latest_choices.ts'
import { changedPaths } from '../../functions/replay/changed_fields.ts'
import { EndTally } from '../../functions/replay/end_tally.ts'
import { asksConsent, type PredictedEvent, type Prediction } from '../../functions/replay/prediction.ts'
import {
  countOfEvents,
  readSampleRow,
  sampleOfEvents,
  type StoredDecision,
} from '../../functions/replay/impact_selection.ts'
import { tableReader } from '../../functions/google/table_reader.ts'
import { followedColumns, readSuppressions } from '../../functions/storage/cached_tables.ts'
import type { DestinationImpact } from '../../schemas/impact.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { CommandEnvironment } from '../environment/command_environment.ts'
import { CliError } from '../terminal/cli_error.ts'
import type { ProgressLine } from '../terminal/progress_line.ts'
import type { Sides } from './sides.ts'
import { openStatements } from './statements.ts'

export interface ImpactQuestion {
  /** RFC 3339. Events that were received from `since` to before `until` and stored by `until`. */
  since: string
  until: string
  maxEvents: number
  maxBytes: number
  maxSeconds: number
  withExamples: boolean
}

export interface Impact {
  since: string
  until: string
  before: string
  after: string
  /** Events of the period, and how many of them were examined. */
  received: number
  examined: number
  /** True if every event was examined; else the counts are estimates with 95 % intervals. */
  complete: boolean
  /** What BigQuery read, as its dry run tells. */
  bytes: number
  seconds: number
  destinations: readonly ImpactOfDestination[]
}

/** An example is the id of an event. */
export type ImpactOfDestination = DestinationImpact<string> & { changed_settings: readonly string[] }

/** Throws FAILED_PRECONDITION if BigQuery would read more than allowed. */
export async function measureImpact(
  environment: CommandEnvironment,
  sides: Sides,
  { since, until, maxEvents, maxBytes, maxSeconds, withExamples }: ImpactQuestion,
  progress: ProgressLine,
): Promise<Impact> {
  const started = performance.now()
  const statements = openStatements(environment)
  const times = { since, until }
  const destinations = [...sides.before.settings.destinations, ...sides.after.settings.destinations]
  const selection = { limit: maxEvents, asksConsent: destinations.some(asksConsent) }
  const count = countOfEvents(statements.locate)
  const anySample = sampleOfEvents(statements.locate, { ...selection, isWhole: true })
  const estimates = await Promise.all([count, anySample].map((sql) => statements.estimate(sql, times)))
  const bytes = estimates.reduce((sum, each) => sum + each, 0)
  if (bytes > maxBytes)
    throw new CliError(
      'FAILED_PRECONDITION',
      `The queries would read ${inGigabytes(bytes)} GB; the maximum is ${inGigabytes(maxBytes)} GB. Choose a shorter period, or pass --max-bytes.`,
    )
  const isSuppressed = await suppressionsOf(environment)
  const bounds = { maximumBytesBilled: maxBytes }
  let received = 0
  for await (const rows of statements.pages(count, times, bounds))
    received += Number(rows[0]?.['events'] ?? 0)
  const sample = sampleOfEvents(statements.locate, { ...selection, isWhole: received <= maxEvents })

  const ids = [...new Set(destinations.map(({ id }) => id))]
  const tallies = new Map(ids.map((id) => [id, new EndTally<string>(id)] as const))
  let examined = 0
  for await (const rows of statements.pages(sample, times, bounds)) {
    const events = rows.map((row) => {
      const read = readSampleRow(row)
      return { ...read, row, suppressed: isSuppressed(read.event.value) }
    })
    for (const [index, [before, after]] of (await sides.predict(events)).entries()) {
      const event = events[index]!
      for (const [id, tally] of tallies) {
        tally.add(event.event.id, before[id], after[id])
        if (isDecidedOtherwise(event.decisions, id, event, before[id])) tally.addStoredOtherwise()
      }
    }
    examined += rows.length
    progress.show(`${examined} of ${Math.min(received, maxEvents)} events`)
    if (performance.now() - started > maxSeconds * 1000) break
  }
  const sampled = { examined, all: Math.max(received, examined) }
  return {
    since,
    until,
    before: sides.before.title,
    after: sides.after.title,
    received: sampled.all,
    examined,
    complete: examined === sampled.all,
    bytes,
    seconds: Math.round(performance.now() - started) / 1000,
    destinations: ids.map((id) => ({
      ...tallies.get(id)!.result(sampled, withExamples),
      changed_settings: changedSettings(sides, id),
    })),
  }
}

/** Reads the suppression list by calls that are free. */
async function suppressionsOf({ project, dataset, authorization }: CommandEnvironment) {
  const { name } = tables.suppressions
  const table = { project, dataset, table: name }
  const reader = tableReader(process.env, table, () => authorization('analyst'), followedColumns.suppressions)
  if ((await reader.version()) === undefined)
    throw new CliError('NOT_FOUND', `Table ${dataset}.${name} does not exist in ${project}.`)
  return readSuppressions(reader.pages())
}

/** Whether the stored decision differs from that of the settings before. A person who has refused since, or is suppressed since, is decided
 * otherwise by the same settings. */
function isDecidedOtherwise(
  decisions: readonly StoredDecision[],
  id: string,
  { event, choices, suppressed }: PredictedEvent,
  before: Prediction | undefined,
): boolean {
  const stored = before && decisions.find(({ destination }) => destination === id)
  const isOther = stored !== undefined && stored.permitted === (before?.outcome === 'restricted')
  return isOther && !suppressed && withLatestChoices(event, choices) === event
}

function changedSettings({ before, after }: Sides, id: string): readonly string[] {
  const [was, is] = [before, after].map(({ settings }) =>
    settings.destinations.find((each) => each.id === id),
  )
  return was && is ? changedPaths(was, is) : []
}

function inGigabytes(bytes: number): string {
  return (bytes / 1e9).toLocaleString('en-US', { maximumSignificantDigits: 3 })
}
