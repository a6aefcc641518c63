/** `npm run bench linkage`: what mapping an event costs beside other systems' mappings, and what the whole way from the bytes to two third
 * parties' bodies costs beside parsing and writing the same JSON. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import type { StoredEvent } from '../functions/bus/stored_message.ts'
import { compileDecisions } from '../functions/decision/decide.ts'
import { closureLink, generatedLink } from '../functions/linkage/link.ts'
import { compilePreparation, type Linkable } from '../functions/linkage/prepare.ts'
import { inTurn, measureCpu, often, timesLine, type Measured } from './cpu.ts'
import { benchTarget, judged, link, nested, postedEvent, postedEvents } from './linkage_case.ts'
import { benchRefusal } from './linkage_refusal.ts'
import { installPeers, type Peers } from './peers.ts'
import { published, read, stored, storedEvent } from './stored_event.ts'

const seldom = (run: () => unknown): Measured => ({ run, calls: 500 })

export async function benchLinkage(): Promise<void> {
  await benchMapping()
  for (const bytes of [550, 2048]) await benchStage(bytes)
  await benchRefusal()
}

const benchMapping = async (): Promise<void> => {
  const event = storedEvent(postedEvent(550)).value
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

const benchStage = async (bytes: number): Promise<void> => {
  const now = new Date()
  const decide = compileDecisions(judged)
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
  // The text is what the bytes decode to, which reading does; a delivery has it at hand as well.
  const posted = inTurn(texts.map((text) => ({ message: published(text), text })))
  const event = inTurn(events)
  const both = (each: Linkable) => [prepareFirst(each, now), prepareSecond(each, now)]
  // As a delivery does. It makes one piece of a text that was put together of many.
  const bytesOf = (linked: ReturnType<typeof both>) =>
    linked.map((each) => ('text' in each ? Buffer.byteLength(each.text) : 0))
  const storedAt = now.toISOString()
  const bodies = inTurn(events.map((each) => both(each).map((linked) => 'fields' in linked && linked.fields)))
  const personal = inTurn(
    events.map(({ value }) => ['email', 'phone', 'user_id'].map((name) => String(value[name]))),
  )
  const figures = await measureCpu({
    floor: often(() => {
      const text = JSON.stringify(JSON.parse(message().data.toString()))
      return [text, Buffer.byteLength(text)]
    }),
    whole: often(() => {
      const { message: from, text } = posted()
      const { id, name, value } = read(from)
      const verdicts = decide(value)
      const linked = both({ id, name, value, text })
      return [verdicts, linked, bytesOf(linked)]
    }),
    least: often(() => {
      const parsed: unknown = JSON.parse(message().data.toString())
      const hashes = personal().map((text) => hash('sha256', text))
      const written = bodies().map((fields) => JSON.stringify(fields))
      return [parsed, hashes, written, written.map((text) => Buffer.byteLength(text))]
    }),
    read: often(() => read(message())),
    decide: often(() => decide(event().value)),
    link: often(() => {
      const linked = both(event())
      return [linked, bytesOf(linked)]
    }),
    forwarding: often(() => {
      const each = event()
      const linked = both({ ...each, value: JSON.parse(each.text) as StoredEvent['value'] })
      return [linked, bytesOf(linked)]
    }),
    storing: often(() => {
      const each = read(message())
      const verdicts = decide(each.value)
      return stored(each, verdicts, storedAt)
    }),
  })
  const parts = {
    'decode, validate, decide, two links, three hashes, two bodies': figures.whole,
    'of it what nobody is spared: parse, three hashes, two bodies': figures.least,
    'of it decode and validate': figures.read,
    'of it decide': figures.decide,
    'of it link, hash, check, serialise, twice': figures.link,
    'parse, link, hash, check, serialise, twice': figures.forwarding,
    'decode, validate, decide, the row and the message to destinations': figures.storing,
  }
  for (const [part, figure] of Object.entries(parts))
    console.log(
      timesLine([`${texts[0]!.length} bytes, JSON.parse and JSON.stringify`, figures.floor], [part, figure]),
    )
  console.log(
    timesLine(
      [`${texts[0]!.length} bytes, what nobody is spared`, figures.least],
      ['the whole', figures.whole],
    ),
  )
}
