/** Serving: runs synchronous work within a limit of time, so that one event does not block the others of its instance. */
import { Script } from 'node:vm'

/** Time in ms for the work on one event. Ordinary events take far less than one. */
export const evaluationMs = 2000

const task = Symbol.for('sluice.task')
const host = globalThis as { [task]?: (() => void) | undefined }
// Only a script can be ended from outside; what it calls ends with it.
const script = new Script('globalThis[Symbol.for("sluice.task")]()')

/** Runs the work. Returns undefined if it came to its end; else the CPU time in ms that it had used when it was ended at the limit. What the work
 * throws is thrown. It costs 0.1 ms, because it starts a thread: run the work on a whole batch at once.
 * https://nodejs.org/docs/latest-v24.x/api/vm.html#scriptruninthiscontextoptions */
export function exceedsTime(work: () => void, limitMs: number = evaluationMs): number | undefined {
  const before = process.threadCpuUsage()
  host[task] = work
  try {
    script.runInThisContext({ timeout: limitMs })
    return undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException | undefined)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  } finally {
    host[task] = undefined
  }
}

/** True if an event itself took the time. Otherwise the machine was busy or suspended, which says nothing about the event. An eighth of the
 * limit is far more CPU time than any event takes. */
export function isItsOwnFault(cpuMs: number): boolean {
  return cpuMs > evaluationMs / 8
}
