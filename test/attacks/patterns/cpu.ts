/** Attacks on patterns: measures CPU time, so that other processes of a busy machine do not count. */

/** Attempts below the limit end after this many runs, attempts above it after `maxRuns`: a core that two threads share is slower. */
const enoughRuns = 5
const maxRuns = 20

/** The fastest of several runs, so that a collection of garbage counts for none of them; one run if it is far below `limitMs`. Only the
 * thread that runs the task counts. */
export function cpuMs(task: () => unknown, limitMs: number): number {
  let fastest = Infinity
  for (let run = 0; fastest > (run < enoughRuns ? limitMs / 4 : limitMs) && run < maxRuns; run++) {
    const before = process.threadCpuUsage()
    task()
    const { user, system } = process.threadCpuUsage(before)
    fastest = Math.min(fastest, (user + system) / 1000)
  }
  return fastest
}

/** The fastest of as many runs as `cpuMs` may need: what a difference is taken from. */
export function fastestCpuMs(task: () => unknown): number {
  return cpuMs(task, 0)
}
