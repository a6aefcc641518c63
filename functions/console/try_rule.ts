/** Console: `POST /v1/console/try-rule`: what the rules of a destination would decide about the latest stored events with one rule more or
 * another one, by the code that decides. Changes nothing. */
import { sourceOfTopic } from '../../schemas/bus.ts'
import type { ConsentDefaults } from '../../schemas/consent_defaults.ts'
import type { Decision, Rule } from '../../schemas/decision.ts'
import type { Destination } from '../../schemas/destination.ts'
import type { EventSources } from '../../schemas/source.ts'
import type { RuleCounts, TriedRule } from '../../schemas/tried_rule.ts'
import { conditionWarnings } from '../decision/absent_fields.ts'
import { conditionProblems } from '../decision/check_condition.ts'
import { compileCondition } from '../decision/conditions.ts'
import { compileDecisions } from '../decision/decide.ts'
import type { Event } from '../event/read.ts'
import { json, type HandlerResponse } from '../serving/answer.ts'
import { withTarget } from '../targets/registry.ts'
import { invalid, readObject } from './definition_request.ts'
import { findDestination } from './destinations.ts'
import { accountQuery } from './queries/account.ts'
import type { RunStatement } from './run_query.ts'
import { readSample, readSampleOf, type SampleOf, type StoredSample } from './sample.ts'
import { emailOf, viewError } from './view_error.ts'

/** Maximum number of events, and of examples in the answer. */
const maxEvents = 200
const maxExamples = 10
const maxFailures = 5

/** Maximum length of a condition in characters. */
const maxCondition = 10_000

interface TryPorts {
  destinations: readonly Destination[]
  consentDefaults: ConsentDefaults
  sources: EventSources
}

/** Answers schemas/tried_rule.ts. A rule with the id of one in force replaces it. */
export async function tryRule(
  body: Buffer,
  run: RunStatement,
  { destinations, ...defaults }: TryPorts,
): Promise<HandlerResponse> {
  const { id, rule, sample } = readTryRequest(body)
  const who = await run(accountQuery)
  if (who.kind !== 'rows') return viewError(who, emailOf(who))
  const destination = findDestination(id, destinations)
  const read = await readSample(run, sample, { events: maxEvents })
  if ('status' in read) return read
  return json(200, triedRule(destination, rule, defaults, read))
}

/** Throws INVALID_ARGUMENT with every invalid field; a problem of the condition has its line and column. */
function readTryRequest(body: Buffer): { id: string; rule: Rule; sample: SampleOf } {
  const { destination, rule, ...rest } = readObject(body)
  const { id, effect, when } = (rule ?? {}) as Partial<Record<keyof Rule, unknown>>
  const faults = [
    ...(typeof destination === 'string'
      ? []
      : [{ field: 'destination', description: 'Expected the id of a destination.' }]),
    ...(typeof id === 'string' && /^[a-z][a-z0-9_]{1,62}$/.test(id)
      ? []
      : [
          {
            field: 'rule.id',
            description: 'Expected 2 to 63 lowercase letters, digits and underscores, a letter first.',
          },
        ]),
    ...(effect === 'permit' || effect === 'restrict'
      ? []
      : [{ field: 'rule.effect', description: 'Expected permit or restrict.' }]),
    ...conditionFaults(when),
  ]
  if (faults.length > 0) throw invalid(faults)
  return { id: destination as string, rule: { id, effect, when } as Rule, sample: readSampleOf(rest) }
}

function conditionFaults(when: unknown): readonly { field: string; description: string }[] {
  const field = 'rule.when'
  if (typeof when !== 'string' || when.trim() === '' || when.length > maxCondition)
    return [{ field, description: `Expected a CEL condition of at most ${maxCondition} characters.` }]
  return conditionProblems(when, { hasDestination: true }).map((problem) => ({
    field,
    description: `${problem}.`,
  }))
}

function triedRule(
  destination: Destination,
  rule: Rule,
  { consentDefaults, sources }: Omit<TryPorts, 'destinations'>,
  { events, isSuppressed, bytes }: StoredSample,
): TriedRule {
  const { rules } = destination
  const isKnown = rules.some(({ id }) => id === rule.id)
  const tried = isKnown
    ? rules.map((each) => (each.id === rule.id ? { ...each, ...rule } : each))
    : [...rules, rule]
  const described = withTarget(destination)
  const decideNow = compileDecisions([described], consentDefaults, sources)
  const decideThen = compileDecisions([{ ...described, rules: tried }], consentDefaults, sources)
  const { id, target, purpose } = described
  const matches = compileCondition(rule, { id, target, purpose })

  const failures = new Map<string, Event[]>()
  const isMatch = (event: Event): boolean => {
    try {
      return matches(event.value)
    } catch (error) {
      const message = (error instanceof Error ? error.message : 'The condition failed.').split('\n')[0]!
      failures.set(message, [...(failures.get(message) ?? []), event])
      return false
    }
  }
  const results = events.map((event) => {
    const source = sourceOfTopic(event.topic)
    const about = { suppressed: isSuppressed(event.value), hop: event.hop, source }
    const [now, then] = [decideNow(event.value, about)[0]!, decideThen(event.value, about)[0]!]
    return { event, now, then, matched: isMatch(event) }
  })
  const changed = results.filter(({ now, then }) => now.permitted !== then.permitted)
  const alike = results.filter(({ now, then, matched }) => matched && now.permitted === then.permitted)
  return {
    sampled: events.length,
    matched: results.filter(({ matched }) => matched).length,
    now: countsOf(results.map(({ now }) => now)),
    then: countsOf(results.map(({ then }) => then)),
    gained: changed.filter(({ then }) => then.permitted).length,
    lost: changed.filter(({ now }) => now.permitted).length,
    failures: [...failures].slice(0, maxFailures).map(([message, failed]) => ({
      message: message.slice(0, 200),
      events: failed.length,
      example: { event_id: failed[0]!.id, received_at: failed[0]!.receivedAt },
    })),
    advice: conditionWarnings(rule.when, { hasDestination: true }),
    examples: [...changed, ...alike].slice(0, maxExamples).map(({ event, now, then }) => ({
      event_id: event.id,
      event_name: event.name,
      received_at: event.receivedAt,
      now: verdictOf(now),
      then: verdictOf(then),
    })),
    bytes,
  }
}

function verdictOf({ permitted, rule, reason }: Decision) {
  return { permitted, rule, reason }
}

const byDefaults = new Set(['permitted_by_default', 'permitted_by_source'])
const denials = new Set(['consent_denied', 'opted_out', 'opt_out_unclear'])

function countsOf(decisions: readonly Decision[]): RuleCounts {
  const permitted = decisions.filter((each) => each.permitted)
  const byDefault = permitted.filter(({ reason }) => byDefaults.has(reason)).length
  return {
    permitted: permitted.length,
    restricted: decisions.length - permitted.length,
    consent: {
      granted: permitted.length - byDefault,
      by_default: byDefault,
      denied: decisions.filter(({ reason }) => denials.has(reason)).length,
    },
  }
}
