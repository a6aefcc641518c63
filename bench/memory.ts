/** Bench: reads the resident memory of a process and of all processes that it started. Linux only. */
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** Returns MiB. A process that ends meanwhile counts as 0. https://docs.kernel.org/filesystems/proc.html */
export async function residentOfTree(pid: number): Promise<number> {
  const [status, children] = await Promise.all(
    ['status', `task/${pid}/children`].map((file) =>
      readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => ''),
    ),
  )
  const own = Number(/VmRSS:\s+(\d+) kB/.exec(status!)?.[1] ?? 0) / 1024
  const others = await Promise.all(children!.split(' ').filter(Boolean).map(Number).map(residentOfTree))
  return others.reduce((sum, each) => sum + each, own)
}

/** Samples until it is stopped. Returns the peak in MiB. */
export function watchMemory(pid: number): () => Promise<number> {
  let peak = 0
  const end = new AbortController()
  const watching = (async () => {
    while (!end.signal.aborted) {
      peak = Math.max(peak, await residentOfTree(pid))
      await wait(100)
    }
  })()
  return async () => {
    end.abort()
    await watching
    return peak
  }
}
