/** Local stack: checks that the process may open enough files, sockets included, before it opens the first. */
import { readFileSync } from 'node:fs'
import { StartError } from '../packages/shared/src/index.ts'

/** What the embedded services, a socket per function and the requests of a few clients need. Functions inherit the limit. */
const needed = 400

/** Throws StartError if the limit is too low. Where the system does not tell it, the first failure names it. */
export function requireOpenFiles(): void {
  const limit = openFilesLimit()
  if (limit !== undefined && limit < needed)
    throw new StartError(
      `This process may open ${limit} files, and the stack needs ${needed}. Allow more with "ulimit -n 4096" and start again.`,
    )
}

/** https://man7.org/linux/man-pages/man5/proc_pid_limits.5.html */
function openFilesLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch (error) {
    // With hardly any files allowed, not even this one can be opened.
    if ((error as NodeJS.ErrnoException).code === 'EMFILE') throw error
    return undefined
  }
}
