/** Attacks on patterns: measures CPU time, so that other processes of a busy machine do not count. */

/** The fastest of several runs, so that a collection of garbage counts for none of them; one run if it is far below `limitMs`. */
export function cpuMs(task: () => unknown, limitMs: number): number {
  let fastest = Infinity
  for (let run = 0; run < 5 && fastest > limitMs / 4; run++) {
    const before = process.cpuUsage()
    task()
    const { user, system } = process.cpuUsage(before)
    fastest = Math.min(fastest, (user + system) / 1000)
  }
  return fastest
}
