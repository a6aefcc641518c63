/** Attacks on patterns: measures CPU time, so that other processes of a busy machine do not count. */

/** Attempts below the limit end after this many runs, attempts above it after `maxRuns`: a core that two threads share is slower. */
const enoughRuns = 5
const maxRuns = 20

function runCpuMs(task: () => unknown): number {
  const before = process.threadCpuUsage()
  task()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The fastest of several runs, so that a collection of garbage counts for none of them; one run if it is far below `limitMs`. Only the
 * thread that runs the task counts. */
export function cpuMs(task: () => unknown, limitMs: number): number {
  let fastest = Infinity
  for (let run = 0; fastest > (run < enoughRuns ? limitMs / 4 : limitMs) && run < maxRuns; run++)
    fastest = Math.min(fastest, runCpuMs(task))
  return fastest
}

/** What `task` takes longer than `base`: the least of several pairs, one pair if it is within `limitMs`. */
export function extraCpuMs(task: () => unknown, base: () => unknown, limitMs: number): number {
  let least = Infinity
  base()
  for (let pair = 0; least > limitMs && pair < maxRuns; pair++)
    least = Math.min(least, -runCpuMs(base) + runCpuMs(task))
  return least
}
