/** Test support: runs a process under a limit of memory, as a container does. Where control groups cannot be written, nothing limits it, and
 * its peak tells whether it would have been killed. https://docs.kernel.org/admin-guide/cgroup-v2.html#memory */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'

export interface MemoryLimit {
  /** The command and arguments that start `command` under the limit. */
  around: (command: string, args: readonly string[]) => readonly [string, readonly string[]]
  remove: () => void
}

/** The folder of each version of control groups, and its file of the limit. */
const versions = [
  { root: '/sys/fs/cgroup', max: 'memory.max', isV2: true },
  {
    root: '/sys/fs/cgroup/memory',
    max: 'memory.limit_in_bytes',
    isV2: false,
  },
]

export function limitMemory(bytes: number): MemoryLimit {
  for (const { root, max, isV2 } of versions) {
    const group = join(root, `sluice-test-${randomUUID()}`)
    try {
      if (isV2 && !readFileSync(join(root, 'cgroup.subtree_control'), 'utf8').includes('memory')) continue
      mkdirSync(group)
      writeFileSync(join(group, max), String(bytes))
    } catch {
      if (existsSync(group)) rmdirSync(group)
      continue
    }
    return {
      around: (command, args) => [
        '/bin/sh',
        ['-c', `echo $$ > ${group}/cgroup.procs && exec "$0" "$@"`, command, ...args],
      ],
      remove: () => rmdirSync(group),
    }
  }
  return { around: (command, args) => [command, args], remove: () => {} }
}

/** Returns the largest resident set of a process so far, in bytes. The peak of the group also counts file pages, which the kernel drops before it kills. */
export function peakMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}
