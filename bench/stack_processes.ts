/** Bench: finds the processes of a local stack that store and forward events, and reads their CPU time. */
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** Returns the ids of the processes of store and forward: those of the worker pools, or those of the functions. */
export async function processesOf(stackPid: number, isDrained: boolean): Promise<readonly number[]> {
  const children = await readFile(`/proc/${stackPid}/task/${stackPid}/children`, 'utf8')
  const found: number[] = []
  for (const pid of children.split(' ').filter(Boolean)) {
    const [command, env] = await Promise.all(
      ['cmdline', 'environ'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    )
    const isOne = /--target=(store|forward)\0/.test(command!)
    if (isOne && env!.includes('\0DRAIN=') === isDrained) found.push(Number(pid))
  }
  if (found.length !== 2) throw new Error(`Found ${found.length} processes of store and forward, expected 2.`)
  return found
}

/** Returns the CPU time of all threads of the processes in microseconds, as the scheduler counts it.
 * https://docs.kernel.org/scheduler/sched-stats.html */
export function cpuOfThreads(pids: readonly number[]): number {
  let nanoseconds = 0
  for (const pid of pids)
    for (const thread of readdirSync(`/proc/${pid}/task`))
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
  return nanoseconds / 1000
}
