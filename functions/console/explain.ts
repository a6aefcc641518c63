/** Console: what the platform would do with events, by the very code that does it: read, decide, prepare for each destination.
 * Nothing is kept, published or sent. */
import { definitionProblems, type Definition } from '../../schemas/definition.ts'
import { eventTypeOf } from '../../schemas/definition_event.ts'
import type { Destination } from '../../schemas/destination.ts'
import { outcomes } from '../../schemas/outcome.ts'
import { topics } from '../../schemas/bus.ts'
import { compileDecisions } from '../decision/decide.ts'
import { explain, type Explanation } from '../event/explain.ts'
import { readEvent, type Event } from '../event/read.ts'
import { withSaved, type Registry } from '../event/registry.ts'
import { readSavedDefinitions } from '../event/saved_definitions.ts'
import { compilePreparation, isOutcome } from '../linkage/prepare.ts'
import { json, type Answer } from '../serving/answer.ts'
import { settingsOf, targetOf } from '../targets/registry.ts'
import { secretSettings, type LinkedEvent } from '../targets/target.ts'
import { listVersions } from './definition_queries.ts'
import { invalid, readObject } from './definition_request.ts'
import { emailOf, refusal } from './definitions.ts'
import { account } from './queries/account.ts'
import type { Row } from './rows.ts'
import type { Run } from './run_query.ts'

/** What would become of an event at one destination. */
export interface Fate {
  destination: string
  target: string
  permitted: boolean
  rule: string | null
  reason: string
  /** What the reason means, in a sentence. */
  meaning: string
  /** What the target's own fields would hold. */
  fields?: Readonly<Record<string, unknown>>
  /** The request that would be made; only of targets that need no secret. */
  request?: { method: string; url: string; body: string }
}

export interface Explained extends Explanation {
  destinations: readonly Fate[]
}

const mostEvents = 20

/** Makes the function that answers `POST /v1/console/explain`, to callers who may read the saved definitions. */
export const explainAs = (destinations: readonly Destination[], now: () => Date) => {
  const decide = compileDecisions(
    destinations.map((destination) => ({ ...destination, purpose: targetOf(destination.target).purpose })),
  )
  const prepares = destinations.map((destination) => preparationOf(destination, now))

  return async (body: Buffer, run: Run): Promise<Answer> => {
    const { events, event } = readQuestion(body)
    const saved = await run(listVersions)
    if (saved.kind !== 'rows') return refusal(saved, emailOf(await run(account)))
    const registry = registryWith(saved.rows, event)
    const results = events.map((each): Explained => {
      const message = { data: Buffer.from(JSON.stringify(each)), attributes: {} }
      const explanation = explain(message, topics.events, registry)
      const publishTime = now().toISOString()
      const read = readEvent(
        { ...message, topic: topics.events, publishTime, messageId: '0', subscription: '', attempt: 1 },
        registry,
      )
      if ('reason' in read) return { ...explanation, destinations: [] }
      const verdicts = decide(read.value)
      return {
        ...explanation,
        destinations: verdicts.map(({ destination, permitted, rule, reason }, index) => {
          const { target } = destinations[index]!
          const verdict = { destination, target, permitted, rule, reason, meaning: meaningOf(reason) }
          return permitted ? { ...verdict, ...prepares[index]!(read) } : verdict
        }),
      }
    })
    return json(200, { results })
  }
}

const readQuestion = (body: Buffer): { events: readonly unknown[]; event?: Definition } => {
  const { events, event } = readObject(body)
  if (!Array.isArray(events) || events.length === 0 || events.length > mostEvents)
    throw invalid([{ field: 'events', description: `Expected a list of 1 to ${mostEvents} events.` }])
  if (event === undefined) return { events }
  const [problem] = definitionProblems(event)
  if (problem !== undefined) throw invalid([{ field: 'event', description: problem }])
  return { events, event: event as Definition }
}

/** The saved definitions, and a draft that counts in the place of the saved versions of its name. */
const registryWith = (rows: readonly Row[], draft: Definition | undefined): Registry => {
  const definitions = rows
    .filter(({ kind, name }) => kind === 'event' && name !== draft?.name)
    .map(({ name, version, created_at, definition }) => ({
      name: String(name),
      version: String(version),
      createdAt: Date.parse(String(created_at)),
      definition: String(definition),
    }))
  const types = [...readSavedDefinitions(definitions).versions.values()].filter(
    (type) => typeof type !== 'string',
  )
  return withSaved(draft ? [...types, eventTypeOf(draft)] : types)
}

type Prepared = Pick<Fate, 'fields' | 'request'> & Partial<Pick<Fate, 'permitted' | 'reason' | 'meaning'>>

/** Links an event to a destination's target, as `forward` would. */
const preparationOf = (destination: Destination, now: () => Date) => {
  const target = targetOf(destination.target)
  const prepare = compilePreparation(destination, target, destination.settings)
  const settings = secretSettings(target).length === 0 ? settingsOf(destination, {}) : undefined

  const requestFor = (linked: LinkedEvent): Pick<Fate, 'request'> => {
    if (!settings || target.googleScope !== undefined) return {}
    const { method, url, body } = target.request([linked], settings, { now: now(), authorization: '' })
    return { request: { method, url, body: body.toString() } }
  }

  return ({ id, name, value }: Event): Prepared => {
    try {
      const prepared = prepare({ id, name, value, text: JSON.stringify(value) }, now())
      if (!isOutcome(prepared)) return { fields: prepared.fields, ...requestFor(prepared) }
      const { reason, detail } = prepared as { reason?: string; detail?: string }
      const meaning = [meaningOf(reason ?? prepared.outcome), detail].filter(Boolean).join(' ')
      return { permitted: false, reason: reason ?? prepared.outcome, meaning }
    } catch (error) {
      const meaning = error instanceof Error ? error.message : 'The event could not be linked.'
      return { permitted: false, reason: 'invalid_field', meaning }
    }
  }
}

const meanings: Readonly<Record<string, string>> = {
  permitted: 'A permit rule matches the event, and none keeps it back.',
  ...Object.assign({}, ...Object.values(outcomes).map(({ reasons }) => reasons)),
}

const meaningOf = (reason: string): string => meanings[reason] ?? 'A rule of the owner says so.'
