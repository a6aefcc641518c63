/** Console: `POST /v1/console/try-change`: what a changed rule, consent, link or setting of a destination would do to the stored events of a period, by the
 * code that decides and links, as `sluice plan --impact` counts it. Reads with the caller's rights. Changes nothing. */
import type { ImpactExample, TriedChange } from '../../schemas/impact.ts'
import { querySuppressions, suppressionsOf } from './suppressed.ts'
import { EndTally } from '../replay/end_tally.ts'
import { countOfEvents, readSampleRow, sampleOfEvents } from '../replay/impact_selection.ts'
import { asksConsent, compilePredictions, type DecisionSettings } from '../replay/prediction.ts'
import { json, type HandlerResponse } from '../serving/answer.ts'
import { changedSettings } from './changed_destination.ts'
import { invalid, readObject } from './definition_request.ts'
import { findDestination } from './destinations.ts'
import { accountQuery } from './queries/account.ts'
import type { RunStatement } from './run_query.ts'
import { readSampleOf } from './sample.ts'
import { timestampParameter, type Statement } from './statement.ts'
import { emailOf, viewError } from './view_error.ts'

/** Maximum number of events. */
const maxEvents = 2000

/** Maximum length of their texts together: the console reads answers of at most 8 MB. */
const maxTextBytes = 3_000_000

/** How long events are examined, in ms: no other request is answered meanwhile. The answer is about those that were examined by then. */
const maxWorkMs = 4000

/** Answers schemas/impact.ts. */
export async function tryChange(
  body: Buffer,
  run: RunStatement,
  settings: DecisionSettings,
  now: () => Date,
): Promise<HandlerResponse> {
  const { destination: id, change, ...rest } = readObject(body)
  if (typeof id !== 'string')
    throw invalid([{ field: 'destination', description: 'Expected the id of a destination.' }])
  const { since, until, maxBytes } = readSampleOf(rest)
  const who = await run(accountQuery)
  if (who.kind !== 'rows') return viewError(who, emailOf(who))
  const destination = findDestination(id, settings.destinations)
  const changed = changedSettings(settings, destination, change)

  const parameters = { since: timestampParameter(since), until: timestampParameter(until) }
  const sql = sampleOfEvents(locate, {
    limit: maxEvents,
    asksConsent: [destination, ...changed.destinations].some(asksConsent),
    isWhole: false,
    maxTextBytes,
  })
  const statement: Statement = { name: 'try_change', sql, parameters, maxBytes }
  const count: Statement = { name: 'try_change_count', sql: countOfEvents(locate), parameters, maxBytes }
  const [sample, counted] = await Promise.all([run(statement), run(count)])
  if (sample.kind !== 'rows') return viewError(sample, emailOf(who), maxBytes)
  if (counted.kind !== 'rows') return viewError(counted, emailOf(who), maxBytes)
  const events = sample.rows.map(readSampleRow)
  const listed = await run(suppressionsOf(events.map(({ event }) => event.value)))
  if (listed.kind !== 'rows') return viewError(listed, emailOf(who))
  const isSuppressed = querySuppressions(listed.rows)

  const predictBefore = compilePredictions({ ...settings, destinations: [destination] })
  const predictAfter = compilePredictions(changed)
  const clock = now()
  const tally = new EndTally<ImpactExample>(id)
  let examined = 0
  for (const { event, choices } of events) {
    const predicted = { event, choices, suppressed: isSuppressed(event.value) }
    const example = { event_id: event.id, event_name: event.name, received_at: event.receivedAt }
    tally.add(example, predictBefore(predicted, clock)[0], predictAfter(predicted, clock)[0])
    examined++
    if (now().getTime() - clock.getTime() > maxWorkMs) break
  }
  const received = Math.max(examined, Number(counted.rows[0]?.['events'] ?? 0))
  const { stored_otherwise: _, ...impact } = tally.result({ examined, all: received }, true)
  const bytes = sample.bytes + counted.bytes + listed.bytes
  return json(200, { ...impact, received, examined, bytes } satisfies TriedChange)
}

/** The statements run in the dataset of the environment. */
function locate(name: string): string {
  return name
}
