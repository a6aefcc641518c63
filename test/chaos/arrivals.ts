/** Chaos: what third parties accepted, read from the recorder's journal while it grows, because the recorder keeps the newest requests only. A
 * kill of the stack can lose its last lines, so duplicates are counted from below. */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

interface Line {
  number: number
  time: string
  url: string
  headers: Readonly<Record<string, string | undefined>>
  status: number | null
}

export interface Arrivals {
  /** Path → event id → number of accepted requests, and the time of the first one. */
  accepted: ReadonlyMap<string, ReadonlyMap<string, { count: number; first: string }>>
  stop: () => Promise<void>
}

export function followArrivals(dir: string): Arrivals {
  const file = join(dir, 'third_party', 'requests.ndjson')
  const accepted = new Map<string, Map<string, { count: number; first: string }>>()
  const end = new AbortController()
  let inode = 0
  let offset = 0
  let rest = ''

  const take = (text: string): void => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) {
      if (line === '') continue
      const { url, headers, status, time } = JSON.parse(line) as Line
      const id = headers['webhook-id']
      if (id === undefined || status === null || status >= 300) continue
      const ofPath = accepted.get(url) ?? new Map<string, { count: number; first: string }>()
      accepted.set(url, ofPath)
      const { count, first } = ofPath.get(id) ?? { count: 0, first: time }
      ofPath.set(id, { count: count + 1, first: first < time ? first : time })
    }
  }

  const read = async (path: string): Promise<void> => {
    const handle = await open(path).catch(() => undefined)
    if (!handle) return
    try {
      const { ino, size } = await handle.stat()
      if (ino !== inode) {
        // The file is a new one: the rest of the one before has another name now.
        if (path === file && inode !== 0) await read(join(dir, 'third_party', 'requests.old.ndjson'))
        if (path !== file) return
        inode = ino
        offset = 0
        rest = ''
      }
      if (size < offset) offset = size
      const buffer = Buffer.alloc(size - offset)
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset)
      offset += bytesRead
      take(buffer.toString('latin1', 0, bytesRead))
    } finally {
      await handle.close()
    }
  }

  const following = (async () => {
    while (!end.signal.aborted) {
      await read(file)
      await wait(100)
    }
    await read(file)
  })()
  return {
    accepted,
    stop: async () => {
      end.abort()
      await following
    },
  }
}
