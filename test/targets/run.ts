/** Runs a target's examples: reads, links and sends events as `store` and `forward` do. */
import assert from 'node:assert/strict'
import { parseStoredMessage, storedMessage } from '../../functions/bus/stored_message.ts'
import { splitRequests } from '../../functions/delivery/split_requests.ts'
import { withSaved } from '../../functions/event/registry.ts'
import { readEvent } from '../../functions/event/read.ts'
import { compilePreparation, isOutcome } from '../../functions/linkage/prepare.ts'
import { ownRequestsOf } from '../../functions/delivery/profile_updates.ts'
import { profileFieldsIn } from '../../functions/linkage/profile_gate.ts'
import { settingsOf } from '../../functions/targets/registry.ts'
import { secretSettings, type LinkedEvent, type Target } from '../../functions/targets/target.ts'
import { attributes as bus } from '../../schemas/bus.ts'
import { derivedTypes } from '../../schemas/derived_types.ts'
import { secretVariable, type Destination } from '../../schemas/destination.ts'
import type { Link } from '../../schemas/link.ts'
import type { Outcome } from '../../schemas/outcome.ts'
import type { Example, SentRequest } from './case.ts'

/** With the event types of syncs, whose rows the targets of lists get. */
const registry = withSaved([...derivedTypes.values()])

/** The `Authorization` header for targets that call a Google API. */
export const authorization = 'Bearer own-token'

/** Returns the settings as `forward` reads them, with secrets from the environment. Throws if the target refuses them. */
export function settingsFor(
  target: Target,
  settings: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const secrets = new Set(secretSettings(target))
  const plain = Object.entries(settings).filter(([name]) => !secrets.has(name))
  const env = Object.entries(settings)
    .filter(([name]) => secrets.has(name))
    .map(([name, value]) => [secretVariable('crm', name), value as string] as const)
  const destination = { id: 'crm', target: target.name, settings: Object.fromEntries(plain), rules: [] }
  return settingsOf(destination, Object.fromEntries(env))
}

/** Returns the requests for the example's events, or the outcome of an event that is not sent. Default: the example's settings. */
export function run(
  target: Target,
  example: Example,
  settings: Record<string, unknown> = settingsFor(target, example.settings),
): SentRequest[] | Outcome {
  const now = new Date(example.now)
  const destination: Pick<Destination, 'linkage'> = example.linkage
    ? { linkage: example.linkage as Readonly<Record<string, Link>> }
    : {}
  const prepare = compilePreparation(destination, target, settings)
  const prepared = example.events.map((event, index) => prepare(stored(event, index, example), now))
  const outcome = prepared.find(isOutcome)
  if (outcome) {
    assert.equal(prepared.length, 1, `one of several events is not sent: ${JSON.stringify(outcome)}`)
    return outcome
  }
  const linked = prepared.filter((each): each is LinkedEvent => !isOutcome(each))
  const leftOut = linked.flatMap((event) => event.leftOut ?? []).map((told) => told.split(' ', 1)[0])
  if (example.leftOut) assert.deepEqual(leftOut, example.leftOut)
  const token = target.oauth?.request(settings)
  const sent = splitRequests(linked, target.batch).flatMap((events) => {
    const updates = ownRequestsOf(target).flatMap(({ exchange, fields }) => {
      const updating = events.filter((event) => profileFieldsIn(event.fields, fields).length > 0)
      assert.ok(
        [0, events.length].includes(updating.length),
        'a request mixes events with and without profiles or merges',
      )
      return updating.length > 0 ? [exchange] : []
    })
    const exchanges = [...updates, target]
    const ids = new Map(linked.map((event, index) => [event, example.recordIds?.[index]]))
    return stepsOf(target, exchanges, events, ids).map(([{ request }, asked]) =>
      request(asked, settings, { now, authorization }),
    )
  })
  return [...(token ? [token] : []), ...sent].map(({ timeout, body, ...others }) => {
    assert.ok(timeout > 0 && timeout <= 60_000, 'a request needs a timeout of up to a minute')
    return { ...others, body: parsed(body.toString()) }
  })
}

type Step = readonly [exchange: Pick<Target, 'request'>, events: readonly LinkedEvent[]]

/** Returns the exchanges with their events. A lookup comes first; the request then has the people that it has found. */
function stepsOf(
  { audience }: Target,
  exchanges: readonly Pick<Target, 'request'>[],
  events: readonly LinkedEvent[],
  ids: ReadonlyMap<LinkedEvent, string | undefined>,
): readonly Step[] {
  const { lookup } = audience ?? {}
  if (
    !lookup ||
    !events.every(({ fields }) => lookup.operations.some((each) => each === fields['operation']))
  )
    return exchanges.map((exchange) => [exchange, events])
  const found = events.flatMap((event) => {
    const recordId = ids.get(event)
    return recordId === undefined ? [] : [{ ...event, recordId }]
  })
  const steps: readonly Step[] = found.length > 0 ? exchanges.map((exchange) => [exchange, found]) : []
  return [[lookup, events], ...steps]
}

export function stored(
  event: Readonly<Record<string, unknown>>,
  index: number,
  { now, isReplay }: Pick<Example, 'now' | 'isReplay'>,
) {
  const posted = { event_id: `e-${index + 1}`, event_time: now, ...event }
  const read = readEvent(
    {
      topic: 'events',
      messageId: `m-${index + 1}`,
      publishTime: now,
      attributes: {},
      data: Buffer.from(JSON.stringify(posted)),
    },
    registry,
  )
  assert.ok(!('reason' in read), `the example's event is quarantined: ${JSON.stringify(read)}`)
  const { data, attributes } = storedMessage(read, [], now, isReplay && { [bus.replayId]: 'replay-1' })
  return parseStoredMessage({
    subscription: 'forward-1',
    attempt: 1,
    data: Buffer.from(data),
    attributes: attributes ?? {},
    messageId: 'm-1',
    publishTime: now,
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
