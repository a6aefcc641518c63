/** Bench `sync`: reverse ETL of a thousand changes among more and more rows: duration of the comparison, rows that leave BigQuery, memory and CPU time
 * of the function's process. The embedded BigQuery runs in this process. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openWarehouse } from '../functions/google/warehouse.ts'
import { tables } from '../schemas/warehouse.ts'
import { startWarehouse } from '../test/support/warehouse.ts'
import { messageOf } from './process.ts'
import { pick, scaleOfArguments, type Scale } from './scale.ts'
import { prepare } from './sync_case.ts'
import type { SyncFigures, SyncConfig } from './sync_program.ts'

const program = fileURLToPath(new URL('sync_program.ts', import.meta.url))

export async function benchSync(scale: Scale, largest = Infinity): Promise<void> {
  const sizes = pick(scale, [10_000, 100_000, 1_000_000], [1_000])
  const changed = pick(scale, 1000, 100)
  const store = await startWarehouse()
  try {
    Object.assign(process.env, store.env)
    for (const table of Object.values(tables)) await store.createTable(table)
    const warehouse = openWarehouse(store)
    await warehouse.change(
      `CREATE TABLE ${warehouse.locate('people')} (user_id STRING, email STRING, country STRING, plan STRING)`,
    )
    let first: SyncFigures | undefined
    for (const size of sizes.filter((each) => each <= largest)) {
      await prepare(warehouse, size, changed)
      const { project, dataset, authorization } = store
      const figures = await measure({ project, dataset, authorization, id: `run-${size}` })
      first ??= figures
      console.log(lineOf(size, changed, figures, first))
      if (figures.published !== changed) throw new Error(`${figures.published} rows were published.`)
    }
  } finally {
    await store.stop()
  }
}

async function measure(orders: SyncConfig): Promise<SyncFigures> {
  const child = fork(program)
  child.send(orders)
  const figures = await messageOf<SyncFigures>(child, 'The measured process')
  child.kill()
  return figures
}

function lineOf(
  size: number,
  changed: number,
  { compared, total, rows, published, cpu, peak }: SyncFigures,
  first: SyncFigures,
): string {
  return (
    `${size} rows, ${changed} changed: compared in ${compared.toFixed(0)} ms (${((compared / size) * 1000).toFixed(1)} µs a row), ` +
    `run ${(total / 1000).toFixed(1)} s; ${published} rows left BigQuery (${rows} with the bookkeeping); ` +
    `the function: ${peak.toFixed(0)} MiB at most (${(peak / first.peak).toFixed(2)}×), ${cpu.toFixed(0)} ms CPU (${(cpu / first.cpu).toFixed(2)}×)`
  )
}

if (import.meta.main) await benchSync(scaleOfArguments(), Number(process.argv[2] ?? Infinity))
