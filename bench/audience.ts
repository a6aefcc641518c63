/** Bench `audience`: a sync to a list of more and more people, of whom ten thousand have changed, and its first run, which adds them all: what leaves
 * BigQuery, the requests to the vendor, and the memory of `sync` and of `forward`; then the memory of `forward` while it gets many pages. The embedded BigQuery runs in this process. */
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pageLimits } from '../functions/bus/page.ts'
import { openWarehouse } from '../functions/google/warehouse.ts'
import { buildFunctions } from '../infra/build/index.ts'
import { nodeOptionsOf } from '../schemas/instance.ts'
import { tables } from '../schemas/warehouse.ts'
import { peakMemory } from '../test/support/memory_limit.ts'
import { startWarehouse, type TestWarehouse } from '../test/support/warehouse.ts'
import { listChangesOf, listSecrets, prepareFirst, prepareMembers, vipList } from './audience_case.ts'
import type { AudienceConfig, AudienceFigures } from './audience_program.ts'
import { startAudienceVendor, type AudienceVendor } from './audience_vendor.ts'
import { startForwarding } from './forwarding.ts'
import { kill, messageOf } from './process.ts'
import { pagesAtOnce, pushPages } from './page_load.ts'
import { pick, type Scale } from './scale.ts'

/** Goal: maximum memory at a larger size, as a ratio to the smallest. */
const goal = 1.25

const program = fileURLToPath(new URL('audience_program.ts', import.meta.url))

/** Peak memory in bytes. */
interface Peaks {
  sync: number
  forward: number
}

export async function benchAudience(scale: Scale): Promise<void> {
  const built = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const vendor = await startAudienceVendor()
  try {
    await buildFunctions({ outDir: built, minify: true })
    await printRuns(scale, vendor, built)
    await printPages(scale, vendor, built)
  } finally {
    await vendor.stop()
    await rm(built, { recursive: true })
  }
}

async function printRuns(scale: Scale, vendor: AudienceVendor, built: string): Promise<void> {
  const total = pick(scale, 10_000, 100)
  const store = await startWarehouse()
  try {
    Object.assign(process.env, store.env)
    for (const table of Object.values(tables)) await store.createTable(table)
    const warehouse = openWarehouse(store)
    await warehouse.change(
      `CREATE TABLE ${warehouse.locate('people')} (user_id STRING, email STRING, plan STRING)`,
    )
    const sizes = pick(scale, [100_000, 1_000_000], [1_000])
    const measure = (id: string) => measureRun(store, vendor, { id, built })
    let smallest: Peaks | undefined
    for (const people of sizes) {
      await prepareMembers(warehouse, people, total)
      const run = await measure(`run-${people}`)
      smallest ??= run.peaks
      const { changed, added, removed } = listChangesOf(total)
      const title = `${people} people, ${changed} changed, ${added} added, ${removed} removed`
      printRun(title, run, smallest, vendor.received(), { added: changed + added, removed })
    }
    smallest = undefined
    for (const people of sizes) {
      await prepareFirst(warehouse, people)
      const run = await measure(`first-${people}`)
      smallest ??= run.peaks
      printRun(`first run of ${people} people`, run, smallest, vendor.received(), {
        added: people,
        removed: 0,
      })
    }
  } finally {
    await store.stop()
  }
}

interface Measured {
  figures: AudienceFigures
  peaks: Peaks
}

/** Prints a run, which must have sent exactly these changes. */
function printRun(
  title: string,
  { figures, peaks }: Measured,
  smallest: Peaks,
  received: ReturnType<AudienceVendor['received']>,
  { added, removed }: { added: number; removed: number },
): void {
  console.log(
    `${title}: ${lineOf(figures, received.requests)}; ` +
      `sync: ${memoryText(peaks.sync, smallest.sync)}, forward: ${memoryText(peaks.forward, smallest.forward)}`,
  )
  if (figures.changes !== added + removed) throw new Error(`${figures.changes} changes left BigQuery.`)
  if (received.added !== added || received.removed !== removed)
    throw new Error(`The vendor got ${received.added} additions and ${received.removed} removals.`)
}

async function measureRun(
  { project, dataset, authorization, env }: TestWarehouse,
  { url }: AudienceVendor,
  { id, built }: { id: string; built: string },
): Promise<Measured> {
  const forwarding = await startForwarding({
    destinations: [],
    lists: [{ destination: vipList, secrets: listSecrets }],
    instances: 1,
    built,
    env: {
      ...env,
      GOOGLE_CLOUD_PROJECT: project,
      DATASET: dataset,
      THIRD_PARTY_GATEWAY: url,
      NODE_OPTIONS: nodeOptionsOf('forward'),
    },
  })
  const child = fork(program, { execArgv: nodeOptionsOf('sync').split(' ') })
  try {
    const config: AudienceConfig = { project, dataset, authorization, bus: forwarding.bus, id }
    child.send(config)
    const figures = await messageOf<AudienceFigures>(child, 'The measured process')
    const peaks = { sync: peakMemory(child.pid!), forward: peakMemory(forwarding.pids[0]!) }
    return { figures, peaks }
  } finally {
    await kill(child)
    await forwarding.stop()
  }
}

function lineOf(
  { compared, total, read, rows, changeRows, changes, bytes, pages }: AudienceFigures,
  requests: number,
): string {
  return (
    `compared in ${(compared / 1000).toFixed(1)} s over ${mebibytes(read)}, run ${(total / 1000).toFixed(1)} s; ` +
    `${changes} changes left BigQuery in ${changeRows} rows (${rows} with the bookkeeping), ${mebibytes(bytes)}; ` +
    `${pages} pages, ${requests} requests to the vendor`
  )
}

async function printPages(scale: Scale, vendor: AudienceVendor, built: string): Promise<void> {
  let first: number | undefined
  for (const pages of pick(scale, [100, 1_000], [10])) {
    const { peak, seconds } = await pushPages(pages, vendor, built)
    first ??= peak
    const { added, requests } = vendor.received()
    console.log(
      `${added} people in ${pages} pages of ${pageLimits.rows}, ${pagesAtOnce} at a time: ${requests} requests to the vendor, ` +
        `${(added / seconds).toFixed(0)} people/s; forward: ${memoryText(peak, first)}`,
    )
    if (added !== pages * pageLimits.rows) throw new Error(`The vendor got ${added} additions.`)
  }
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`
}

function memoryText(peak: number, first: number): string {
  const ratio = peak / first
  const judged = peak === first ? '' : ` (${ratio <= goal ? 'goal' : 'MISSED goal'} ${goal})`
  return `${mebibytes(peak)} at most, ${ratio.toFixed(2)}×${judged}`
}
