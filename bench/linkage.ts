/** Bench `linkage`: compares the cost of mapping an event with other systems' mappings, and the cost of the whole stage, from the bytes of an event
 * to two third parties' bodies, with parsing and writing the same JSON. */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { StoredEvent } from '../functions/bus/stored_message.ts'
import { closureLink, generatedLink } from '../functions/linkage/link.ts'
import { measureCpu, runMany, timesLine, type Measured } from './cpu.ts'
import { link, nested, postedEvent } from './linkage_case.ts'
import { benchRefusal } from './linkage_refusal.ts'
import type { StageFigures, StagePart } from './linkage_stage.ts'
import { installPeers, type Peers } from './peers.ts'
import { messageOf } from './process.ts'
import { pick, scaleArguments, type Scale } from './scale.ts'
import { median } from './report.ts'
import { storedEvent } from './stored_event.ts'

function seldom(run: () => unknown): Measured {
  return { run, calls: 500 }
}

export async function benchLinkage(scale: Scale): Promise<void> {
  await benchMapping(scale)
  await benchStage(scale)
  await benchRefusal(scale)
}

async function benchMapping(scale: Scale): Promise<void> {
  const event = storedEvent(postedEvent(550)).value
  const [generated, closures] = [generatedLink(link), closureLink(link)]
  const own = {
    // It is so fast that a round needs many calls for the resolution of the clock.
    'generated code': { run: () => generated(event), calls: 500_000 },
    closures: runMany(() => closures(event)),
  }
  const peers = await installPeers(scale)
  const others = peers ? await peerMappings(peers, event) : {}
  const figures: Readonly<Record<string, readonly number[]>> = await measureCpu({ ...own, ...others }, scale)
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

/** The same mapping in each peer's language; each must have the same result. */
async function peerMappings(
  peers: Peers,
  event: StoredEvent['value'],
): Promise<Readonly<Record<string, Measured>>> {
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

const program = fileURLToPath(new URL('linkage_stage.ts', import.meta.url))

/** Goal: maximum ratio of the whole stage to parsing and writing the same JSON, for an event of 550 bytes. A longer event has the same fields, so
 * its ratio is lower. */
const mostTimes = 3.0

/** Number of processes: the JavaScript engine optimizes differently in each, which changes the figures by some percent. */
const processes = 5

async function benchStage(scale: Scale): Promise<void> {
  const measured: StageFigures[][] = []
  for (let count = 0; count < pick(scale, processes, 1); count++) measured.push(await stageInProcess(scale))
  for (const [index, { bytes }] of measured[0]!.entries()) {
    const all = (part: StagePart) => measured.flatMap((stages) => stages[index]!.figures[part])
    const floor = [`${bytes} bytes, JSON.parse and JSON.stringify`, all('floor')] as const
    for (const [part, label] of Object.entries(parts) as [keyof typeof parts, string][])
      console.log(timesLine(floor, [label, all(part)]))
    console.log(goalLine(all('whole'), all('floor')))
    console.log(
      timesLine([`${bytes} bytes, unavoidable work`, all('least')], ['the whole stage', all('whole')]),
    )
  }
}

/** `goal: at most 3.0× JSON.parse and JSON.stringify: met with 2.45×` */
function goalLine(whole: readonly number[], floor: readonly number[]): string {
  const times = median(whole.map((ns, round) => ns / floor[round]!))
  const result = times <= mostTimes ? 'met' : 'missed'
  return `goal: at most ${mostTimes.toFixed(1)}× JSON.parse and JSON.stringify: ${result} with ${times.toFixed(2)}×`
}

const parts = {
  whole: 'decode, validate, decide, two links, three hashes, two bodies',
  least: 'of it unavoidable: parse, three hashes, two bodies',
  read: 'of it decode and validate',
  decide: 'of it decide',
  link: 'of it link, hash, check, serialize, twice',
  forwarding: 'parse, link, hash, check, serialize, twice',
  storing: 'decode, validate, decide, the row and the message to destinations',
} as const satisfies Partial<Record<StagePart, string>>

async function stageInProcess(scale: Scale): Promise<StageFigures[]> {
  const measuring = fork(program, scaleArguments(scale))
  const stages = await messageOf<StageFigures[]>(measuring, 'The measured process')
  await once(measuring, 'exit')
  return stages
}
