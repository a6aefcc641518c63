/** Bench `whole`: the whole path, from the front door to two third parties, pushed and drained in turn on one stack: CPU of store and forward per event, and
 * the time from a POST to the delivery. */
import { setTimeout as wait } from 'node:timers/promises'
import { drained, applySettings } from '../test/drain/pools.ts'
import { clientOf, type Client } from '../test/support/client.ts'
import { TestStack } from '../test/support/stack.ts'
import { until } from '../test/support/until.ts'
import { median, ratioLine } from './report.ts'
import { pick, rounds, type Scale } from './scale.ts'
import { cpuOfThreads, processesOf } from './stack_processes.ts'
import { wholeDestinations, wholeEvent } from './whole_case.ts'

type Mode = 'push' | 'drain'
const modes: readonly Mode[] = ['push', 'drain']

interface Run {
  stack: TestStack
  client: Client
  destinations: number
}

/** Events of a POST, and requests at a time. */
const posting = { batch: 100, connections: 4 } as const

/** Events of a round whose CPU time counts: so many that a round takes longer than the compiler needs for the hot code, and that collections
 * of garbage and polls of the warehouse even out. The warm-up is as long as it takes until the figures no longer fall. */
const roundEvents = { counted: 8000, warmUp: 4000, smoke: 200 } as const

/** Requests of the busy phase: 500 events a second. */
const paced = { batch: 25, everyMs: 50 } as const

async function post({ client }: Run, ids: readonly string[]): Promise<void> {
  const { status } = await client.post('/v1/topics/view_item', ids.map(wholeEvent))
  if (status !== 200) throw new Error(`POST was answered ${status}.`)
}

function idsOf(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, number) => `${prefix}-${number}`)
}

async function settled({ client, destinations }: Run, prefix: string, events: number): Promise<void> {
  const statement = `SELECT COUNT(*) AS n FROM deliveries WHERE STARTS_WITH(event_id, '${prefix}-') AND outcome = 'delivered'`
  await until(
    `all events ${prefix} are delivered`,
    async () => {
      const [row] = await client.query(statement)
      return Number(row!['n']) >= events * destinations || wait(200, false)
    },
    300_000,
  )
}

async function switchTo({ stack }: Run, mode: Mode): Promise<void> {
  const settings = mode === 'drain' ? drained : { store: false, forward: false }
  await applySettings(stack.facts, { 'sluice:drain': JSON.stringify(settings) })
}

/** Returns CPU microseconds of store and forward per event. */
async function cpuPerEvent(run: Run, mode: Mode, prefix: string, events: number): Promise<number> {
  await switchTo(run, mode)
  // The worker pools notice the change within ten seconds.
  await post(run, idsOf(`${prefix}w`, posting.batch))
  await settled(run, `${prefix}w`, posting.batch)
  const processes = await processesOf(run.stack.pid, mode === 'drain')
  const before = cpuOfThreads(processes)
  const ids = idsOf(prefix, events)
  let at = 0
  const sender = async (): Promise<void> => {
    for (let from = at; from < events; from = at) {
      at += posting.batch
      await post(run, ids.slice(from, from + posting.batch))
    }
  }
  await Promise.all(Array.from({ length: posting.connections }, sender))
  await settled(run, prefix, events)
  return (cpuOfThreads(processes) - before) / events
}

/** Returns the times from a POST to the delivery in ms, in the mode of the latest round. */
async function latencies(
  run: Run,
  prefix: string,
  groups: readonly (readonly string[])[],
  everyMs: number,
): Promise<readonly number[]> {
  const sentAt = new Map<string, number>()
  for (const ids of groups) {
    for (const id of ids) sentAt.set(id, Date.now())
    await Promise.all([post(run, ids), wait(everyMs)])
  }
  await settled(run, prefix, sentAt.size)
  const rows = await run.client.query(
    `SELECT event_id, UNIX_MILLIS(settled_at) AS settled FROM deliveries WHERE STARTS_WITH(event_id, '${prefix}-') AND outcome = 'delivered'`,
  )
  return rows.map(({ event_id: id, settled: at }) => Number(at) - sentAt.get(String(id))!)
}

type Load = 'idle' | 'busy'

/** Measures single events, and 500 events a second, in the mode of the latest round. */
async function measureLatency(
  run: Run,
  prefix: string,
  scale: Scale,
): Promise<Record<Load, readonly number[]>> {
  const idle = idsOf(`${prefix}i`, pick(scale, 100, 5)).map((id) => [id])
  const busy = Array.from({ length: pick(scale, 100, 4) }, (_, group) =>
    idsOf(`${prefix}b-${group}`, paced.batch),
  )
  return {
    idle: await latencies(run, `${prefix}i`, idle, paced.everyMs),
    busy: await latencies(run, `${prefix}b`, busy, paced.everyMs),
  }
}

/** `POST to delivered, idle: drain p50 14 ms, p95 22 ms; push p50 14 ms, p95 21 ms` */
function latencyLine(load: Load, times: Readonly<Record<Mode, readonly number[]>>): string {
  const figures = modes.toReversed().map((mode) => {
    const sorted = times[mode].toSorted((a, b) => a - b)
    const [p50, p95] = [0.5, 0.95].map((share) => sorted[Math.floor(sorted.length * share)])
    return `${mode} p50 ${p50} ms, p95 ${p95} ms`
  })
  return `POST to delivered, ${load}: ${figures.join('; ')}`
}

async function benchDestinations(
  names: readonly (keyof typeof wholeDestinations)[],
  isTimed: boolean,
  scale: Scale,
): Promise<void> {
  const what = names.join(' + ')
  const stack = await TestStack.start({
    'gcp:project': 'sluice-local',
    // A failure on a busy machine costs little time.
    'sluice:delivery': { maxAttempts: 100, minimumBackoff: '0.1s', maximumBackoff: '1s' },
    'sluice:drain': drained,
    'sluice:destinations': Object.fromEntries(names.map((name) => [name, wholeDestinations[name]])),
  })
  try {
    const run = { stack, client: clientOf(stack.facts), destinations: names.length }
    const figures: Record<Mode, number[]> = { push: [], drain: [] }
    const times: Record<Load, Record<Mode, number[]>> = {
      idle: { push: [], drain: [] },
      busy: { push: [], drain: [] },
    }
    for (const [round, counts] of rounds(scale, 3).entries())
      for (const mode of round % 2 === 0 ? modes : modes.toReversed()) {
        const prefix = `${mode}${round}`
        const inFull = counts ? roundEvents.counted : roundEvents.warmUp
        const cpu = await cpuPerEvent(run, mode, prefix, pick(scale, inFull, roundEvents.smoke))
        if (!counts) continue
        figures[mode].push(cpu)
        if (!isTimed) continue
        const { idle, busy } = await measureLatency(run, prefix, scale)
        times.idle[mode].push(...idle)
        times.busy[mode].push(...busy)
      }
    const ratios = figures.drain.map((cpu, round) => cpu / figures.push[round]!)
    console.log(ratioLine(`${what}, drain`, median(figures.drain), 'push', median(figures.push), ratios))
    if (isTimed)
      for (const load of ['idle', 'busy'] as const) console.log(`${what}, ${latencyLine(load, times[load])}`)
  } finally {
    await stack.remove()
  }
}

export async function benchWhole(scale: Scale): Promise<void> {
  await benchDestinations(['ga4', 'meta'], true, scale)
  await benchDestinations(['meta'], false, scale)
  await benchDestinations(['ga4'], false, scale)
}
