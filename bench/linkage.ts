/** `npm run bench linkage`: what mapping an event costs beside other systems' mappings, and what the whole way from the bytes to two third
 * parties' bodies costs beside parsing and writing the same JSON. */
import assert from 'node:assert/strict'
import { storedMessage, readStored, type StoredEvent } from '../functions/bus/stored_message.ts'
import { compileDecisions } from '../functions/decision/decide.ts'
import { readEvent, type Published } from '../functions/event/read.ts'
import { codeRegistry } from '../functions/event/registry.ts'
import { closureLink, generatedLink } from '../functions/linkage/link.ts'
import { compilePreparation, type Linkable } from '../functions/linkage/prepare.ts'
import { measureCpu, timesLine, type Measured } from './cpu.ts'
import { benchTarget, link, nested, postedEvent, postedEvents } from './linkage_case.ts'
import { installPeers, type Peers } from './peers.ts'

const often = (run: () => unknown): Measured => ({ run, calls: 20_000 })
const seldom = (run: () => unknown): Measured => ({ run, calls: 500 })

const published = (text: string): Published => ({
  topic: 'events',
  messageId: 'm-1',
  publishTime: new Date().toISOString(),
  attributes: {},
  data: Buffer.from(text),
  subscription: 'store',
  attempt: 1,
})

const read = (message: Published) => {
  const event = readEvent(message, codeRegistry)
  if ('reason' in event) throw new Error(`The event of the bench is ${event.reason}.`)
  return event
}

const stored = (text: string): StoredEvent => {
  const { data, attributes } = storedMessage(read(published(text)), [], new Date().toISOString())
  return readStored({ ...published(text), data, attributes })
}

export async function benchLinkage(): Promise<void> {
  await benchMapping()
  for (const bytes of [550, 2048]) await benchStage(bytes)
  await benchRefusal()
}

const benchMapping = async (): Promise<void> => {
  const event = stored(postedEvent(550)).value
  const [generated, closures] = [generatedLink(link), closureLink(link)]
  const own = {
    // It is so quick that a round must have many for the clock to tell.
    'generated code': { run: () => generated(event), calls: 500_000 },
    closures: often(() => closures(event)),
  }
  const peers = await installPeers()
  const others = peers ? await peerMappings(peers, event) : {}
  const figures: Readonly<Record<string, readonly number[]>> = await measureCpu({ ...own, ...others })
  for (const name of ['closures', ...Object.keys(others)])
    console.log(timesLine(['25 fields, generated code', figures['generated code']!], [name, figures[name]!]))
  await peers?.remove()
}

interface Segment {
  transform: (mapping: object, data: object) => unknown
}
interface Walker {
  getMappingValue: (event: object, mapping: object, context: object) => Promise<unknown>
}

/** The same mapping in each peer's own language; each must come to the same. */
const peerMappings = async (
  peers: Peers,
  event: StoredEvent['value'],
): Promise<Readonly<Record<string, Measured>>> => {
  const flat = { ...event, ...(event['event_data'] as object) }
  const { transform } = peers.load('@segment/actions-core') as Segment
  const segment = { event_name: 'ViewContent', ...nested((path) => ({ '@path': `$.${path}` })) }
  const { getMappingValue } = peers.load('@walkeros/core') as Walker
  const members = nested(
    (path) => path,
    (map) => ({ map }),
  )
  const walker = { map: { event_name: { value: 'ViewContent' }, ...members } }
  const context = { event: flat, collector: {} }
  const expected = generatedLink(link)(event)
  assert.deepEqual(transform(segment, flat), expected)
  assert.deepEqual(await getMappingValue(flat, walker, context), expected)
  return {
    '@segment/actions-core mapping-kit': seldom(() => transform(segment, flat)),
    '@walkeros/core getMappingValue': seldom(() => getMappingValue(flat, walker, context)),
  }
}

const rules = [
  {
    id: 'permit',
    effect: 'permit' as const,
    when: "event.event_name == 'view_content' && event.country == 'GB'",
  },
]
const destination = (id: string) => ({ id, target: id, purpose: 'generic' as const, rules })

/** Gives the next of a pool, round and round. */
const inTurn = <Value>(pool: readonly Value[]): (() => Value) => {
  let at = 0
  return () => pool[at++ % pool.length]!
}

const benchStage = async (bytes: number): Promise<void> => {
  const now = new Date()
  const decide = compileDecisions([destination('first'), destination('second')])
  const prepareFirst = compilePreparation({}, benchTarget('first', 3), {})
  const prepareSecond = compilePreparation({}, benchTarget('second', 0), {})
  const texts = postedEvents(bytes)
  const events = texts.map((text) => {
    const { id, name, value } = read(published(text))
    return { id, name, value, text }
  })
  for (const event of events) {
    assert.ok('fields' in prepareFirst(event, now) && 'fields' in prepareSecond(event, now))
    assert.ok(decide(event.value).every(({ permitted }) => permitted))
  }
  const message = inTurn(texts.map(published))
  const event = inTurn(events)
  const both = (each: Linkable) => [prepareFirst(each, now), prepareSecond(each, now)]
  const figures = await measureCpu({
    floor: often(() => JSON.stringify(JSON.parse(message().data.toString()))),
    whole: often(() => {
      const { id, name, value } = read(message())
      return [decide(value), both({ id, name, value, text: '' })]
    }),
    read: often(() => read(message())),
    decide: often(() => decide(event().value)),
    forwarding: often(() => {
      const each = event()
      return both({ ...each, value: JSON.parse(each.text) as StoredEvent['value'] })
    }),
    link: often(() => both(event())),
  })
  const parts = {
    'decode, validate, decide, two links, three hashes, two bodies': figures.whole,
    'of it decode and validate': figures.read,
    'of it decide': figures.decide,
    'of it link, hash, check, serialise, twice': figures.link,
    'parse, link, hash, check, serialise, twice': figures.forwarding,
  }
  for (const [part, figure] of Object.entries(parts))
    console.log(
      timesLine([`${texts[0]!.length} bytes, JSON.parse and JSON.stringify`, figures.floor], [part, figure]),
    )
}

/** The event with a wrong value in place of the right one. */
const broken = (text: string): string =>
  JSON.stringify({ ...(JSON.parse(text) as object), email: 'ada', session_number: 'three', content_name: 7 })

const benchRefusal = async (): Promise<void> => {
  const prepare = compilePreparation({}, benchTarget('first', 3), {})
  const now = new Date()
  const texts = postedEvents(550)
  const valid = texts.map(stored)
  const invalid = valid.map((event) => ({
    ...event,
    value: { ...event.value, event_data: { ...(event.value['event_data'] as object), value: 'much' } },
  }))
  const wrong = texts.map((text) => published(broken(text)))
  assert.ok(valid.every((event) => 'fields' in prepare(event, now)))
  assert.ok(invalid.every((event) => 'outcome' in prepare(event, now)))
  assert.ok(wrong.every((message) => read(message).violations.length === 3))
  const [acceptable, refusable] = [inTurn(valid), inTurn(invalid)]
  const [right, faulty] = [inTurn(texts.map(published)), inTurn(wrong)]
  const figures = await measureCpu({
    accept: often(() => prepare(acceptable(), now)),
    refuse: often(() => prepare(refusable(), now)),
    readValid: often(() => read(right())),
    readInvalid: often(() => read(faulty())),
  })
  console.log(timesLine(['linking an event', figures.accept], ['refusing one', figures.refuse]))
  console.log(
    timesLine(['reading an event', figures.readValid], ['one of three violations', figures.readInvalid]),
  )
}
