/** Bench `cold_start`: CPU time and memory of a function until it listens, compared with a process that only imports the functions' packages
 * from node_modules. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildFunctions } from '../infra/build/index.ts'
import { environments, startFunction, startImports, type Usage } from './cold_process.ts'
import { startGoogle } from './google.ts'
import { median } from './report.ts'
import { rounds, type Scale } from './scale.ts'

/** `testing` is the entry of the framework with the server. */
const packages = [
  '@google-cloud/pubsub',
  '@google-cloud/bigquery',
  '@google-cloud/functions-framework/testing',
  'google-auth-library',
  'typebox',
  'typebox/schema',
  'typebox/value',
]

/** Goals, as a ratio to the imports. Both include Node itself. */
const goals = { cpu: 0.25, memory: 0.7 }

export async function benchColdStart(scale: Scale): Promise<void> {
  const google = await startGoogle()
  const dir = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const bundles = await buildFunctions({ outDir: dir, minify: true })
  const environmentByName = await environments()
  const functions = bundles.map(({ name, directory }) => ({
    name,
    directory,
    env: { ...environmentByName.get(name), ...google.env },
  }))
  const ready: Record<string, Usage[]> = {}
  const answered: Record<string, number[]> = {}
  // The first round loads the files into the page cache.
  for (const counts of rounds(scale, 7)) {
    const started: Record<string, Usage> = {
      bare: await startImports([], dir),
      imports: await startImports(packages, dir),
    }
    for (const each of functions) {
      const start = await startFunction(each)
      started[each.name] = start.listening
      if (counts) (answered[each.name] ??= []).push(start.answered.cpu - start.listening.cpu)
    }
    if (counts) for (const [name, usage] of Object.entries(started)) (ready[name] ??= []).push(usage)
  }
  await Promise.all([google.stop(), rm(dir, { recursive: true })])

  const { bare = [], imports = [], ...subjects } = ready
  console.log(
    `imports: ${of(imports, 'cpu')} ms CPU, ${of(imports, 'memory')} MiB; bare Node: ${of(bare, 'cpu')} ms, ${of(bare, 'memory')} MiB`,
  )
  for (const [name, usages] of Object.entries(subjects)) {
    const cpu = usages.map((usage, round) => usage.cpu / imports[round]!.cpu)
    const beyond = usages.map(
      (usage, round) => (usage.cpu - bare[round]!.cpu) / (imports[round]!.cpu - bare[round]!.cpu),
    )
    const memory = usages.map((usage, round) => usage.memory / imports[round]!.memory)
    console.log(
      `${name}: ${of(usages, 'cpu')} ms CPU, ${ratio(cpu, goals.cpu)}, ${median(beyond).toFixed(2)}× beyond bare Node; ` +
        `${of(usages, 'memory')} MiB, ${ratio(memory, goals.memory)}; first answer ${median(answered[name]!).toFixed(0)} ms more`,
    )
  }
}

function of(usages: readonly Usage[], what: keyof Usage): string {
  return median(usages.map((usage) => usage[what])).toFixed(0)
}

/** `0.22× (0.20–0.24; goal 0.25)` */
function ratio(ratios: readonly number[], goal: number): string {
  return (
    `${median(ratios).toFixed(2)}× (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}; ` +
    `${median(ratios) <= goal ? 'goal' : 'MISSED goal'} ${goal})`
  )
}
