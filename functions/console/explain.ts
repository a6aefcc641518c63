/** Console: explains what would happen to events, with the code that does it: read, decide, prepare for each destination. Stores,
 * publishes and sends nothing. */
import { definitionProblems } from '../../schemas/definition.ts'
import type { Definition } from '../../schemas/definition_schema.ts'
import { eventTypeOf } from '../../schemas/definition_event.ts'
import type { ConsentDefaults } from '../../schemas/consent_defaults.ts'
import type { Destination } from '../../schemas/destination.ts'
import { topics } from '../../schemas/bus.ts'
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import { consentHints, type ConsentHint } from '../decision/consent_hint.ts'
import { compileDecisions } from '../decision/decide.ts'
import { createPreview } from '../delivery/preview.ts'
import { explain, type Explanation } from '../event/explain.ts'
import { readEvent } from '../event/read.ts'
import { withSaved, type Registry } from '../event/registry.ts'
import { readSavedDefinitions } from '../event/saved_definitions.ts'
import { json, type HandlerResponse } from '../serving/answer.ts'
import { withTarget } from '../targets/registry.ts'
import { listVersions } from './definition_queries.ts'
import { invalid, readObject } from './definition_request.ts'
import { emailOf, viewError } from './view_error.ts'
import { accountQuery } from './queries/account.ts'
import { columnText, type ResultRow } from './rows.ts'
import type { RunStatement } from './run_query.ts'
import { querySuppressions, suppressionsOf } from './suppressed.ts'

export interface Explained extends Explanation {
  hints: readonly ConsentHint[]
  destinations: readonly DeliveryPreview[]
}

const maxEvents = 20

/** Makes the handler of `POST /v1/console/explain`, for callers who may read the saved definitions. */
export function explainAs(
  destinations: readonly Destination[],
  consentDefaults: ConsentDefaults,
  now: () => Date,
) {
  const decide = compileDecisions(destinations.map(withTarget), consentDefaults)
  const previews = destinations.map((destination) => createPreview(destination, now))

  return async (body: Buffer, run: RunStatement): Promise<HandlerResponse> => {
    const { events, event } = readExplainRequest(body)
    const [saved, listed] = await Promise.all([run(listVersions), run(suppressionsOf(events))])
    if (saved.kind !== 'rows') return viewError(saved, emailOf(await run(accountQuery)))
    if (listed.kind !== 'rows') return viewError(listed, emailOf(await run(accountQuery)))
    const isSuppressed = querySuppressions(listed.rows)
    const registry = registryWith(saved.rows, event)
    const results = events.map((each): Explained => {
      const message = { data: Buffer.from(JSON.stringify(each)), attributes: {} }
      const explanation = explain(message, topics.events, registry)
      const publishTime = now().toISOString()
      const read = readEvent({ ...message, topic: topics.events, publishTime, messageId: '0' }, registry)
      if ('reason' in read) return { ...explanation, hints: [], destinations: [] }
      return {
        ...explanation,
        hints: consentHints(read.value),
        destinations: decide(read.value, { suppressed: isSuppressed(read.value), hop: read.hop }).map(
          (decision, index) => previews[index]!(read, decision),
        ),
      }
    })
    return json(200, { results })
  }
}

function readExplainRequest(body: Buffer): { events: readonly unknown[]; event?: Definition } {
  const { events, event } = readObject(body)
  if (!Array.isArray(events) || events.length === 0 || events.length > maxEvents)
    throw invalid([{ field: 'events', description: `Expected a list of 1 to ${maxEvents} events.` }])
  if (event === undefined) return { events }
  const [problem] = definitionProblems(event)
  if (problem !== undefined) throw invalid([{ field: 'event', description: problem }])
  return { events, event: event as Definition }
}

/** Makes a registry of the saved definitions. A draft replaces the saved versions of its name. */
function registryWith(rows: readonly ResultRow[], draft: Definition | undefined): Registry {
  const definitions = rows
    .filter(({ kind, name }) => kind === 'event' && name !== draft?.name)
    .map(({ name, version, created_at, definition }) => ({
      name: columnText(name),
      version: columnText(version),
      createdAt: Date.parse(columnText(created_at)),
      definition: columnText(definition),
    }))
  const types = [...readSavedDefinitions(definitions).versions.values()].filter(
    (type) => typeof type !== 'string',
  )
  return withSaved(draft ? [...types, eventTypeOf(draft)] : types)
}
