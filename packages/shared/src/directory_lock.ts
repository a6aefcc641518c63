/** A lock on a directory: one process at a time. It is a socket, which the system closes however the process ends. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The longest path of a socket in bytes, on every system. https://man7.org/linux/man-pages/man7/unix.7.html */
const longestPath = 103

/** Locks an existing directory, whatever path leads to it. Returns a function that releases the lock, or undefined if another process has it. */
export async function lockDirectory(dir: string): Promise<(() => Promise<void>) | undefined> {
  const path = socketOf(await realpath(dir))
  for (const known of [path, earlierSocketOf(dir)]) if (await answers(known)) return undefined
  await rm(earlierSocketOf(dir), { force: true })
  const server = await listen(path)
  if (!server) return undefined
  return async () => {
    await once(server.close(), 'close')
  }
}

/** The socket is in the directory, where a killed process leaves it for the next one; a path that is too long for a socket gets one in /tmp,
 * whatever TMPDIR says. */
function socketOf(realPath: string): string {
  const name = `sluice-${hashOf(realPath)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const inside = join(realPath, 'lock.sock')
  return Buffer.byteLength(inside) <= longestPath ? inside : `/tmp/${name}.sock`
}

/** Where earlier versions had it. One of them may be running. */
function earlierSocketOf(dir: string): string {
  return join(tmpdir(), `sluice-${hashOf(resolve(dir))}.sock`)
}

function hashOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16)
}

/** Listens on the socket, in place of one that a killed process has left. Returns undefined if another process was faster. */
async function listen(path: string): Promise<Server | undefined> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const server = createServer((socket) => socket.destroy())
    server.unref()
    try {
      await once(server.listen(path), 'listening')
      return server
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
    if (await answers(path)) return undefined
    await rm(path, { force: true })
  }
  return undefined
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
